import { autorun, reaction } from 'mobx'
import { useEffect } from 'react'
import { nameOf } from '../../lib/paths.ts'
import { previewOf } from '../../stores/PreviewStore.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useLeaveQuestion } from '../frame/useLeaveQuestion.ts'

/** Opens a text for as long as the scene is shown, and follows what becomes of its file meanwhile. */
export function useOpenText(path: string): void {
  const root = useRoot()
  const { ui, selection } = root
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
  useLeaveQuestion(editor.hasChanges, 'discardEditorChanges')
  useEffect(() => {
    // Nothing is to be done with rows that nobody sees; closing comes back to the file's.
    const wasEmpty = selection.count === 0
    selection.clear()
    return () => {
      if (!wasEmpty) selection.reveal(nameOf(path))
      requestAnimationFrame(() => document.querySelector<HTMLElement>('#main [data-index][tabindex="0"]')?.focus())
    }
  }, [selection, path])
}
