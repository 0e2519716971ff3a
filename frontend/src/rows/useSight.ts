import { type RefObject, useCallback, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** How many steps beyond the view are rendered, so that quick scrolling finds something there. */
const BEYOND = 10

export interface Sight {
  /** The range of the scroller's content to render, in pixels: what is visible, rounded to steps, and some more. */
  from: number
  to: number
  /** Whether something there can wait: what is visible is rendered at once, and the rest in the time that is left. */
  isLater(top: number, height: number): boolean
}

/** What to render of the content of a scroller. */
export function useSight(scroller: RefObject<HTMLElement | null>, step: number, beyond = BEYOND * step): Sight {
  const [sight, setSight] = useState({ from: 0, to: 0 })
  const settled = useDeferredValue(sight)
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
  const { from, to } = sight
  return {
    from: from - beyond,
    to: to + beyond,
    isLater: (top, height) => sight !== settled && (top > to || top + height < from),
  }
}
