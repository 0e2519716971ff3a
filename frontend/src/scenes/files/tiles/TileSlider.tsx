import { Image } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { TILE_PIXELS } from '../../../../../backend/contract/user-choices.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import { useRoot } from '../../../stores/useRoot.ts'

const STEP_PX = 8

/** The size of the tiles. */
export const TileSlider = observer(function TileSlider() {
  const { views } = useRoot()
  const { t } = useTexts()
  return (
    <span className="tile-slider">
      <Image className="icon sm" aria-hidden="true" />
      <input
        type="range"
        className="slider"
        min={TILE_PIXELS.least}
        max={TILE_PIXELS.most}
        step={STEP_PX}
        value={views.current.tile}
        aria-label={t('view.size')}
        onChange={({ target }) => views.change({ tile: target.valueAsNumber })}
      />
      <Image className="icon" aria-hidden="true" />
    </span>
  )
})
