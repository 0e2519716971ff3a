import { type DragEvent, useCallback, useEffect, useRef } from 'react'
import type { DragStore } from '../stores/DragStore.ts'
import { useRoot } from '../stores/useRoot.ts'

/** Milliseconds after which a folder opens while something is dragged over it. */
const SPRING_MS = 900

/**
 * Lets an element accept what is dragged inside the page and drop it into a folder. Read `isOver` inside an observer.
 */
export function useDropTarget(folder: string | null, onSpring?: () => void) {
  const { drag, uploads } = useRoot()
  const spring = useRef<ReturnType<typeof setTimeout>>(undefined)
  const depth = useRef(0)
  const stop = useCallback(() => {
    depth.current = 0
    clearTimeout(spring.current)
    if (folder !== null) drag.leave(folder)
  }, [drag, folder])
  // An element of a long list shows one folder after the other.
  useEffect(() => stop, [stop])
  if (folder === null) return { isOver: false, handlers: {} }
  return {
    isOver: drag.over === folder || uploads.over === folder,
    handlers: {
      // The destination of files from outside that are dropped here; see scenes/uploads/DropVeil.tsx.
      'data-folder': folder,
      onDragEnter() {
        depth.current += 1
        if (depth.current === 1 && drag.isActive && onSpring !== undefined) {
          spring.current = setTimeout(() => drag.over === folder && onSpring(), SPRING_MS)
        }
      },
      onDragOver: (event: DragEvent) => hover(drag, folder, event),
      onDragLeave() {
        depth.current -= 1
        if (depth.current <= 0) stop()
      },
      onDrop(event: DragEvent) {
        if (!drag.isActive) return
        event.preventDefault()
        event.stopPropagation()
        stop()
        void drag.drop(folder)
      },
    },
  }
}

/** Tells the browser what a drop into the folder would do. */
function hover(drag: DragStore, folder: string, event: DragEvent): void {
  if (!drag.isActive) return
  event.stopPropagation()
  if (!drag.hover(folder, event.ctrlKey || event.altKey)) return
  event.preventDefault()
  event.dataTransfer.dropEffect = drag.isCopy ? 'copy' : 'move'
}
