import { useCallback, useRef, useState } from 'react'

const STEP = 40

/** Renders a long list little by little: more when its end comes into view. `end` is the ref of the element there. */
export function useGrowing(length: number): { count: number; end(element: Element | null): void } {
  const [most, setMost] = useState(STEP)
  const observer = useRef<IntersectionObserver | null>(null)
  const end = useCallback((element: Element | null) => {
    observer.current?.disconnect()
    if (element === null) return
    // Ahead of the view, so that scrolling does not stop.
    observer.current = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setMost((count) => count + STEP)
      },
      { rootMargin: '400px' },
    )
    observer.current.observe(element)
  }, [])
  return { count: Math.min(most, length), end }
}
