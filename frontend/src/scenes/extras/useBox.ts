import { type RefObject, useLayoutEffect, useState } from 'react'

/** The size of an element in whole pixels, kept up to date. */
export function useBox(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [box, setBox] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const look = () => {
      const { clientWidth: width, clientHeight: height } = current
      setBox((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return box
}
