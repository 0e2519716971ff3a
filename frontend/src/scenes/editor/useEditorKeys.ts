import { type RefObject, useState } from 'react'
import type { CodeView } from '../../lib/code/CodeView.ts'
import { isFrom } from '../../lib/key-layers.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * The keys of the editor. In the text, the first Escape lets Tab leave it (`isLeaving`), and the second one closes the
 * editor.
 */
export function useEditorKeys({ view, onClose }: { view: RefObject<CodeView | null>; onClose(): void }): {
  isLeaving: boolean
} {
  const editor = editorOf(useRoot())
  const [isLeaving, setLeaving] = useState(false)
  const escape = (event: KeyboardEvent) => {
    const isFirst = isFrom(event, '.cm-content') && !isLeaving
    setLeaving(isFirst)
    if (!isFirst) onClose()
  }
  useKeyLayer({
    layer: 'stage',
    isModal: true,
    hearsFields: true,
    handle(event) {
      if (event.key === 'Escape') {
        escape(event)
        return true
      }
      setLeaving(false)
      const isMod = (event.ctrlKey || event.metaKey) && !event.altKey
      const key = isMod ? event.key.toLowerCase() : ''
      if (key === 's') void editor.save()
      else if (key === 'f') view.current?.search()
      else return false
      return true
    },
  })
  return { isLeaving }
}
