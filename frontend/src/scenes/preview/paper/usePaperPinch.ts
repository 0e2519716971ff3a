import { type RefObject, useEffect } from 'react'
import type { PdfControls } from './usePdf.ts'

type Place = [x: number, y: number]

/** Zooms a PDF with two fingers, and with the wheel while Ctrl is held, as browsers tell pinching on a touchpad. */
export function usePaperPinch(scroller: RefObject<HTMLDivElement | null>, { zoomAt }: PdfControls): void {
  useEffect(() => {
    const element = scroller.current
    let apart = 0
    const handleWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomAt(Math.exp(-event.deltaY / 200), [event.clientX, event.clientY])
    }
    const handleTouch = (event: TouchEvent) => {
      const fingers = fingersOf(event)
      if (fingers === null) {
        apart = 0
        return
      }
      event.preventDefault()
      const now = Math.max(1, Math.hypot(fingers[0][0] - fingers[1][0], fingers[0][1] - fingers[1][1]))
      if (apart > 0 && Math.abs(now / apart - 1) < STEP) return
      if (apart > 0) zoomAt(now / apart, middleOf(fingers))
      apart = now
    }
    // React adds passive listeners, so the page would zoom as well.
    element?.addEventListener('wheel', handleWheel, { passive: false })
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
    for (const name of touches) element?.addEventListener(name, handleTouch, { passive: false })
    return () => {
      element?.removeEventListener('wheel', handleWheel)
      for (const name of touches) element?.removeEventListener(name, handleTouch)
    }
  }, [scroller, zoomAt])
}

/** A smaller change waits for the next, because the zoom has whole percents. */
const STEP = 0.02

function fingersOf({ touches }: TouchEvent): [Place, Place] | null {
  const [one, other] = touches
  return one && other && touches.length === 2
    ? [
        [one.clientX, one.clientY],
        [other.clientX, other.clientY],
      ]
    : null
}

const middleOf = ([one, other]: [Place, Place]): Place => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
