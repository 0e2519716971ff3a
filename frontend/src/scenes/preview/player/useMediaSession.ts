import { autorun } from 'mobx'
import { useEffect, useEffectEvent } from 'react'
import type { Item } from '../../../../../backend/contract/resources.ts'
import type { SongTags } from '../../../lib/song-tags.ts'
import type { MediaState } from '../../../stores/media/MediaState.ts'
import type { Queue } from '../../../stores/media/queue.ts'
import { LONG_SEEK_S } from './usePlayerKeys.ts'

export interface MediaSessionOptions {
  media: MediaState
  song: SongTags
  /** The file's thumbnail; null for none. */
  cover: string | null
  queue: Queue
  show(item: Item): void
}

/** Tells the operating system what is playing, for its controls: lock screen, media keys, headphones. */
export function useMediaSession({ media, song, cover, queue, show }: MediaSessionOptions): void {
  const turn = useEffectEvent((to: keyof Queue) => {
    const item = queue[to]
    if (item) show(item)
  })
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: media.play,
      pause: media.pause,
      seekbackward: ({ seekOffset }) => media.seekBy(-(seekOffset ?? LONG_SEEK_S)),
      seekforward: ({ seekOffset }) => media.seekBy(seekOffset ?? LONG_SEEK_S),
      seekto: ({ seekTime }) => media.seekTo(seekTime ?? 0),
      previoustrack: () => turn('previous'),
      nexttrack: () => turn('next'),
    }
    for (const [action, handler] of Object.entries(handlers)) setHandler(action as MediaSessionAction, handler)
    const stop = autorun(() => tellPosition(media))
    return () => {
      stop()
      for (const action of Object.keys(handlers)) setHandler(action as MediaSessionAction, null)
    }
  }, [media])
  const { title, artist, album } = song
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined
    const artwork = cover === null ? [] : [{ src: cover }]
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [title, artist, album, cover])
}

/** Browsers throw for unknown actions. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch {
    // The system then shows one button fewer.
  }
}

function tellPosition({ duration, time, rate, isPaused }: MediaState): void {
  navigator.mediaSession.playbackState = isPaused ? 'paused' : 'playing'
  if (duration > 0)
    navigator.mediaSession.setPositionState({ duration, position: Math.min(time, duration), playbackRate: rate })
}
