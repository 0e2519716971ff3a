// A list of any length. Only the rows in view are in the page. It does not know what a row contains.
import { type CSSProperties, type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react'
import type { Box } from '../lib/bands.ts'
import type { RowId } from '../lib/reused-keys.ts'
import { rowsBetween, rowsInSight, topOfRow } from '../lib/rows-in-sight.ts'
import { useReusedRows } from './useReusedRows.tsx'
import { useSight } from './useSight.ts'

export interface WindowedRowsHandle {
  /** Scrolls a row into view, by the shortest way. */
  reveal(index: number): void
  /** How many rows fit into view at once. */
  pageSize(): number
  /** The row that a key moves to from a position (-1 for none); null if that follows from the order of the rows. */
  target?(key: string, position: number): number | null
  /** The rows that overlap a rectangle, in pixels from the start of the first row. */
  within(area: Box): number[]
}

export interface WindowedRowsProps {
  count: number
  /**
   * The height of a row in pixels. All rows have the same height, so the list's length is known without rendering it.
   */
  rowHeight: number
  /** The gap in pixels before one row, or null. */
  gap: { before: number; size: number } | null
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  /** Pixels above the first row inside the scroller (a head that stays). */
  headHeight: number
  /** Pixels at the scroller's end that something floating covers. */
  footHeight: number
  /** A row that stays in the page out of view, because it has the focus; -1 for none. */
  kept: number
  handle: Ref<WindowedRowsHandle>
  /**
   * Renders a row `top` pixels below the first. It is a number, so that a row that does not move is not rendered again.
   */
  renderRow(index: number, top: number): ReactNode
  /** Names a row, whatever its position. */
  idOf(index: number): RowId
}

/** The style that positions a row. */
export const standingAt = (top: number): CSSProperties => ({
  position: 'absolute',
  insetInline: 0,
  top: 0,
  transform: `translateY(${top}px)`,
})

export function WindowedRows(props: WindowedRowsProps) {
  const { count, rowHeight, gap, scroller, headHeight, footHeight, kept, handle, renderRow, idOf } = props
  const rows = { count, rowHeight, gap }
  const sight = useSight(scroller, rowHeight)
  useImperativeHandle(handle, () => ({
    reveal(index) {
      const { current } = scroller
      if (current === null) return
      const top = topOfRow(rows, index)
      const least = top + headHeight + rowHeight + footHeight - current.clientHeight
      if (current.scrollTop < least) current.scrollTop = least
      else if (current.scrollTop > top) current.scrollTop = top
    },
    within: ({ top, height }) => rowsBetween(rows, { from: top, to: top + height }),
    pageSize: () =>
      Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight - footHeight) / rowHeight)),
  }))
  const drawn = useReusedRows({
    rows: rowsInSight(rows, { from: sight.from - headHeight, to: sight.to - headHeight }, kept),
    idOf,
    isLater: (index) => sight.isLater(topOfRow(rows, index) + headHeight, rowHeight),
    render: (index) => renderRow(index, topOfRow(rows, index)),
  })
  return (
    <div className="windowed" role="presentation" style={{ height: topOfRow(rows, count) }}>
      {drawn}
    </div>
  )
}
