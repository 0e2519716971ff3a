import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { childOf, nameOf } from '../../lib/paths.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import { useRoot } from '../../stores/useRoot.ts'

export interface TargetChoiceProps {
  form: Pick<ImportForm, 'target' | 'setTarget'>
  /** What the usual folder is for. */
  usual: 'torrents' | 'videos' | 'follows'
}

/** Says where imports go, and lets the person choose another folder. */
export const TargetChoice = observer(function TargetChoice({ form, usual }: TargetChoiceProps) {
  const { ui } = useRoot()
  const { t } = useTexts()
  const words = useTargetWords()
  const choose = async () => {
    const here = { path: childOf(form.target || '/', '.'), name: '', isDir: false }
    const path = await ui.ask('chooseFolder', { kind: 'import', items: [here] })
    if (path !== null) form.setTarget(path)
  }
  return (
    <div className="target small">
      <p className="muted" dir="auto">
        {words(form.target, usual)}
      </p>
      <button type="button" className="button link" onClick={() => void choose()}>
        {t('imports.otherFolder')}
      </button>
      {form.target === '' ? null : (
        <button type="button" className="button link" onClick={() => form.setTarget('')}>
          {t('imports.usualFolder')}
        </button>
      )}
    </div>
  )
})

function useTargetWords(): (target: string, usual: TargetChoiceProps['usual']) => string {
  const { settings } = useRoot()
  const { t } = useTexts()
  const { SharedFolder: shared } = settings
  return (target, usual) => {
    if (target === '/') return t('imports.toHome')
    if (target !== '') return t('imports.toFolder', { folder: nameOf(target) })
    if (usual === 'follows') return t('imports.follows.toUsual')
    if (usual === 'videos') return t('imports.toVideos')
    return shared === '' ? t('imports.toTorrents') : t('imports.toSharedTorrents', { shared })
  }
}
