import { Plus } from 'lucide-react'
import { useState } from 'react'
import { EVENT_REMINDERS_MAX } from '../../../../backend/contract/calendar-limits.ts'
import { SelectField } from '../../components/SelectField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useReminderNames } from './useReminderNames.ts'

interface ReminderFieldsProps {
  /** Minutes before the start. */
  reminders: readonly number[]
  allDay: boolean
  onChange(reminders: number[]): void
}

/** When one is reminded of an event: once, or several times. */
export function ReminderFields({ reminders, allDay, onChange }: ReminderFieldsProps) {
  const { t } = useTexts()
  const [isAdding, setAdding] = useState(false)
  const isMore = isAdding && reminders.length > 0 && reminders.length < EVENT_REMINDERS_MAX
  const fields: (number | null)[] = reminders.length === 0 || isMore ? [...reminders, null] : [...reminders]
  const set = (index: number, minutes: number | null) => {
    setAdding(false)
    const others = reminders.filter((_, other) => other !== index)
    onChange([...new Set([...others, ...(minutes === null ? [] : [minutes])])].toSorted((a, b) => a - b))
  }
  return (
    <div className="cal-reminders">
      {fields.map((minutes, index) => (
        <ReminderChoice
          key={minutes ?? 'none'}
          label={fields.length === 1 ? t('calendar.field.reminder') : t('reminders.numbered', { number: index + 1 })}
          minutes={minutes}
          allDay={allDay}
          onChoose={(chosen) => set(index, chosen)}
        />
      ))}
      {fields.includes(null) || fields.length === EVENT_REMINDERS_MAX ? null : (
        <button type="button" className="button plain" onClick={() => setAdding(true)}>
          <Plus className="icon" aria-hidden="true" />
          <span className="label">{t('reminders.another')}</span>
        </button>
      )}
    </div>
  )
}

interface ReminderChoiceProps {
  label: string
  /** Null for none. */
  minutes: number | null
  allDay: boolean
  onChoose(minutes: number | null): void
}

function ReminderChoice({ label, minutes, allDay, onChoose }: ReminderChoiceProps) {
  const { t } = useTexts()
  const { choicesFor, nameOf } = useReminderNames()
  const usual = choicesFor(allDay)
  // That of another program is kept as it is.
  const choices = minutes === null || usual.includes(minutes) ? usual : [...usual, minutes].toSorted((a, b) => a - b)
  return (
    <SelectField
      label={label}
      value={minutes ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{t('reminders.none')}</option>
      {choices.map((one) => (
        <option key={one} value={one}>
          {nameOf(one, allDay)}
        </option>
      ))}
    </SelectField>
  )
}
