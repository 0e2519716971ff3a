import { FilePenLine, FileX, GitPullRequestArrow, TriangleAlert } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/error-message.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Messages about the file. Whatever happened to it, the text stays. */
export const EditorNotices = observer(function EditorNotices() {
  const { meanwhile, failure, draft } = editorOf(useRoot())
  return (
    <div className="editor-notices" role="alert">
      {draft.found === null ? null : <DraftNotice />}
      {meanwhile === null ? null : meanwhile === 'gone' ? <GoneNotice /> : <ChangedNotice />}
      {failure === null ? null : <FailureNotice />}
    </div>
  )
})

/** There is a draft of an earlier visit. */
const DraftNotice = observer(function DraftNotice() {
  const editor = editorOf(useRoot())
  const { t } = useTexts()
  const { date } = useFormat()
  const { found } = editor.draft
  if (found === null) return null
  const when = date(new Date(found.written).toISOString())
  return (
    <Notice icon={FilePenLine} text={t('editor.draftFound', { when })}>
      <Act label={t('editor.draftUse')} onClick={editor.useDraft} />
      <Act label={t('editor.draftDrop')} onClick={() => editor.draft.settle(true)} isPlain />
    </Notice>
  )
})

/** Somebody else has saved the file. */
const ChangedNotice = observer(function ChangedNotice() {
  const editor = editorOf(useRoot())
  const { t } = useTexts()
  const { isComparing } = editor
  return (
    <Notice icon={GitPullRequestArrow} text={t(isComparing ? 'editor.comparing' : 'editor.changed')}>
      <Act
        label={t(isComparing ? 'editor.compareEnd' : 'editor.compare')}
        onClick={() => editor.setComparing(!isComparing)}
      />
      <Act label={t(isComparing ? 'editor.keepMerged' : 'editor.keepMine')} onClick={() => void editor.keepMine()} />
      <Act label={t('editor.takeTheirs')} onClick={editor.takeTheirs} isPlain />
    </Notice>
  )
})

const GoneNotice = observer(function GoneNotice() {
  const editor = editorOf(useRoot())
  const { t } = useTexts()
  return (
    <Notice icon={FileX} text={t('editor.gone')}>
      <Act label={t('editor.putBack')} onClick={() => void editor.save()} />
    </Notice>
  )
})

const FailureNotice = observer(function FailureNotice() {
  const editor = editorOf(useRoot())
  const { t, tell } = useTexts()
  return (
    <Notice icon={TriangleAlert} text={t('editor.failed', { reason: tell(messageOf(editor.failure)) })} isBad>
      <Act label={t('action.retry')} onClick={() => void editor.save()} />
    </Notice>
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

function Act({ label, isPlain = false, onClick }: { label: string; isPlain?: boolean; onClick(): void }) {
  return (
    <button type="button" className={`button small ${isPlain ? 'plain' : ''}`} onClick={onClick}>
      <span className="label">{label}</span>
    </button>
  )
}
