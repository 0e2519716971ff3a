import { LoaderCircle, Play } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../../i18n/useTexts.ts'
import { clockOf } from '../../../lib/media-words.ts'
import type { SongTags } from '../../../lib/song-tags.ts'
import type { MediaState } from '../../../stores/media/MediaState.ts'
import type { ViewerProps } from '../viewer.ts'
import type { Idle } from './useIdle.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import { LONG_SEEK_S } from './usePlayerKeys.ts'
import { useTaps } from './useTaps.ts'

/** The offer to start over disappears after this time. */
const OFFER_S = 10

export interface PlayerScreenProps extends Pick<ViewerProps, 'item' | 'source'> {
  media: MediaState
  song: SongTags
  idle: Idle
  onFullScreen(): void
}

/** The film itself, or the cover of a song, and the notes above it. */
export const PlayerScreen = observer(function PlayerScreen(props: PlayerScreenProps) {
  const { media, song, source, idle, onFullScreen } = props
  const { t } = useTexts()
  const slot = useSlot(props)
  const taps = useTaps({
    onClick: media.toggle,
    onDoubleClick: onFullScreen,
    onTap: () => (idle.isIdle ? idle.wake() : media.isPaused ? media.play() : idle.rest()),
    onSeek: (direction) => media.seekBy(direction * LONG_SEEK_S),
  })
  const resumedAt = useKeptPlace(media, source.memoryKey)
  return (
    <div className="player-screen">
      {/* Keys and buttons do the same. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div ref={slot} className="player-slot" {...(media.isFilm ? taps : {})} />
      {media.isFilm ? null : <Sound song={song} source={source} />}
      {media.isFilm && media.isPaused && media.time === 0 ? (
        <button type="button" className="play-over" aria-label={t('player.play')} onClick={media.play}>
          <Play className="icon lg" aria-hidden="true" />
        </button>
      ) : null}
      {media.isWaiting ? (
        <span className="player-wait" role="status">
          <LoaderCircle className="turning" aria-hidden="true" />
          <span className="sr">{t('preview.loading')}</span>
        </span>
      ) : null}
      {media.isInPicture ? <p className="player-note">{t('player.isInPicture')}</p> : null}
      {resumedAt !== null && Math.abs(media.time - resumedAt) < OFFER_S ? (
        <p className="player-note" role="status">
          <span>{t('player.resumed', { time: clockOf(resumedAt) })}</span>
          <button type="button" className="button small" onClick={() => media.seekTo(0)}>
            {t('player.startOver')}
          </button>
        </p>
      ) : null}
    </div>
  )
})

/** The place of the media element, which can outlive it. */
function useSlot({ media: { element }, item, source }: PlayerScreenProps) {
  const slot = useRef<HTMLDivElement>(null)
  const { poster } = source
  useLayoutEffect(() => {
    element.setAttribute('aria-label', item.name)
    if (poster !== null) element.setAttribute('poster', poster)
    slot.current?.append(element)
  }, [element, item.name, poster])
  return slot
}

function Sound({ song: { title, artist }, source }: Pick<PlayerScreenProps, 'song' | 'source'>) {
  return (
    <div className="song">
      {source.tile}
      <p className="strong" dir="auto">
        {title}
      </p>
      {artist === '' ? null : (
        <p className="muted" dir="auto">
          {artist}
        </p>
      )}
    </div>
  )
}
