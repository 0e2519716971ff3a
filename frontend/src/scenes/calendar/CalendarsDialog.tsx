import { Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useState } from 'react'
import type { CalendarRecord } from '../../../../backend/contract/calendar.ts'
import { CALENDAR_HUES, CALENDAR_NAME_MAX } from '../../../../backend/contract/calendar-limits.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { HueChoice } from './HueChoice.tsx'
import { SubscriptionFields } from './SubscriptionFields.tsx'
import { useCalendarWords } from './useCalendarWords.ts'
import { useFormWork } from './useFormWork.ts'

/** A person's own calendars and outside ones: names and colours, more of them, and fewer. */
export const CalendarsDialog = observer(function CalendarsDialog() {
  const { session } = useRoot()
  const calendars = calendarOf(useRoot())
  const { t } = useTexts()
  useKeyLayer(OWN_KEYS)
  const own = calendars.calendars.filter(({ owner, outside }) => owner === session.user?.id && !outside)
  return (
    <Dialog title={t('calendar.manage')} width={520} onClose={calendars.close}>
      <ul className="cal-own">
        {own.map((calendar, index) => (
          <li key={calendar.id}>
            <CalendarForm calendar={calendar} canRemove={index > 0} />
          </li>
        ))}
        <li key={`new ${own.length}`}>
          <CalendarForm calendar={null} canRemove={false} />
        </li>
      </ul>
      <SubscriptionFields />
    </Dialog>
  )
})

interface CalendarFormProps {
  /** Null for one that is to be added. */
  calendar: CalendarRecord | null
  canRemove: boolean
}

/** What the form of a calendar holds, and how it is kept. */
function useCalendarForm(calendar: CalendarRecord | null) {
  const calendars = calendarOf(useRoot())
  const { nameOf } = useCalendarWords(calendars)
  const before = calendar === null ? '' : nameOf(calendar)
  const [name, setName] = useState(before)
  const [hue, setHue] = useState<number>(calendar?.hue ?? CALENDAR_HUES[3])
  const { isWorking, failure, work } = useFormWork()
  const isChanged = name.trim() !== '' && (name !== before || hue !== calendar?.hue)
  return {
    before,
    name,
    setName,
    hue,
    setHue,
    isWorking,
    isChanged,
    failure,
    keep: () => work(() => calendars.keepCalendar(calendar?.id ?? null, { name: name.trim(), hue })),
    remove: () => work(async () => void (calendar && (await calendars.removeCalendar(calendar.id)))),
  }
}

const CalendarForm = observer(function CalendarForm({ calendar, canRemove }: CalendarFormProps) {
  const { t, tell } = useTexts()
  const form = useCalendarForm(calendar)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // A second click must not add a calendar twice.
    const isAdding = calendar === null && form.isWorking
    if (form.isChanged && !isAdding) void form.keep()
  }
  return (
    <form className="cal-own-form" onSubmit={handleSubmit}>
      <div className="line">
        <label className="input">
          <input
            value={form.name}
            aria-label={t('calendar.calendarName')}
            placeholder={t('calendar.newCalendar')}
            maxLength={CALENDAR_NAME_MAX}
            dir="auto"
            onChange={({ target }) => form.setName(target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={!form.isChanged} aria-busy={form.isWorking}>
          {calendar === null ? t('calendar.add') : t('calendar.save')}
        </button>
        {canRemove ? (
          <IconButton
            icon={Trash2}
            label={t('calendar.removeCalendar', { name: form.before })}
            onClick={() => void form.remove()}
          />
        ) : null}
      </div>
      <HueChoice hue={form.hue} group={calendar?.id ?? 'new'} onChoose={form.setHue} />
      {form.failure === null ? null : <p className="hint bad">{tell(form.failure)}</p>}
    </form>
  )
})
