// Sound and film in the browser's own player, with the usual keys: K or Space, J and L, arrows, M, F, C.
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { isFrom } from '../../lib/key-layers.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { StageCard } from './StageCard.tsx'
import type { SubtitleTrack } from './useSubtitles.ts'

const SHORT_SEEK_S = 5
const LONG_SEEK_S = 10

export interface PlayerProps {
  kind: 'audio' | 'video'
  url: string
  name: string
  /** A still of a film; null for none. */
  poster: string | null
  tracks: readonly SubtitleTrack[]
  /** Shown above a sound. */
  cover: ReactNode
  /** Whether it starts by itself. */
  isEager?: boolean
}

export function Player({ kind, url, name, poster, tracks, cover, isEager = true }: PlayerProps) {
  const { t } = useTexts()
  const [isBroken, setBroken] = useState(false)
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  useKeyLayer({
    layer: 'stage',
    handle(event) {
      const media = player.current
      if (!media || event.ctrlKey || event.metaKey || event.altKey) return false
      // While they have the focus, the player's own buttons and sliders handle Space and arrows.
      const isOwn = event.target === media || isFrom(event, 'button, a')
      return !(isOwn && [' ', 'ArrowLeft', 'ArrowRight'].includes(event.key)) && play(media, event.key)
    },
  })
  if (isBroken) return <StageCard kind={kind} title={t('preview.cannotPlay')} text={t('preview.downloadInstead')} />
  const common = {
    ref: player,
    src: url,
    controls: true,
    autoPlay: isEager,
    preload: isEager ? 'metadata' : 'none',
    'aria-label': name,
    onError: () => setBroken(true),
  }
  return kind === 'video' ? (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- subtitles lie beside the video, where there are any
    <video {...common} playsInline poster={poster ?? undefined}>
      {tracks.map(({ src, label, language }) => (
        <track key={src} kind="subtitles" src={src} label={label} srcLang={language || undefined} />
      ))}
    </video>
  ) : (
    <div className="sound">
      {cover}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings have none */}
      <audio {...common} />
    </div>
  )
}

/** Handles a key of the player. Returns false for other keys. */
function play(media: HTMLMediaElement, key: string): boolean {
  const keys: Record<string, () => void> = {
    ' ': () => void (media.paused ? media.play() : media.pause()),
    k: () => void (media.paused ? media.play() : media.pause()),
    j: () => seek(media, -LONG_SEEK_S),
    l: () => seek(media, LONG_SEEK_S),
    ArrowLeft: () => seek(media, -SHORT_SEEK_S),
    ArrowRight: () => seek(media, SHORT_SEEK_S),
    m: () => {
      media.muted = !media.muted
    },
    c: () => toggleSubtitles(media),
    f: () => void (document.fullscreenElement ? document.exitFullscreen() : media.requestFullscreen()),
  }
  const act = keys[key.length === 1 ? key.toLowerCase() : key]
  act?.()
  return act !== undefined
}

function seek(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.max(0, Math.min(media.duration || 0, media.currentTime + seconds))
}

/** Shows the first subtitles, or none. */
function toggleSubtitles({ textTracks }: HTMLMediaElement): void {
  const tracks = [...textTracks]
  const isOn = tracks.some(({ mode }) => mode === 'showing')
  for (const [index, track] of tracks.entries()) track.mode = !isOn && index === 0 ? 'showing' : 'disabled'
}
