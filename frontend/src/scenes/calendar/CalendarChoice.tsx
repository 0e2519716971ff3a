import { observer } from 'mobx-react-lite'
import { SelectField } from '../../components/SelectField.tsx'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useCalendarWords } from './useCalendarWords.ts'

export interface CalendarChoiceProps {
  label: string
  /** The id of a calendar. */
  value: string
  onChoose(calendar: string): void
}

/** A choice of one of the calendars that the person may change. */
export const CalendarChoice = observer(function CalendarChoice({ label, value, onChoose }: CalendarChoiceProps) {
  const calendars = calendarOf(useRoot())
  const { nameOf } = useCalendarWords(calendars)
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {calendars.calendars
        .filter(({ mayChange }) => mayChange)
        .map((calendar) => (
          <option key={calendar.id} value={calendar.id}>
            {nameOf(calendar)}
          </option>
        ))}
    </SelectField>
  )
})
