import { observer } from 'mobx-react-lite'
import { type RefObject, useId } from 'react'
import {
  EVENT_NOTES_MAX,
  EVENT_PLACE_MAX,
  EVENT_TITLE_MAX,
  EVERYONE,
} from '../../../../backend/contract/calendar-limits.ts'
import { CheckLine } from '../../components/CheckLine.tsx'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { type EventForm, ownZone } from '../../stores/calendar/EventForm.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { AttachedFields } from './AttachedFields.tsx'
import { CalendarChoice } from './CalendarChoice.tsx'
import { ReminderFields } from './ReminderFields.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { TimeFields } from './TimeFields.tsx'

interface FormProps {
  form: EventForm
}

const TITLE = { maxLength: EVENT_TITLE_MAX, 'aria-required': true, dir: 'auto', autoComplete: 'off' } as const

/** All fields of an event. What is needed less often is folded away. */
export const EventFormFields = observer(function EventFormFields({
  form,
  titleRef,
}: FormProps & { titleRef: RefObject<HTMLInputElement | null> }) {
  const { t } = useTexts()
  const { fields } = form
  return (
    <div className="cal-form">
      <Field
        label={t('calendar.field.title')}
        inputRef={titleRef}
        value={fields.title}
        {...TITLE}
        onChange={({ target }) => form.set({ title: target.value })}
      />
      <TimeFields form={form} />
      <RepeatFields form={form} />
      <ReminderFields
        reminders={fields.reminders}
        allDay={fields.allDay}
        onChange={(reminders) => form.set({ reminders })}
      />
      <CalendarField form={form} />
      <Field
        label={t('calendar.field.place')}
        value={fields.place}
        maxLength={EVENT_PLACE_MAX}
        dir="auto"
        autoComplete="off"
        onChange={({ target }) => form.set({ place: target.value })}
      />
      <details className="advanced-fold">
        <summary>{t('calendar.more')}</summary>
        <MoreFields form={form} />
      </details>
    </div>
  )
})

/** Whose event it is. */
const CalendarField = observer(function CalendarField({ form }: FormProps) {
  const { t } = useTexts()
  return (
    <CalendarChoice
      label={t('calendar.field.calendar')}
      value={form.fields.calendar}
      onChoose={(calendar) => form.set({ calendar })}
    />
  )
})

const MoreFields = observer(function MoreFields({ form }: FormProps) {
  const { t } = useTexts()
  const { fields } = form
  return (
    <div className="cal-form">
      <NotesField form={form} />
      <PeopleFields form={form} />
      {fields.allDay ? null : <ZoneField form={form} />}
      {fields.calendar === EVERYONE ? null : (
        <CheckLine
          label={t('calendar.private')}
          isOn={fields.private}
          onChange={(isOn) => form.set({ private: isOn })}
        />
      )}
      <AttachedFields form={form} />
    </div>
  )
})

const NotesField = observer(function NotesField({ form }: FormProps) {
  const { t } = useTexts()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t('calendar.field.notes')}</label>
      <textarea
        id={id}
        className="input cal-notes"
        value={form.fields.notes}
        maxLength={EVENT_NOTES_MAX}
        rows={4}
        dir="auto"
        onChange={({ target }) => form.set({ notes: target.value })}
      />
    </div>
  )
})

/** The people that it concerns. */
const PeopleFields = observer(function PeopleFields({ form }: FormProps) {
  const { people } = calendarOf(useRoot())
  const { t } = useTexts()
  return (
    <fieldset className="cal-people">
      <legend>{t('calendar.field.who')}</legend>
      {people.map(({ id, username }) => (
        <CheckLine
          key={id}
          label={username}
          isOn={form.fields.who.includes(id)}
          onChange={() => form.togglePerson(id)}
        />
      ))}
    </fieldset>
  )
})

const ZoneField = observer(function ZoneField({ form }: FormProps) {
  const { t } = useTexts()
  const { zone } = form.fields
  const zones = [...new Set([ownZone(), zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <SelectField
      label={t('calendar.field.zone')}
      value={zone}
      dir="ltr"
      onChange={({ target }) => form.set({ zone: target.value })}
    >
      {zones.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
})
