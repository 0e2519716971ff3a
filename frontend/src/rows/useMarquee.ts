import { type RefObject, useEffect } from 'react'
import { fetchedOnce } from '../lib/prefetch.ts'
import type { SelectionStore } from '../stores/SelectionStore.ts'
import type { WindowedRowsHandle } from './WindowedRows.tsx'

export interface MarqueeOptions<Row extends { name: string; size: number }> {
  selection: SelectionStore<Row>
  scroller: RefObject<HTMLElement | null>
  rows: RefObject<WindowedRowsHandle | null>
}

// Not needed for the first screen.
const part = fetchedOnce(async () => (await import('./watch-marquee.ts')).watchMarquee)

/** Lets the mouse draw a rectangle on the background, which selects what it touches. */
export function useMarquee<Row extends { name: string; size: number }>({
  selection,
  scroller,
  rows,
}: MarqueeOptions<Row>): void {
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const begin = async () => {
      const watchMarquee = await part.load()
      const { current } = scroller
      if (!isOver && current !== null) stop = watchMarquee(current, selection, rows)
    }
    // Without it there are other ways to select.
    begin().catch(() => undefined)
    return () => {
      isOver = true
      stop()
    }
  }, [selection, scroller, rows])
}
