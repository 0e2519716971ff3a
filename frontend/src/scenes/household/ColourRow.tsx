import { type CSSProperties, useId } from 'react'
import { BRAND_HUES, brandOf, type BrandHue, colourOfHue, longHex } from '../../lib/brand-colour.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** Degrees within which a colour counts as one of the offered ones. */
const NEAR = 3
/** The default hue. */
const USUAL: BrandHue = 'pine'

const HUES = Object.entries(BRAND_HUES) as [BrandHue, number][]

/** The household's colour: one of a few by name, or any other. The page shows it at once. */
export function ColourRow({ colour, onChange }: { colour: string; onChange(colour: string): void }) {
  const { t } = useTexts()
  const id = useId()
  const brand = brandOf(colour)
  const chosen = chosenHue(brand)
  return (
    <div className="set tall">
      <div>
        <div className="set-title" id={id}>
          {t('household.colour')}
        </div>
        <div className="set-lead">{t('household.colourLead')}</div>
      </div>
      <div className="line">
        <div className="swatches" role="group" aria-labelledby={id}>
          {HUES.map(([name, hue]) => (
            <button
              key={name}
              type="button"
              style={{ '--h': hue } as CSSProperties}
              aria-label={t(`household.hue.${name}`)}
              title={t(`household.hue.${name}`)}
              aria-pressed={name === chosen}
              onClick={() => onChange(name === USUAL ? '' : colourOfHue(hue))}
            />
          ))}
          <label className={`other ${chosen === undefined ? 'is-chosen' : ''}`} title={t('household.otherColour')}>
            <input
              type="color"
              aria-label={t('household.otherColour')}
              value={brand === null ? colourOfHue(BRAND_HUES[USUAL]) : longHex(colour)}
              onChange={(event) => onChange(event.target.value)}
            />
          </label>
        </div>
      </div>
    </div>
  )
}

/** The offered colour that it is; undefined for any other. */
function chosenHue(brand: ReturnType<typeof brandOf>): BrandHue | undefined {
  if (brand === null) return USUAL
  return HUES.find(([, hue]) => Math.abs(hue - brand.hue) <= NEAR && brand.chroma > 0.07)?.[0]
}
