import { FileX, GitPullRequestArrow, TriangleAlert } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/error-message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** What one has to know before one writes on: the file was changed or is gone, or saving failed. The text stays. */
export const EditorNotices = observer(function EditorNotices() {
  const editor = editorOf(useRoot())
  const { t, tell } = useTexts()
  const { meanwhile, failure } = editor
  return (
    <div className="editor-notices" role="alert">
      {meanwhile === 'gone' ? (
        <Notice icon={FileX} text={t('editor.gone')}>
          <Act label={t('editor.putBack')} onClick={() => void editor.save()} />
        </Notice>
      ) : null}
      {meanwhile !== null && meanwhile !== 'gone' ? (
        <Notice icon={GitPullRequestArrow} text={t('editor.changed')}>
          <Act label={t('editor.keepMine')} onClick={() => void editor.keepMine()} />
          <Act label={t('editor.takeTheirs')} onClick={editor.takeTheirs} />
        </Notice>
      ) : null}
      {failure === null ? null : (
        <Notice icon={TriangleAlert} text={t('editor.failed', { reason: tell(messageOf(failure)) })} isBad>
          <Act label={t('action.retry')} onClick={() => void editor.save()} />
        </Notice>
      )}
    </div>
  )
})

interface NoticeProps {
  icon: typeof FileX
  text: string
  isBad?: boolean
  children: ReactNode
}

function Notice({ icon: Icon, text, isBad = false, children }: NoticeProps) {
  return (
    <div className={`notice ${isBad ? 'bad' : ''}`}>
      <Icon className="icon" aria-hidden="true" />
      <span>{text}</span>
      <span className="line push">{children}</span>
    </div>
  )
}

function Act({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <button type="button" className="button small" onClick={onClick}>
      <span className="label">{label}</span>
    </button>
  )
}
