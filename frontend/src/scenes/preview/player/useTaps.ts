import { type MouseEvent, type PointerEvent, useRef } from 'react'

const DOUBLE_MS = 300

export interface TapsOptions {
  /** A mouse click. */
  onClick(): void
  onDoubleClick(): void
  /** A tap with a finger. */
  onTap(): void
  /** A double tap in the left or right third, and every further quick tap there. */
  onSeek(direction: -1 | 1): void
}

/** What clicks and taps on a film mean. */
export function useTaps({ onClick, onDoubleClick, onTap, onSeek }: TapsOptions) {
  const pointer = useRef('mouse')
  const last = useRef({ at: -Infinity, side: 0 })
  return {
    onPointerDown(event: PointerEvent) {
      pointer.current = event.pointerType
    },
    onClick(event: MouseEvent<HTMLElement>) {
      if (pointer.current === 'mouse') {
        onClick()
        return
      }
      const side = sideOf(event)
      const isAgain = event.timeStamp - last.current.at < DOUBLE_MS && side === last.current.side
      last.current = { at: event.timeStamp, side }
      if (isAgain && side !== 0) onSeek(side)
      else onTap()
    },
    onDoubleClick() {
      if (pointer.current === 'mouse') onDoubleClick()
    },
  }
}

/** The left or right third, or 0 between them. */
function sideOf({ currentTarget, clientX }: MouseEvent<HTMLElement>): -1 | 0 | 1 {
  const { left, width } = currentTarget.getBoundingClientRect()
  const part = (clientX - left) / width
  return part < 1 / 3 ? -1 : part > 2 / 3 ? 1 : 0
}
