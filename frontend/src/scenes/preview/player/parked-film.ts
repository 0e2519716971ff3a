// The film that plays in picture in picture while the page shows something else. Its element has to stay in the
// document.
import type { MediaState } from '../../../stores/media/MediaState.ts'

let parked: { media: MediaState; release: () => void } | null = null

/** Keeps a film playing after its player has left the page. `onEnd` is called when picture in picture ends. */
export function parkFilm(media: MediaState, onEnd: () => void): void {
  dropParked()
  const { element } = media
  element.hidden = true
  document.body.append(element)
  const life = new AbortController()
  const release = () => {
    life.abort()
    element.remove()
    element.hidden = false
    parked = null
  }
  parked = { media, release }
  element.addEventListener(
    'leavepictureinpicture',
    () => {
      release()
      onEnd()
      media.close()
    },
    { signal: life.signal },
  )
}

/** The film at this address, if it is still playing. Any other is stopped, so that two never play at once. */
export function takeParkedFilm(url: string): MediaState | null {
  if (parked === null) return null
  const { media, release } = parked
  if (media.url !== url) {
    dropParked()
    return null
  }
  release()
  return media
}

function dropParked(): void {
  if (parked === null) return
  const { media, release } = parked
  release()
  media.close()
}
