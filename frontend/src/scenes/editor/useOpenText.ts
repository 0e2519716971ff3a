import { autorun, reaction } from 'mobx'
import { useEffect } from 'react'
import { focusableRow } from '../../lib/focus-row.ts'
import { nameOf } from '../../lib/paths.ts'
import { previewOf } from '../../stores/PreviewStore.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useLeaveQuestion } from '../frame/useLeaveQuestion.ts'

/** Opens a text while the scene is shown, and follows the changes of its file. */
export function useOpenText(path: string): void {
  const root = useRoot()
  const { ui } = root
  const editor = editorOf(root)
  useEffect(() => {
    void editor.open(path, previewOf(root).item?.size ?? 0)
    return editor.forget
  }, [editor, root, path])
  useEffect(
    () =>
      reaction(
        () => [previewOf(root).item?.modified, previewOf(root).item?.size, root.live.isLive],
        () => void editor.look(),
      ),
    [editor, root],
  )
  useEffect(() => {
    const stop = autorun(() => ui.setEditing(editor.isDirty ? 'dirty' : 'clean'))
    return () => {
      stop()
      ui.setEditing(null)
    }
  }, [editor, ui])
  useLeaveQuestion(editor.hasChanges, { dialog: 'discardEditorChanges', onLeave: editor.discard })
  useEffect(() => {
    // The last event that a page gets before it is closed.
    const keep = () => void editor.draft.flush()
    document.addEventListener('visibilitychange', keep)
    window.addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('visibilitychange', keep)
      window.removeEventListener('pagehide', keep)
    }
  }, [editor])
  useRowBelow(path)
}

/** Clears the selection while the editor is open. Afterwards the file is selected again, and its row has the focus. */
function useRowBelow(path: string): void {
  const { selection } = useRoot()
  useEffect(() => {
    // Commands must not work on rows that nobody sees.
    const wasEmpty = selection.count === 0
    selection.clear()
    return () => {
      if (!wasEmpty) selection.reveal(nameOf(path))
      requestAnimationFrame(() => focusableRow()?.focus())
    }
  }, [selection, path])
}
