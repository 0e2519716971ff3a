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
  /** Whether a key that is pressed now has ended the slideshow already, by leaving full screen. */
  hasJustLeft(): boolean
}

/** Keys that only lead to the controls. */
const QUIET_KEYS = ['Tab', 'Shift', 'Control', 'Alt', 'Meta']

/** The keys of a slideshow. While it plays, whatever else somebody does with the picture pauses it. */
export function useSlideshowKeys(options: SlideshowKeysOptions): void {
  const { isPossible, phase, start, end, toggle, pause, hasJustLeft } = options
  useKeyLayer(
    isPossible
      ? {
          layer: 'stage',
          handle(event) {
            const meaning = meaningOf(SLIDESHOW_KEYS, event)
            if (phase === 'off') {
              if (event.key === 'Escape' && hasJustLeft()) return true
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
