import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { EventRecord } from '../../../../backend/contract/calendar.ts'
import { EVERYONE } from '../../../../backend/contract/calendar-limits.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { blankFields } from '../../stores/calendar/EventForm.ts'
import { Latest } from '../../stores/Latest.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { CalendarsDialog } from './CalendarsDialog.tsx'
import { DeletedDialog } from './DeletedDialog.tsx'
import { EventDialog } from './EventDialog.tsx'
import { EventView } from './EventView.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'

/** The dialog over the calendar, if any. */
export const CalendarOverlay = observer(function CalendarOverlay({ date }: { date: string }) {
  const calendars = calendarOf(useRoot())
  const { overlay } = calendars
  if (overlay === null) return null
  if (overlay.kind === 'calendars') return <CalendarsDialog />
  if (overlay.kind === 'deleted') return <DeletedDialog />
  if (overlay.kind === 'import') return <ImportDialog />
  if (overlay.kind === 'export') return <ExportDialog />
  if (overlay.kind === 'event')
    return <Event key={`${overlay.id} ${overlay.at ?? ''}`} id={overlay.id} at={overlay.at} />
  const own = calendars.calendars.find(({ mayChange }) => mayChange)?.id ?? EVERYONE
  return <EventDialog record={null} at={null} fields={{ ...blankFields(own, date), ...overlay.fields }} />
})

/** An event as it is now: to change, or to read. */
const Event = observer(function Event({ id, at }: { id: string; at: string | null }) {
  const { toasts } = useRoot()
  const calendars = calendarOf(useRoot())
  const [latest] = useState(() => new Latest<EventRecord>())
  useEffect(() => {
    const load = async () => {
      await latest.load(() => calendars.event(id, at))
      if (latest.error === null) return
      toasts.error(latest.error)
      calendars.close()
      await calendars.refresh()
    }
    void load()
    return latest.forget
  }, [latest, calendars, toasts, id, at])
  const record = latest.value
  if (record === null) return null
  return record.mayChange ? <EventDialog record={record} at={at} /> : <EventView record={record} />
})
