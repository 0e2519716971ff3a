import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element's content in pixels, kept up to date. */
export function useInnerWidth(element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  // An estimate before it can be measured, because the position to scroll back to has to exist at once.
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
