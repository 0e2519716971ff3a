import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The visible range of the scroller's content in pixels, rounded to steps. */
export function useSight(scroller: RefObject<HTMLElement | null>, step: number): { from: number; to: number } {
  const [sight, setSight] = useState({ from: 0, to: 0 })
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const from = Math.floor(scrollTop / step) * step
    const to = Math.ceil((scrollTop + clientHeight) / step) * step
    // oxlint-disable-next-line react/set-state-in-effect -- what is in sight is known only once it lies in the page
    setSight((old) => (old.from === from && old.to === to ? old : { from, to }))
  }, [scroller, step])
  useLayoutEffect(look, [look])
  // In an effect, because a scroller that is rendered together with the list exists only now.
  useEffect(() => {
    const { current } = scroller
    if (current === null) return
    // Synchronously, because rows that are rendered later would leave a gap for a moment.
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
