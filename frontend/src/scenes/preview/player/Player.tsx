// Audio and video: played by the browser, with controls of our own.
import { observer } from 'mobx-react-lite'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/useTexts.ts'
import { MediaState } from '../../../stores/media/MediaState.ts'
import { queueAround } from '../../../stores/media/queue.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import { useSubtitles } from '../useSubtitles.ts'
import type { ViewerProps } from '../viewer.ts'
import { toggleFullScreen } from './full-screen.ts'
import { parkFilm, takeParkedFilm } from './parked-film.ts'
import { PlayerBar } from './PlayerBar.tsx'
import { PlayerScreen } from './PlayerScreen.tsx'
import { useCues } from './useCues.ts'
import { useIdle } from './useIdle.ts'
import { keepPlaceOf } from './useKeptPlace.ts'
import { useMediaSession } from './useMediaSession.ts'
import { usePlayerKeys } from './usePlayerKeys.ts'
import { useSong } from './useSong.ts'

/** The viewer for audio and video. A replaced file starts again. */
export function MediaViewer(props: ViewerProps) {
  return <Player key={props.source.pictures.original} {...props} />
}

const Player = observer(function Player({ item, source, turning, isCard }: ViewerProps) {
  const { t } = useTexts()
  const root = useRef<HTMLDivElement>(null)
  const media = usePlayed({ item, source, isEager: !isCard })
  const queue = queueAround(turning.files, item.path)
  const cues = useCues(media, useSubtitles(item, source.subtitleUrl))
  const song = useSong(item, media.url)
  const idle = useIdle(root, media.isFilm && !media.isPaused)
  const handleFullScreen = () => void toggleFullScreen(root.current)
  usePlayerKeys({ media, onSubtitles: cues.toggle, onFullScreen: handleFullScreen })
  useMediaSession({ media, song, cover: source.thumbOf(item), queue, show: turning.show })
  useEffect(() => {
    // Songs follow each other. After a film, people choose.
    if (media.hasEnded && !media.isFilm && queue.next?.type === 'audio') turning.show(queue.next)
  }, [media.hasEnded, media, queue.next, turning])
  if (media.trouble !== null)
    return (
      <LoadFailure
        item={item}
        source={source}
        trouble={media.trouble}
        unreadable={t('preview.cannotPlay')}
        onRetry={media.retry}
      />
    )
  return (
    <div
      ref={root}
      className={`player ${media.isFilm ? 'film' : 'sound'} ${idle.isIdle ? 'is-idle' : ''}`}
      data-cues={cues.size}
      role="group"
      aria-label={t('player.label', { name: item.name })}
    >
      <PlayerScreen song={song} media={media} source={source} item={item} idle={idle} onFullScreen={handleFullScreen} />
      <PlayerBar media={media} queue={queue} cues={cues} show={turning.show} onFullScreen={handleFullScreen} />
    </div>
  )
})

/** The media that is playing, while it is shown and afterwards in picture in picture. */
function usePlayed({ item, source, isEager }: Pick<ViewerProps, 'item' | 'source'> & { isEager: boolean }): MediaState {
  const url = source.pictures.original
  const [media] = useState(() => takeParkedFilm(url) ?? new MediaState(item.type === 'video' ? 'video' : 'audio', url))
  const { memoryKey } = source
  useLayoutEffect(() => {
    media.open(isEager)
    return () => {
      keepPlaceOf(media, memoryKey)
      media.leave()
      if (media.isInPicture) parkFilm(media, () => keepPlaceOf(media, memoryKey))
      else media.close()
    }
  }, [media, memoryKey, isEager])
  return media
}
