// A picture on the stage: fitted, zoomed with wheel, pinch, double click and keys, moved by dragging, rotated with R.
import { useEffect, useEffectEvent, useState } from 'react'
import { meaningOf, PICTURE_KEYS } from '../../actions/stage-keys.ts'
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

function Picture({ item, source, turning, onSwipe, onPicture, onSlideshow = null }: ViewerProps) {
  const { view, stage, picture, zoom, fit, handlers, turn, quarters } = useTurning(onSwipe)
  const isZoomed = view.scale > 1
  const { src, state, dropThumb, retry } = usePictureSource(source.pictures, isZoomed)
  const acts = { zoom, fit, turn, fillScreen: () => void toggleFullScreen(stage.current) }
  usePictureKeys(acts)
  useSettled({ state, src, onPicture })
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
        {state === 'loading' && src === null ? <PictureWait /> : null}
        <PictureButtons {...acts} scale={view.scale} onSlideshow={onSlideshow} />
      </div>
      <FilmStrip item={item} source={source} turning={turning} />
    </>
  )
}

/** Tells the stage when the picture has come, or that it never will. */
function useSettled({
  state,
  src,
  onPicture,
}: Pick<ReturnType<typeof usePictureSource>, 'state' | 'src'> & Pick<ViewerProps, 'onPicture'>): void {
  const tell = useEffectEvent((url: string | null) => onPicture?.(url))
  useEffect(() => {
    if (state !== 'loading') tell(state === 'ready' ? src : null)
  }, [state, src])
}

function PictureWait() {
  const { t } = useTexts()
  return (
    <span className="stage-wait" role="status">
      {t('preview.loading')}
    </span>
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
  const acts = { zoomIn: () => zoom(ZOOM_STEP), zoomOut: () => zoom(1 / ZOOM_STEP), fit, turn, fillScreen }
  useKeyLayer({
    layer: 'stage',
    handle(event) {
      const meaning = meaningOf(PICTURE_KEYS, event)
      if (meaning !== null) acts[meaning]()
      return meaning !== null
    },
  })
}
