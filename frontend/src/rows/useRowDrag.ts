import type { DragEvent, PointerEvent } from 'react'
import type { Item } from '../../../backend/contract/resources.ts'
import { isGrip } from '../lib/grip.ts'
import { useRoot } from '../stores/useRoot.ts'

// The page draws the dragged items itself (DragCard), so the browser gets an empty picture.
const nothing = document.createElement('div')

/** `type:name:address`, the format of `DownloadURL`. A name must not contain a colon there. */
const downloadOf = ({ name }: Item, url: string): string =>
  `application/octet-stream:${name.replaceAll(':', '_')}:${new URL(url, location.href).href}`

/** A row by its key in the selection of its screen, whose items are `root.chosen`. */
export interface DraggedRow {
  key: string
  selection: { has(key: string): boolean; pickOnly(key: string): void }
}

/**
 * Lets the mouse drag a row, or all selected rows, if the person may move items. Touch scrolls and long-presses
 * instead.
 */
export function useRowDrag(item: Item, { key, selection }: DraggedRow) {
  const root = useRoot()
  const { drag, session } = root
  if (!session.can('rename') || root.isMount(item.path)) return {}
  return {
    draggable: true,
    // On touch screens browsers start a drag after a long press, which selects here. Outside its name a row counts as
    // background, where a selection rectangle starts, unless the row is selected.
    onPointerDownCapture(event: PointerEvent<HTMLElement>) {
      event.currentTarget.draggable = event.pointerType === 'mouse' && isGrip(event.target)
    },
    onDragStart(event: DragEvent) {
      if (!selection.has(key)) selection.pickOnly(key)
      drag.begin(root.chosen.items)
      event.dataTransfer.setData('text/plain', drag.items.map(({ name }) => name).join('\n'))
      // Chromium saves the file where it is dropped outside of the browser.
      const [only] = drag.items
      if (only !== undefined && drag.items.length === 1 && !only.isDir && session.can('download'))
        event.dataTransfer.setData('DownloadURL', downloadOf(only, root.api.resources.rawUrl(only.path)))
      event.dataTransfer.effectAllowed = 'copyMove'
      event.dataTransfer.setDragImage(nothing, 0, 0)
    },
    onDragEnd: () => drag.end(),
  }
}
