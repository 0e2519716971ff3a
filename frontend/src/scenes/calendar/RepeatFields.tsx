import { observer } from 'mobx-react-lite'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { type EventForm, type Repeat, REPEATS } from '../../stores/calendar/EventForm.ts'

/** How an event repeats, and until when. */
export const RepeatFields = observer(function RepeatFields({ form }: { form: EventForm }) {
  const { t } = useTexts()
  const { repeat, until, startDay } = form
  // A rule of another program is kept as it is.
  const choices = REPEATS.filter((one) => one !== 'other' || repeat === 'other')
  return (
    <div className="cal-times">
      <SelectField
        label={t('calendar.field.repeat')}
        value={repeat}
        onChange={({ target }) => form.setRepeat(target.value as Repeat)}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {t(`calendar.repeat.${one}`)}
          </option>
        ))}
      </SelectField>
      {repeat === 'never' ? null : (
        <Field
          label={t('calendar.field.until')}
          type="date"
          value={until}
          min={startDay}
          onChange={({ target }) => form.setUntil(target.value)}
        />
      )}
    </div>
  )
})
