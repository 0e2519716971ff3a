// The position of a picture on its stage: scale and offset, as pure functions.

/** `scale` 1 fits the stage; `x` and `y` are pixels from the middle. */
export interface View {
  scale: number
  x: number
  y: number
}

/** Pixels from the middle of the stage, or a movement in pixels. */
export interface Point {
  x: number
  y: number
}

/** In pixels. */
export interface Size {
  width: number
  height: number
}

export const FITTED: View = { scale: 1, x: 0, y: 0 }
const LARGEST = 12
/** The factor for one press of a key or button. */
export const ZOOM_STEP = 1.5

/** Scales by a factor. The point under the pointer (pixels from the stage's middle) stays in place. */
export function zoomAt(view: View, factor: number, at: Point): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor))
  if (scale === 1) return FITTED
  const ratio = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/** Moves the picture, but never off the stage. `picture` is its fitted size. */
export function panBy(view: View, by: Point, { picture, stage }: { picture: Size; stage: Size }): View {
  const room = (inside: number, around: number) => Math.max(0, (inside * view.scale - around) / 2)
  // Plus 0, so that the result is never -0.
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) + 0
  return {
    scale: view.scale,
    x: clamp(view.x + by.x, room(picture.width, stage.width)),
    y: clamp(view.y + by.y, room(picture.height, stage.height)),
  }
}

/** How far a fitted picture follows a finger: horizontally or vertically, never both. */
export const followed = ({ x, y }: Point): Point =>
  Math.abs(x) > Math.abs(y) ? { x, y: 0 } : { x: 0, y: Math.max(0, y) }

export type Swipe = 'next' | 'previous' | 'close' | null
const SWIPE_PIXELS = 64

/** The meaning of a finger's movement over a fitted picture. */
export function swipeOf(way: Point, isRtl: boolean): Swipe {
  if (Math.abs(way.x) > Math.max(SWIPE_PIXELS, Math.abs(way.y) * 1.5)) return way.x < 0 !== isRtl ? 'next' : 'previous'
  return way.y > SWIPE_PIXELS * 1.5 && way.y > Math.abs(way.x) * 1.5 ? 'close' : null
}
