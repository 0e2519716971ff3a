// A picture on the stage: fitted, zoomed by wheel, pinch, double click and keys, moved by dragging.
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import type { Resolution } from '../../../../backend/contract/resources.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Swipe } from '../../lib/pan-zoom.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import type { PictureSources } from '../../stores/ThumbStore.ts'
import { StageCard } from './StageCard.tsx'
import { fromMiddle, type PanZoom, usePanZoom } from './usePanZoom.ts'
import { usePictureSource } from './usePictureSource.ts'
import type { ViewerProps } from './viewer.ts'

const STEP = 1.5
const DOUBLE_CLICK_SCALE = 3

/** A picture. A replaced one starts again. */
export function PictureViewer({ item, source, onSwipe }: ViewerProps) {
  const { name, resolution } = item
  const { pictures } = source
  return <Picture key={pictures.original} sources={pictures} resolution={resolution} name={name} onSwipe={onSwipe} />
}

interface PictureProps {
  sources: PictureSources
  /** The picture's own size in pixels, if known: the space that all its sizes take. */
  resolution: Resolution | undefined
  name: string
  onSwipe(swipe: Swipe): void
}

function Picture({ sources, resolution, name, onSwipe }: PictureProps) {
  const { t } = useTexts()
  const { view, stage, picture, zoom, fit, handlers } = usePanZoom(onSwipe)
  const isZoomed = view.scale > 1
  useZoomKeys({ zoom, fit })
  const { src, state, dropThumb } = usePictureSource(sources, isZoomed)
  if (state === 'broken')
    return <StageCard kind="image" title={t('preview.brokenPicture')} text={t('preview.downloadInstead')} />
  return (
    <div
      ref={stage}
      className={`canvas ${isZoomed ? 'is-zoomed' : ''}`}
      {...handlers}
      onDoubleClick={(event) => (isZoomed ? fit() : zoom(DOUBLE_CLICK_SCALE, fromMiddle(event.currentTarget, event)))}
    >
      {src === null ? null : (
        <img
          ref={picture}
          src={src}
          alt={name}
          width={resolution?.width}
          height={resolution?.height}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          onError={dropThumb}
        />
      )}
      {state === 'loading' && src === null ? (
        <span className="stage-wait" role="status">
          {t('preview.loading')}
        </span>
      ) : null}
      <ZoomButtons scale={view.scale} zoom={zoom} fit={fit} />
    </div>
  )
}

function useZoomKeys({ zoom, fit }: Pick<PanZoom, 'zoom' | 'fit'>): void {
  useKeyLayer({
    layer: 'stage',
    handle(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false
      if (event.key === '+' || event.key === '=') zoom(STEP)
      else if (event.key === '-') zoom(1 / STEP)
      else if (event.key === '0') fit()
      else return false
      return true
    },
  })
}

interface ZoomButtonsProps extends Pick<PanZoom, 'zoom' | 'fit'> {
  scale: number
}

function ZoomButtons({ scale, zoom, fit }: ZoomButtonsProps) {
  const { t } = useTexts()
  return (
    <div className="zoom-keys" role="group" aria-label={t('preview.zoom', { percent: Math.round(scale * 100) })}>
      <IconButton
        icon={ZoomOut}
        label={`${t('preview.zoomOut')} (−)`}
        disabled={scale === 1}
        onClick={() => zoom(1 / STEP)}
      />
      <IconButton icon={Maximize} label={`${t('preview.fit')} (0)`} disabled={scale === 1} onClick={fit} />
      <IconButton icon={ZoomIn} label={`${t('preview.zoomIn')} (+)`} onClick={() => zoom(STEP)} />
    </div>
  )
}
