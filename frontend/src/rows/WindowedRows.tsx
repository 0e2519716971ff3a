// A list of any length of which only the visible rows are in the page. It knows nothing about the rows' content.
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { rowsInSight, topOfRow } from '../lib/rows-in-sight.ts'

export interface WindowedRowsHandle {
  /** Scrolls a row into view, by the shortest way. */
  reveal(index: number): void
  /** How many rows fit into view at once. */
  pageSize(): number
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
}

/** The style that positions a row. */
export const standingAt = (top: number): CSSProperties => ({
  position: 'absolute',
  insetInline: 0,
  top: 0,
  transform: `translateY(${top}px)`,
})

export function WindowedRows(props: WindowedRowsProps) {
  const { count, rowHeight, gap, scroller, headHeight, footHeight, kept, handle, renderRow } = props
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
    pageSize: () =>
      Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight - footHeight) / rowHeight)),
  }))
  return (
    <div className="windowed" role="presentation" style={{ height: topOfRow(rows, count) }}>
      {rowsInSight(rows, { from: sight.from - headHeight, to: sight.to - headHeight }, kept).map((index) =>
        renderRow(index, topOfRow(rows, index)),
      )}
    </div>
  )
}

/** The visible part of the scroller's content in pixels, in steps of a row. */
export function useSight(scroller: RefObject<HTMLElement | null>, step: number): { from: number; to: number } {
  const [sight, setSight] = useState({ from: 0, to: 0 })
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const from = Math.floor(scrollTop / step) * step
    const to = Math.ceil((scrollTop + clientHeight) / step) * step
    // oxlint-disable-next-line react/set-state-in-effect -- what is in view is known only once it is in the page
    setSight((old) => (old.from === from && old.to === to ? old : { from, to }))
  }, [scroller, step])
  useLayoutEffect(look, [look])
  // Not earlier: a scroller that is mounted together with the list is known only now.
  useEffect(() => {
    const { current } = scroller
    if (current === null) return
    // Synchronously: a row that came later would leave a gap for a moment.
    const handleScroll = () => flushSync(look)
    const observer = new ResizeObserver(look)
    observer.observe(current)
    current.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', handleScroll)
    }
  }, [scroller, look])
  return sight
}
