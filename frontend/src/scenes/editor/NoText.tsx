import { Download, RotateCw } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { messageOf } from '../../api/error-message.ts'
import { Empty } from '../../components/Empty.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { editorOf, OPENED_MAX_BYTES } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Shown in place of a text: why there is none, and what to do. */
export const NoText = observer(function NoText({ path }: { path: string }) {
  const { api, listing } = useRoot()
  const editor = editorOf(useRoot())
  const { t, tell } = useTexts()
  const format = useFormat()
  const { state } = editor
  const { error } = editor.content
  const size = listing.find(nameOf(path))?.size ?? 0
  if (state === 'failed' && error !== null)
    return (
      <Empty art="cup" title={t('editor.notOpened')} lead={tell(messageOf(error))}>
        <button type="button" className="button primary" onClick={() => void editor.open(path, size)}>
          <RotateCw className="icon" aria-hidden="true" />
          {t('action.retry')}
        </button>
      </Empty>
    )
  if (state === 'tooLarge' || state === 'binary')
    return (
      <Empty
        art="cup"
        title={t(state === 'binary' ? 'editor.binary' : 'editor.tooLarge')}
        lead={
          state === 'binary'
            ? t('editor.binaryLead')
            : t('editor.tooLargeLead', { size: format.size(size), most: format.size(OPENED_MAX_BYTES) })
        }
      >
        <a className="button primary" href={api.resources.rawUrl(path)} download={nameOf(path)}>
          <Download className="icon" aria-hidden="true" />
          {t('action.download')}
        </a>
      </Empty>
    )
  return (
    <p className="editor-wait" role="status">
      {t('preview.loading')}
    </p>
  )
})
