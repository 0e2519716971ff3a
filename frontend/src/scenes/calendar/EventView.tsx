import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { EventRecord } from '../../../../backend/contract/calendar.ts'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { AttachedList } from './AttachedList.tsx'
import { ReminderFields } from './ReminderFields.tsx'
import { useCalendarWords } from './useCalendarWords.ts'
import { useMomentWords } from './useMomentWords.ts'

/** An event that only others may change. */
export const EventView = observer(function EventView({ record }: { record: EventRecord }) {
  const calendars = calendarOf(useRoot())
  const { t } = useTexts()
  const { titleOf, nameOf, personOf } = useCalendarWords(calendars)
  const { spanOf } = useMomentWords()
  useKeyLayer(OWN_KEYS)
  const calendar = calendars.calendar(record.calendar)
  const facts: [label: string, value: string][] = [
    [t('calendar.field.calendar'), calendar === undefined ? '' : nameOf(calendar)],
    [t('calendar.field.place'), record.place],
    [t('calendar.field.who'), record.who.map(personOf).filter(Boolean).join(', ')],
    [t('calendar.field.notes'), record.notes],
  ]
  return (
    <Dialog
      title={titleOf(record)}
      description={`${spanOf(record)} ${zoneOf(record)}`}
      isReading
      onClose={calendars.close}
    >
      <dl className="cal-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
      <AttachedList files={record.files} />
      {calendar?.outside ? null : <OwnReminderFields record={record} />}
    </Dialog>
  )
})

/** One's own reminders of it, which nobody else sees. They are kept at once. */
const OwnReminderFields = observer(function OwnReminderFields({ record }: { record: EventRecord }) {
  const calendars = calendarOf(useRoot())
  const [reminders, setReminders] = useState<readonly number[]>(record.reminders)
  const change = (wanted: number[]) => {
    setReminders(wanted)
    void calendars.remind(record.id, wanted)
  }
  return <ReminderFields reminders={reminders} allDay={record.allDay} onChange={change} />
})

/** The time zone of the event, if this device has another one. */
const zoneOf = ({ allDay, zone }: EventRecord): string =>
  allDay || zone === Intl.DateTimeFormat().resolvedOptions().timeZone ? '' : `(${zone})`
