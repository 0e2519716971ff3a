import { Expand, Maximize, MonitorPlay, RotateCwSquare, Shrink, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ZOOM_STEP } from '../../lib/pan-zoom.ts'
import type { PictureActs } from './Picture.tsx'
import { useIsFullScreen } from './player/full-screen.ts'
import type { ViewerProps } from './viewer.ts'

export interface PictureButtonsProps extends PictureActs, Required<Pick<ViewerProps, 'onSlideshow'>> {
  scale: number
}

/** The buttons below a picture. */
export function PictureButtons({ scale, zoom, fit, turn, fillScreen, onSlideshow }: PictureButtonsProps) {
  const { t } = useTexts()
  const isFull = useIsFullScreen()
  return (
    <div className="zoom-keys" role="group" aria-label={t('preview.zoom', { percent: Math.round(scale * 100) })}>
      <IconButton
        icon={ZoomOut}
        label={`${t('preview.zoomOut')} (−)`}
        disabled={scale === 1}
        onClick={() => zoom(1 / ZOOM_STEP)}
      />
      <IconButton icon={Maximize} label={`${t('preview.fit')} (0)`} disabled={scale === 1} onClick={fit} />
      <IconButton icon={ZoomIn} label={`${t('preview.zoomIn')} (+)`} onClick={() => zoom(ZOOM_STEP)} />
      <IconButton icon={RotateCwSquare} label={`${t('viewer.turn')} (R)`} onClick={turn} />
      <IconButton
        icon={isFull ? Shrink : Expand}
        label={`${t(isFull ? 'player.leaveFullScreen' : 'player.fullScreen')} (F)`}
        onClick={fillScreen}
      />
      {onSlideshow === null ? null : (
        <IconButton icon={MonitorPlay} label={`${t('slideshow.title')} (S)`} onClick={onSlideshow} />
      )}
    </div>
  )
}
