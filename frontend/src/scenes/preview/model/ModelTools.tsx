import { Orbit, RotateCcw, SunMoon, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import type { ModelView } from '../../../lib/model/ModelView.ts'

interface ModelToolsProps {
  model: ModelView
  isMoving: boolean
  isLight: boolean
  onMoving(isMoving: boolean): void
  onLight(isLight: boolean): void
}

/** The commands of an open model. */
export function ModelTools({ model, isMoving, isLight, onMoving, onLight }: ModelToolsProps) {
  const { t } = useTexts()
  return (
    <div className="document-tools on-stage" role="toolbar" aria-label={t('document.tools')}>
      <span className="push" />
      <IconButton icon={ZoomOut} label={`${t('preview.zoomOut')} (−)`} onClick={() => model.zoom(-1)} />
      <IconButton icon={ZoomIn} label={`${t('preview.zoomIn')} (+)`} onClick={() => model.zoom(1)} />
      <IconButton icon={RotateCcw} label={`${t('document.front')} (0)`} onClick={() => model.reset()} />
      <IconButton
        icon={Orbit}
        label={t('document.turning')}
        aria-pressed={isMoving}
        onClick={() => onMoving(!isMoving)}
      />
      <IconButton
        icon={SunMoon}
        label={t('document.lightGround')}
        aria-pressed={isLight}
        onClick={() => onLight(!isLight)}
      />
      <span className="push" />
    </div>
  )
}
