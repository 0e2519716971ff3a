import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  FITTED,
  followed,
  panBy,
  type Point,
  type Size,
  type Swipe,
  swipeOf,
  type View,
  zoomAt,
} from '../../lib/pan-zoom.ts'

export interface PanZoom {
  view: View
  stage: RefObject<HTMLDivElement | null>
  picture: RefObject<HTMLImageElement | null>
  /** `at`: the point that stays in place, in pixels from the middle of the stage. */
  zoom(factor: number, at?: Point): void
  fit(): void
  /** Event handlers for the stage. */
  handlers: ReturnType<typeof useFingers>
}

export interface PanZoomOptions {
  /** The picture is rotated by 90° or 270°. */
  isTurned: boolean
  onSwipe(swipe: Swipe): void
}

/** Zooms a picture on a stage with the wheel and by pinching, and moves it by dragging. */
export function usePanZoom({ isTurned, onSwipe }: PanZoomOptions): PanZoom {
  const [view, setView] = useState<View>(FITTED)
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const zoom = (factor: number, at = { x: 0, y: 0 }) => setView((now) => zoomAt(now, factor, at))
  const pan = (by: Point) =>
    setView((now) => {
      const { width, height } = shownSize(picture.current)
      const size = isTurned ? { width: height, height: width } : { width, height }
      return panBy(now, by, { picture: size, stage: sizeOf(stage.current) })
    })
  useEffect(() => {
    const element = stage.current
    // React adds passive wheel listeners, so the page would scroll as well.
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), fromMiddle(element, event))
    }
    element?.addEventListener('wheel', handleWheel, { passive: false })
    return () => element?.removeEventListener('wheel', handleWheel)
    // These only read refs and set state, so the first versions are good enough.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [])
  const follow = (way: Point) => setView({ scale: 1, ...followed(way) })
  const handlers = useFingers({ stage, isZoomed: view.scale > 1, zoom, pan, follow, onSwipe })
  return { view, stage, picture, zoom, fit: () => setView(FITTED), handlers }
}

interface FingersOptions extends Pick<PanZoom, 'stage' | 'zoom'> {
  isZoomed: boolean
  pan(by: Point): void
  /** Moves the fitted picture along with one finger; called with 0 when it is lifted. */
  follow(way: Point): void
  onSwipe(swipe: Swipe): void
}

/** Touch and mouse: one pointer moves a zoomed picture or swipes, two pinch. */
function useFingers({ stage, isZoomed, zoom, pan, follow, onSwipe }: FingersOptions) {
  const fingers = useRef(new Map<number, Point>())
  // How far one finger moved, and the largest number of fingers.
  const way = useRef({ x: 0, y: 0, most: 0 })
  const handleUp = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return
    if (!isZoomed) follow({ x: 0, y: 0 })
    if (!isZoomed && way.current.most === 1 && event.pointerType !== 'mouse')
      onSwipe(swipeOf(way.current, document.documentElement.dir === 'rtl'))
    way.current = { x: 0, y: 0, most: 0 }
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.target instanceof Element && event.target.closest('button')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, fromMiddle(stage.current, event))
      way.current = { x: 0, y: 0, most: Math.max(way.current.most, fingers.current.size) }
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId)
      if (!before) return
      const now = fromMiddle(stage.current, event)
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      fingers.current.set(event.pointerId, now)
      const by = { x: now.x - before.x, y: now.y - before.y }
      if (other)
        zoom(distance(now, other) / distance(before, other), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
      else if (isZoomed) pan(by)
      else {
        way.current = { ...way.current, x: way.current.x + by.x, y: way.current.y + by.y }
        if (event.pointerType !== 'mouse') follow(way.current)
      }
    },
    onPointerUp: handleUp,
    onPointerCancel: handleUp,
  }
}

/** The position of a pointer, in pixels from the middle of the stage. */
export function fromMiddle(stage: Element | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = stage?.getBoundingClientRect()
  return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
}

const distance = (a: Point, b: Point) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

const sizeOf = (element: HTMLElement | null): Size => ({
  width: element?.offsetWidth ?? 0,
  height: element?.offsetHeight ?? 0,
})

/** The size in pixels that a picture takes on the stage, given its aspect ratio. */
function shownSize(image: HTMLImageElement | null): Size {
  const { width, height } = sizeOf(image)
  if (!image || image.naturalWidth === 0) return { width, height }
  const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight)
  return { width: image.naturalWidth * scale, height: image.naturalHeight * scale }
}
