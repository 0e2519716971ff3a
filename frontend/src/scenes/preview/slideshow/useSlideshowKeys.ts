import { useEffect, useEffectEvent } from 'react'
import { meaningOf, SLIDESHOW_KEYS } from '../../../actions/stage-keys.ts'
import { isFrom } from '../../../lib/key-layers.ts'
import { useKeyLayer } from '../../../lib/useKeyLayer.ts'

export interface SlideshowKeysOptions {
  isPossible: boolean
  phase: 'off' | 'playing' | 'paused'
  start(): void
  end(): void
  toggle(): void
  pause(): void
}

/** Keys that only lead to the controls. */
const QUIET_KEYS = ['Tab', 'Shift', 'Control', 'Alt', 'Meta']

/** The keys of a slideshow. While it plays, whatever else somebody does with the picture pauses it. */
export function useSlideshowKeys({ isPossible, phase, start, end, toggle, pause }: SlideshowKeysOptions): void {
  useKeyLayer(
    isPossible
      ? {
          layer: 'stage',
          handle(event) {
            const meaning = meaningOf(SLIDESHOW_KEYS, event)
            if (phase === 'off') {
              if (meaning !== 'start') return false
              start()
              return true
            }
            // Buttons handle Space themselves.
            if (meaning === null || (event.key === ' ' && isFrom(event, 'button'))) return false
            if (meaning === 'end') end()
            else toggle()
            return true
          },
        }
      : null,
  )
  const handle = useEffectEvent((event: Event) => {
    const isOwn =
      isFrom(event, '.slideshow-bar') ||
      (event instanceof KeyboardEvent && (meaningOf(SLIDESHOW_KEYS, event) !== null || QUIET_KEYS.includes(event.key)))
    if (!isOwn) pause()
  })
  const isPlaying = phase === 'playing'
  useEffect(() => {
    if (!isPlaying) return undefined
    const listen = (event: Event) => handle(event)
    for (const name of INTERACTIONS) document.addEventListener(name, listen, LISTENING)
    return () => {
      for (const name of INTERACTIONS) document.removeEventListener(name, listen, LISTENING)
    }
  }, [isPlaying])
}

const INTERACTIONS = ['pointerdown', 'wheel', 'keydown'] as const
const LISTENING = { capture: true, passive: true }
