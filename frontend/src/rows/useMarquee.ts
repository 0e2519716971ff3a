import { type RefObject, useEffect } from 'react'
import { fetchedOnce } from '../lib/prefetch.ts'
import type { SelectionStore } from '../stores/SelectionStore.ts'
import type { WindowedRowsHandle } from './WindowedRows.tsx'

export interface MarqueeOptions<Row extends { name: string; size: number }> {
  selection: SelectionStore<Row>
  scroller: RefObject<HTMLElement | null>
  rows: RefObject<WindowedRowsHandle | null>
}

// It is no part of what is drawn first.
const part = fetchedOnce(async () => (await import('./watch-marquee.ts')).watchMarquee)

/** Lets the mouse select what a rectangle touches that it draws on the ground. */
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
    // Things can be selected otherwise.
    begin().catch(() => undefined)
    return () => {
      isOver = true
      stop()
    }
  }, [selection, scroller, rows])
}
