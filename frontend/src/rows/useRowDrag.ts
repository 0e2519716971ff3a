import type { DragEvent, PointerEvent } from 'react'
import type { Item } from '../../../backend/contract/resources.ts'
import { useRoot } from '../stores/useRoot.ts'

// The page draws the dragged items itself (DragCard), so the browser gets an empty picture.
const nothing = document.createElement('div')

/**
 * Lets the mouse drag a row, or all selected rows, if the person may move items. Touch scrolls and long-presses
 * instead.
 */
export function useRowDrag(item: Item) {
  const root = useRoot()
  const { drag, session } = root
  if (!session.can('rename') || root.isMount(item.path)) return {}
  return {
    draggable: true,
    // On touch, browsers start a drag after a long press, which selects here.
    onPointerDownCapture(event: PointerEvent<HTMLElement>) {
      event.currentTarget.draggable = event.pointerType === 'mouse'
    },
    onDragStart(event: DragEvent) {
      drag.begin(item.name)
      event.dataTransfer.setData('text/plain', drag.items.map(({ name }) => name).join('\n'))
      event.dataTransfer.effectAllowed = 'copyMove'
      event.dataTransfer.setDragImage(nothing, 0, 0)
    },
    onDragEnd: () => drag.end(),
  }
}
