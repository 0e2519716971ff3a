import { useEffect, useEffectEvent, useState } from 'react'
import { type CueSize, keepChoices, readChoices } from '../../../lib/media-memory.ts'
import type { MediaState } from '../../../stores/media/MediaState.ts'
import type { SubtitleTrack } from '../useSubtitles.ts'

/** The subtitles of a film, which of them are shown, and their text size. */
export interface Cues {
  tracks: readonly SubtitleTrack[]
  /** Address of the visible subtitles; null for none. */
  shown: string | null
  size: CueSize
  show(src: string | null): void
  /** Hides the subtitles, or shows the last ones that were visible, or else the first. */
  toggle(): void
  setSize(size: CueSize): void
}

export function useCues({ element }: MediaState, tracks: readonly SubtitleTrack[]): Cues {
  // The choice made for an earlier film also applies to this one.
  const [shown, setShown] = useState(
    () => tracks.find(({ label }) => label === readChoices(localStorage).subtitles)?.src ?? null,
  )
  const [last, setLast] = useState<string | null>(null)
  const [size, setSize] = useState(() => readChoices(localStorage).cueSize)
  const showChosen = useEffectEvent(() => showTrack(element, shown))
  useEffect(() => {
    const own = tracks.map(({ src, label, language }) =>
      Object.assign(document.createElement('track'), { kind: 'subtitles', src, label, srclang: language }),
    )
    element.append(...own)
    showChosen()
    return () => own.forEach((track) => track.remove())
  }, [element, tracks])
  useEffect(() => showTrack(element, shown), [element, shown])
  const show = (src: string | null) => {
    setShown(src)
    if (src !== null) setLast(src)
    keepChoices(localStorage, { subtitles: tracks.find((track) => track.src === src)?.label ?? '' })
  }
  return {
    tracks,
    shown,
    size,
    show,
    toggle: () => show(shown === null ? (last ?? tracks[0]?.src ?? null) : null),
    setSize(next) {
      setSize(next)
      keepChoices(localStorage, { cueSize: next })
    },
  }
}

function showTrack(element: HTMLMediaElement, shown: string | null): void {
  for (const track of element.querySelectorAll('track'))
    track.track.mode = shown !== null && track.getAttribute('src') === shown ? 'showing' : 'disabled'
}
