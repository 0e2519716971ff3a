import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels that an element has for its content, now and later. */
export function useInnerWidth(element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  // Something near it before it can be measured: the place that is scrolled back to has to be there at once.
  const [width, setWidth] = useState(() => scroller.current?.clientWidth ?? window.innerWidth)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(current)
      setWidth(current.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
