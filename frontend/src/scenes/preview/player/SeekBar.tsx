import { observer } from 'mobx-react-lite'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import { useTexts } from '../../../i18n/useTexts.ts'
import { clockOf } from '../../../lib/media-words.ts'
import type { MediaState, TimeRange } from '../../../stores/media/MediaState.ts'

/** The position, what has been loaded, and the time under the pointer. */
export const SeekBar = observer(function SeekBar({ media }: { media: MediaState }) {
  const { t } = useTexts()
  const { time, duration } = media
  const [pointed, setPointed] = useState<number | null>(null)
  const now = clockOf(time)
  const whole = clockOf(duration)
  const handlePointer = (event: PointerEvent<HTMLElement>) => setPointed(partOf(event))
  return (
    <div className="time">
      <span>{now}</span>
      <div
        className="track"
        style={{ '--part': partOfWhole(time, duration) } as CSSProperties}
        onPointerMove={handlePointer}
        onPointerLeave={() => setPointed(null)}
      >
        <div className="track-line">
          <Here media={media} />
          <i className="track-done" />
        </div>
        <input
          type="range"
          min={0}
          max={duration || 1}
          step="any"
          value={time}
          disabled={duration === 0}
          aria-label={t('player.position')}
          aria-valuetext={t('player.at', { time: now, duration: whole })}
          onChange={({ target }) => media.seekTo(target.valueAsNumber)}
        />
        {pointed === null || duration === 0 ? null : <Peek part={pointed} duration={duration} />}
      </div>
      <span>{whole}</span>
    </div>
  )
})

/** The parts that have been loaded. */
const Here = observer(function Here({ media: { buffered, duration } }: { media: MediaState }) {
  return buffered.map((span) => <i key={span[0]} className="track-here" style={placeOf(span, duration)} />)
})

/** The time under the pointer. */
function Peek({ part, duration }: { part: number; duration: number }) {
  return (
    <b className="peek" style={{ '--part': part } as CSSProperties} aria-hidden="true">
      {clockOf(part * duration)}
    </b>
  )
}

const partOfWhole = (seconds: number, duration: number): number => (duration > 0 ? seconds / duration : 0)

/** The pointer's position on the line, from 0 to 1. */
function partOf({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(1, (clientX - left) / width))
}

const placeOf = ([from, to]: TimeRange, duration: number): CSSProperties => ({
  left: `${100 * partOfWhole(from, duration)}%`,
  width: `${100 * partOfWhole(to - from, duration)}%`,
})
