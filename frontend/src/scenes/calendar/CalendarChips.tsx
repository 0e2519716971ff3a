import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { hueStyle } from './colours.ts'
import { useCalendarWords } from './useCalendarWords.ts'

/** Every calendar, to switch on and off. */
export const CalendarChips = observer(function CalendarChips() {
  const calendars = calendarOf(useRoot())
  const { t } = useTexts()
  const { nameOf } = useCalendarWords(calendars)
  return (
    <ul className="cal-chips" aria-label={t('calendar.shown')}>
      {calendars.calendars.map((calendar) => (
        <li key={calendar.id}>
          <label className="cal-chip" style={hueStyle(calendar.hue)}>
            <input
              type="checkbox"
              checked={!calendars.hidden.includes(calendar.id)}
              onChange={() => calendars.toggle(calendar.id)}
            />
            <span className="cut" dir="auto">
              {nameOf(calendar)}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
})
