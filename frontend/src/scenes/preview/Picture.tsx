// A picture on the stage: fitted, zoomed with wheel, pinch, double click and keys, moved by dragging, rotated with R.
import { useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { ZOOM_STEP } from '../../lib/pan-zoom.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { BrokenPicture } from './BrokenPicture.tsx'
import { FilmStrip } from './FilmStrip.tsx'
import { PictureButtons } from './PictureButtons.tsx'
import { toggleFullScreen } from './player/full-screen.ts'
import { fromMiddle, type PanZoom, usePanZoom } from './usePanZoom.ts'
import { usePictureSource } from './usePictureSource.ts'
import type { ViewerProps } from './viewer.ts'

const DOUBLE_CLICK_SCALE = 3
const QUARTER = 90

/** A picture. A replaced one starts again. */
export function PictureViewer(props: ViewerProps) {
  return <Picture key={props.source.pictures.original} {...props} />
}

function Picture({ item, source, turning, onSwipe }: ViewerProps) {
  const { t } = useTexts()
  const { view, stage, picture, zoom, fit, handlers, turn, quarters } = useTurning(onSwipe)
  const isZoomed = view.scale > 1
  const { src, state, dropThumb, retry } = usePictureSource(source.pictures, isZoomed)
  const fillScreen = () => void toggleFullScreen(stage.current)
  usePictureKeys({ zoom, fit, turn, fillScreen })
  if (state === 'broken') return <BrokenPicture item={item} source={source} onRetry={retry} />
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale}) rotate(${quarters * QUARTER}deg)`
  return (
    <>
      <div
        ref={stage}
        className={`canvas ${isZoomed ? 'is-zoomed' : ''} ${isOnSide(quarters) ? 'is-turned' : ''}`}
        {...handlers}
        onDoubleClick={(event) => (isZoomed ? fit() : zoom(DOUBLE_CLICK_SCALE, fromMiddle(event.currentTarget, event)))}
      >
        {src === null ? null : (
          <img
            ref={picture}
            src={src}
            alt={item.name}
            width={item.resolution?.width}
            height={item.resolution?.height}
            draggable={false}
            style={{ transform }}
            onError={dropThumb}
          />
        )}
        {state === 'loading' && src === null ? (
          <span className="stage-wait" role="status">
            {t('preview.loading')}
          </span>
        ) : null}
        <PictureButtons scale={view.scale} zoom={zoom} fit={fit} turn={turn} fillScreen={fillScreen} />
      </div>
      <FilmStrip item={item} source={source} turning={turning} />
    </>
  )
}

const isOnSide = (quarters: number): boolean => quarters % 2 !== 0

/** Zoom, position and rotation of a picture. */
function useTurning(onSwipe: ViewerProps['onSwipe']) {
  // Counts up, so that the rotation always goes in the same direction.
  const [quarters, setQuarters] = useState(0)
  const panZoom = usePanZoom({ isTurned: isOnSide(quarters), onSwipe })
  return {
    ...panZoom,
    quarters,
    turn() {
      panZoom.fit()
      setQuarters((now) => now + 1)
    },
  }
}

/** What keys and buttons do with a picture. */
export interface PictureActs extends Pick<PanZoom, 'zoom' | 'fit'> {
  /** Rotates the view to the right. The file is not changed. */
  turn(): void
  /** Enters or leaves full screen. */
  fillScreen(): void
}

function usePictureKeys({ zoom, fit, turn, fillScreen }: PictureActs): void {
  useKeyLayer({
    layer: 'stage',
    handle(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false
      const acts: Record<string, (() => void) | undefined> = {
        '+': () => zoom(ZOOM_STEP),
        '=': () => zoom(ZOOM_STEP),
        '-': () => zoom(1 / ZOOM_STEP),
        '0': fit,
        r: turn,
        f: fillScreen,
      }
      const act = acts[event.key.toLowerCase()]
      act?.()
      return act !== undefined
    },
  })
}
