import type { FocusEvent } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { useDropTarget } from '../../rows/useDropTarget.ts'
import { useIsSelected } from '../../rows/useIsSelected.ts'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { useRowDrag } from '../../rows/useRowDrag.ts'
import { useRowPointer } from '../../rows/useRowPointer.ts'
import { useMarkWords } from '../../rows/Marks.tsx'
import { useRoot } from '../../stores/useRoot.ts'

type Format = ReturnType<typeof useFormat>

export interface ShownItemProps extends Omit<GridRowProps, 'top'> {
  item: Item
  format: Format
}

/**
 * The behaviour of an item in every view: clicks, drag and drop, its state, and its text for screen readers. `element`
 * belongs to the element that has the focus. Call it inside an observer.
 */
export function useShownItem({ item, index, format, isTabStop, onMenu }: ShownItemProps) {
  const root = useRoot()
  const { selection, clipboard, drag } = root
  const { name, isDir, path } = item
  const isSelected = useIsSelected(selection, name)
  const isCut = clipboard.isCut(path) || (drag.isActive && isSelected && !drag.isCopy)
  const open = () => root.navigate(itemUrl(item))
  const { isOver, handlers: dropHandlers } = useDropTarget(isDir ? path : null, open)
  const pointer = useRowPointer({ key: name, selection, onOpen: open, onMenu })
  const dragHandlers = useRowDrag(item, { key: name, selection })
  const spoken = useSpoken(item, format)
  return {
    isSelected,
    className: `${isOver ? 'is-drop' : ''} ${isCut ? 'is-cut' : ''}`,
    openMenu: pointer.openMenu,
    onPick: (isRange: boolean) => selection.pick(name, { add: true, range: isRange }),
    element: {
      'data-index': index,
      'aria-label': spoken,
      tabIndex: isTabStop ? 0 : -1,
      onFocus: ({ target, currentTarget }: FocusEvent) => currentTarget.contains(target) && selection.focus(name),
      ...dropHandlers,
      ...pointer.handlers,
      ...dragHandlers,
    },
  }
}

/** Folders only have a size if the server knows it. */
export const sizeOf = ({ isDir, size }: Item, format: Format) => (isDir && size === 0 ? '' : format.size(size))

/** An item in words, for screen readers. */
function useSpoken(item: Item, format: Format): string {
  const { clipboard } = useRoot()
  const { t } = useTexts()
  const markWords = useMarkWords()
  const { name, path } = item
  // First what is visible, in the same order: who uses their voice says that (WCAG 2.5.3).
  const parts = [name, sizeOf(item, format), format.date(item.modified), t(`kind.${kindOf(item)}`), ...markWords(path)]
  const words = parts.filter((part) => part !== '').join(', ')
  return clipboard.isCut(path) ? t('listing.cut', { name: words }) : words
}
