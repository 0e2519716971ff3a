// The controls of the player, below the picture.
import {
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import type { Item } from '../../../../../backend/contract/resources.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import type { MediaState } from '../../../stores/media/MediaState.ts'
import type { Queue } from '../../../stores/media/queue.ts'
import { useIsFullScreen } from './full-screen.ts'
import { SpeedMenu, SubtitlesMenu } from './PlayerMenus.tsx'
import { SeekBar } from './SeekBar.tsx'
import type { Cues } from './useCues.ts'
import { LONG_SEEK_S } from './usePlayerKeys.ts'

export interface PlayerBarProps {
  media: MediaState
  queue: Queue
  cues: Cues
  show(item: Item): void
  onFullScreen(): void
}

export function PlayerBar({ media, queue, cues, show, onFullScreen }: PlayerBarProps) {
  return (
    // Time runs from left to right in all languages, and so does everything that belongs to it.
    <div className="player-bar on-stage" dir="ltr">
      <SeekBar media={media} />
      <div className="player-keys">
        <VolumeKeys media={media} />
        <PlayKeys media={media} queue={queue} show={show} />
        <div className="line end">
          <SubtitlesMenu cues={cues} />
          <SpeedMenu media={media} />
          {media.isFilm ? <ScreenKeys media={media} onFullScreen={onFullScreen} /> : null}
        </div>
      </div>
    </div>
  )
}

const VolumeKeys = observer(function VolumeKeys({ media }: { media: MediaState }) {
  const { t } = useTexts()
  const { isMuted, volume } = media
  const heard = isMuted ? 0 : volume
  return (
    <div className="line volume">
      <IconButton
        icon={heard === 0 ? VolumeX : Volume2}
        label={`${t(isMuted ? 'player.unmute' : 'player.mute')} (M)`}
        onClick={media.toggleMuted}
      />
      <div className="track" style={{ '--part': heard } as CSSProperties}>
        <div className="track-line">
          <i className="track-done" />
        </div>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={heard}
          aria-label={t('player.volume')}
          aria-valuetext={t('preview.zoom', { percent: Math.round(heard * 100) })}
          onChange={({ target }) => media.setVolume(target.valueAsNumber)}
        />
      </div>
    </div>
  )
})

const PlayKeys = observer(function PlayKeys({
  media,
  queue: { previous, next },
  show,
}: Pick<PlayerBarProps, 'media' | 'queue' | 'show'>) {
  const { t } = useTexts()
  const { isPaused, seekBy } = media
  const hasQueue = previous !== null || next !== null
  const turn = (item: Item | null) => () => {
    if (item) show(item)
  }
  return (
    <div className="line middle">
      {hasQueue ? (
        <IconButton
          icon={SkipBack}
          label={previous ? t('player.previous', { name: previous.name }) : t('player.noPrevious')}
          disabled={previous === null}
          onClick={turn(previous)}
        />
      ) : null}
      <IconButton icon={RotateCcw} label={`${t('player.back')} (J)`} onClick={() => seekBy(-LONG_SEEK_S)} />
      <IconButton
        icon={isPaused ? Play : Pause}
        className="play"
        label={`${t(isPaused ? 'player.play' : 'player.pause')} (K)`}
        onClick={media.toggle}
      />
      <IconButton icon={RotateCw} label={`${t('player.forward')} (L)`} onClick={() => seekBy(LONG_SEEK_S)} />
      {hasQueue ? (
        <IconButton
          icon={SkipForward}
          label={next ? t('player.next', { name: next.name }) : t('player.noNext')}
          disabled={next === null}
          onClick={turn(next)}
        />
      ) : null}
    </div>
  )
})

const ScreenKeys = observer(function ScreenKeys({
  media,
  onFullScreen,
}: Pick<PlayerBarProps, 'media' | 'onFullScreen'>) {
  const { t } = useTexts()
  const isFull = useIsFullScreen()
  return (
    <>
      {document.pictureInPictureEnabled ? (
        <IconButton
          icon={PictureInPicture2}
          label={t('player.picture')}
          aria-pressed={media.isInPicture}
          onClick={media.togglePicture}
        />
      ) : null}
      <IconButton
        icon={isFull ? Minimize : Maximize}
        label={`${t(isFull ? 'player.leaveFullScreen' : 'player.fullScreen')} (F)`}
        onClick={onFullScreen}
      />
    </>
  )
})
