import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

const IDLE_MS = 3_000

export interface Idle {
  isIdle: boolean
  /** Shows the controls. */
  wake(): void
  /** Hides the controls. */
  rest(): void
}

/**
 * Whether there was no input for three seconds while `isWatched`. Never true while the pointer or a visible focus is on
 * the controls, or one of their menus is open.
 */
export function useIdle(player: RefObject<HTMLElement | null>, isWatched: boolean): Idle {
  const [isResting, setResting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const schedule = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => (isInUse(player.current) ? schedule() : setResting(true)), IDLE_MS)
  }
  const wake = () => {
    setResting(false)
    schedule()
  }
  const handle = useEffectEvent((event: Event) => {
    // Taps show and hide the controls themselves.
    if (!(event instanceof PointerEvent) || event.pointerType === 'mouse') wake()
  })
  const begin = useEffectEvent(schedule)
  useEffect(() => {
    if (!isWatched) return undefined
    const listen = (event: Event) => handle(event)
    begin()
    document.addEventListener('pointermove', listen)
    document.addEventListener('keydown', listen)
    return () => {
      clearTimeout(timer.current)
      setResting(false)
      document.removeEventListener('pointermove', listen)
      document.removeEventListener('keydown', listen)
    }
  }, [isWatched])
  return {
    isIdle: isWatched && isResting,
    wake,
    rest() {
      clearTimeout(timer.current)
      setResting(true)
    },
  }
}

function isInUse(player: HTMLElement | null): boolean {
  const bar = ':is(.player-bar, .slideshow-bar)'
  const used = `${bar}:hover, ${bar} :focus-visible, [aria-expanded="true"]`
  return (player?.querySelector(used) ?? null) !== null
}
