import { type RefObject, useEffect } from 'react'
import { useRoot } from '../../../stores/useRoot.ts'

/** How many pixels wider each step of the wheel makes tiles. */
const STEP_PX = 24

/** Ctrl and the wheel change the size of tiles, instead of zooming the whole page. */
export function useWheelSize(scroller: RefObject<HTMLElement | null>): void {
  const { views } = useRoot()
  useEffect(() => {
    const { current } = scroller
    if (current === null) return
    const handleWheel = (event: WheelEvent) => {
      if (!(event.ctrlKey || event.metaKey) || views.mode === 'list' || event.deltaY === 0) return
      event.preventDefault()
      views.resizeTiles(event.deltaY < 0 ? STEP_PX : -STEP_PX)
    }
    current.addEventListener('wheel', handleWheel, { passive: false })
    return () => current.removeEventListener('wheel', handleWheel)
  }, [scroller, views])
}
