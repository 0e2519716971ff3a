import { ArrowLeft, EllipsisVertical, Save, Search } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { share } from '../../actions/share.ts'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Menu } from '../../components/Menu.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useKeyWords } from '../../i18n/useKeyWords.ts'
import { trailOf } from '../../i18n/trail.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { CodeView } from '../../lib/code/CodeView.ts'
import { crumbsOf } from '../../lib/crumbs.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { nameOf, parentOf } from '../../lib/paths.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { previewOf } from '../../stores/PreviewStore.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useEditorMenu } from './useEditorMenu.ts'

export interface EditorHeadProps {
  path: string
  view: RefObject<CodeView | null>
  closeLabel: string
  onClose(): void
}

/** The file's name and folder, and the commands for it. */
export const EditorHead = observer(function EditorHead({ path, view, closeLabel, onClose }: EditorHeadProps) {
  const name = nameOf(path)
  return (
    <header>
      <IconButton icon={ArrowLeft} className="flip" label={`${closeLabel} (Esc)`} onClick={onClose} />
      <span className="desk-only">
        <Thumb kind={kindOfName(name, false)} />
      </span>
      <Title path={path} />
      <span className="push" />
      <Tools view={view} onClose={onClose} />
    </header>
  )
})

const Title = observer(function Title({ path }: { path: string }) {
  const { isDirty } = editorOf(useRoot())
  const { t } = useTexts()
  const name = nameOf(path)
  const { hidden, shown } = crumbsOf(parentOf(path), t('listing.home'))
  return (
    <div className="title">
      <div className="line">
        <h1 aria-label={name}>
          <FileName name={name} isDir={false} />
        </h1>
        {isDirty ? (
          <span className="dirty" role="img" aria-label={t('editor.notSaved')} title={t('editor.notSaved')} />
        ) : null}
      </div>
      <div className="small faint cut">
        {trailOf([...(hidden.length > 0 ? ['…'] : []), ...shown.map((crumb) => crumb.name)])}
      </div>
    </div>
  )
})

const Tools = observer(function Tools({ view, onClose }: Pick<EditorHeadProps, 'view' | 'onClose'>) {
  const editor = editorOf(useRoot())
  const { t } = useTexts()
  const keys = useKeyWords()
  const isPhone = useIsPhone()
  const groups = useEditorMenu(view, isPhone ? onClose : null)
  if (editor.state !== 'ready') return null
  return (
    <>
      <IconButton
        icon={Search}
        label={`${t('editor.find.find')} (${keys({ key: 'f', mod: true })})`}
        onClick={() => view.current?.search()}
      />
      {isPhone ? null : <ShareButton />}
      <Menu
        groups={groups}
        align="end"
        trigger={<IconButton icon={EllipsisVertical} label={t('action.more')} aria-haspopup="menu" />}
      />
      {isPhone ? null : (
        <button type="button" className="button plain" disabled={!editor.isDirty} onClick={onClose}>
          <span className="label">{t('editor.discard')}</span>
        </button>
      )}
      <SaveButton />
    </>
  )
})

const ShareButton = observer(function ShareButton() {
  const root = useRoot()
  const { t } = useTexts()
  const { item } = previewOf(root)
  if (item === null || !share.isAllowed(root)) return null
  return <IconButton icon={share.icon} label={t(share.label)} onClick={() => void root.ui.ask('share', { item })} />
})

const SaveButton = observer(function SaveButton() {
  const editor = editorOf(useRoot())
  const { t } = useTexts()
  const keys = useKeyWords()
  const isPhone = useIsPhone()
  return (
    <button
      type="button"
      className="button primary"
      disabled={!editor.canSave}
      aria-busy={editor.isSaving}
      aria-keyshortcuts="Control+S Meta+S"
      onClick={() => void editor.save()}
    >
      <Save className="icon" aria-hidden="true" />
      <span className="label">
        {t('editor.save')} {isPhone ? null : <kbd aria-hidden="true">{keys({ key: 's', mod: true })}</kbd>}
      </span>
    </button>
  )
})
