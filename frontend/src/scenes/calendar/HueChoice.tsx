import { CALENDAR_HUES } from '../../../../backend/contract/calendar-limits.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { hueStyle } from './colours.ts'

interface HueChoiceProps {
  hue: number
  /** Tells the choices of one calendar from those of the others. */
  group: string
  onChoose(hue: number): void
}

/** The colours that a calendar may have. */
export function HueChoice({ hue, group, onChoose }: HueChoiceProps) {
  const { t } = useTexts()
  return (
    <div className="cal-hues" role="radiogroup" aria-label={t('calendar.colour')}>
      {CALENDAR_HUES.map((value, index) => (
        <input
          key={value}
          type="radio"
          name={`hue-${group}`}
          style={hueStyle(value)}
          aria-label={t('calendar.colourNumber', { number: index + 1 })}
          checked={value === hue}
          onChange={() => onChoose(value)}
        />
      ))}
    </div>
  )
}
