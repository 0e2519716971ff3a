import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** How many steps beyond the view are rendered, so that quick scrolling finds something there. */
const BEYOND = 10

/**
 * The range of the scroller's content to render, in pixels: what is visible, rounded to steps, and some more. After a
 * jump, as when the scroll bar is dragged, what is visible is rendered at once and the rest in the time that is left.
 */
export function useSight(
  scroller: RefObject<HTMLElement | null>,
  step: number,
  beyond = BEYOND * step,
): { from: number; to: number } {
  const [sight, setSight] = useState({ from: 0, to: 0, isNew: false })
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const from = Math.floor(scrollTop / step) * step
    const to = Math.ceil((scrollTop + clientHeight) / step) * step
    // oxlint-disable-next-line react/set-state-in-effect -- what is in sight is known only once it lies in the page
    setSight((old) =>
      old.from === from && old.to === to
        ? old
        : { from, to, isNew: old.to > 0 && (from > old.to + beyond || to < old.from - beyond) },
    )
  }, [scroller, step, beyond])
  useLayoutEffect(look, [look])
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it is rendered in pieces, after what is visible
    if (sight.isNew) startTransition(() => setSight((old) => ({ ...old, isNew: false })))
  }, [sight])
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
  const more = sight.isNew ? 0 : beyond
  return { from: sight.from - more, to: sight.to + more }
}
