// A list of any length of which only the rows in sight are in the page. It knows nothing of what a row is.
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
} from 'react'

export interface WindowedRowsHandle {
  /** Brings a row into sight, by the shortest way. */
  reveal(index: number): void
  /** How many rows fit into the sight at once. */
  pageSize(): number
}

export interface WindowedRowsProps {
  count: number
  /** Pixels of a row; all are equal, so that the end of the list is known without drawing it. */
  rowHeight: number
  /** Pixels of air before one row, or null. */
  gap: { before: number; size: number } | null
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  /** Pixels above the first row inside the scroller (a head that stays). */
  headHeight: number
  /** Pixels at the scroller's end that something floats over. */
  footHeight: number
  /** A row that stays in the page out of sight, because it has the focus; -1 for none. */
  kept: number
  handle: Ref<WindowedRowsHandle>
  /** Draws a row `top` pixels below the first: a number, so that a row that stays where it was is not drawn again. */
  renderRow(index: number, top: number): ReactNode
}

/** Where a row stands among the others. */
export const standingAt = (top: number): CSSProperties => ({
  position: 'absolute',
  insetInline: 0,
  top: 0,
  transform: `translateY(${top}px)`,
})

export function WindowedRows({
  count,
  rowHeight,
  gap,
  scroller,
  headHeight,
  footHeight,
  kept,
  handle,
  renderRow,
}: WindowedRowsProps) {
  const sizeOf = useCallback(
    (index: number) => rowHeight + (gap?.before === index ? gap.size : 0),
    [rowHeight, gap?.before, gap?.size],
  )
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes
      return [...indexes, kept].toSorted((a, b) => a - b)
    },
    [kept],
  )
  // oxlint-disable-next-line react/incompatible-library -- it matters to the React compiler, which is not used
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    rangeExtractor,
    overscan: 10,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footHeight,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, sizeOf])
  useImperativeHandle(handle, () => ({
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    pageSize: () =>
      Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight - footHeight) / rowHeight)),
  }))
  return (
    <div className="windowed" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer
        .getVirtualItems()
        .map(({ index, start, size }) => renderRow(index, start - headHeight + size - rowHeight))}
    </div>
  )
}
