import { observer } from 'mobx-react-lite'
import { CheckLine } from '../../components/CheckLine.tsx'
import { Field } from '../../components/Field.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { EventForm } from '../../stores/calendar/EventForm.ts'

/** When an event begins and ends. */
export const TimeFields = observer(function TimeFields({ form }: { form: EventForm }) {
  const { t } = useTexts()
  const { startDay, startTime, endDay, endTime, isTimeWrong } = form
  const { allDay } = form.fields
  const wrong = isTimeWrong ? { error: t('calendar.endsBefore') } : {}
  const start = { day: t('calendar.field.startDay'), time: t('calendar.field.startTime') }
  const end = { day: t('calendar.field.endDay'), time: t('calendar.field.endTime') }
  const set = { start: form.setStart, end: form.setEnd }
  return (
    <>
      <CheckLine label={t('calendar.allDay')} isOn={allDay} onChange={(isOn) => form.set({ allDay: isOn })} />
      <div className="cal-times">
        <Day label={start.day} value={startDay} onChange={(day) => set.start(day, startTime)} />
        {allDay ? null : <Time label={start.time} value={startTime} onChange={(time) => set.start(startDay, time)} />}
        <Day label={end.day} value={endDay} onChange={(day) => set.end(day, endTime)} {...wrong} />
        {allDay ? null : <Time label={end.time} value={endTime} onChange={(time) => set.end(endDay, time)} />}
      </div>
    </>
  )
})

interface MomentProps {
  label: string
  value: string
  error?: string
  onChange(value: string): void
}

const Day = ({ onChange, ...field }: MomentProps) => (
  <Field {...field} type="date" onChange={({ target }) => onChange(target.value)} />
)
const Time = ({ onChange, ...field }: MomentProps) => (
  <Field {...field} type="time" onChange={({ target }) => onChange(target.value)} />
)
