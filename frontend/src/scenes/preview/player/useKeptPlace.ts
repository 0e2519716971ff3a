import { reaction } from 'mobx'
import { useLayoutEffect, useState } from 'react'
import { isWorthKeeping, keepPlace, placeIn } from '../../../lib/media-memory.ts'
import type { MediaState } from '../../../stores/media/MediaState.ts'

/** How often the position is saved during playback. */
const EVERY_S = 5

/** Saves how far a file was played, or forgets it if nobody would want to resume there. */
export function keepPlaceOf({ time, duration, isFilm }: MediaState, file: string): void {
  if (duration > 0) keepPlace(localStorage, file, isWorthKeeping(time, duration, isFilm) ? time : null)
}

/** Resumes where the file was left on this device. Returns the position in seconds; null for the start. */
export function useKeptPlace(media: MediaState, file: string): number | null {
  const [resumedAt, setResumedAt] = useState<number | null>(null)
  // Runs before the file is requested, so that no event is missed.
  useLayoutEffect(() => {
    const { element } = media
    const resume = () => {
      const place = placeIn(localStorage, file)
      // A small file plays already for a moment.
      const isUnderWay = element.currentTime > EVERY_S
      if (place === null || isUnderWay || !isWorthKeeping(place, element.duration, media.isFilm)) return
      media.seekTo(place)
      setResumedAt(place)
    }
    element.addEventListener('loadedmetadata', resume, { once: true })
    const keep = () => keepPlaceOf(media, file)
    window.addEventListener('pagehide', keep)
    const stop = reaction(() => `${Math.floor(media.time / EVERY_S)} ${media.isPaused}`, keep)
    return () => {
      element.removeEventListener('loadedmetadata', resume)
      window.removeEventListener('pagehide', keep)
      stop()
    }
  }, [media, file])
  return resumedAt
}
