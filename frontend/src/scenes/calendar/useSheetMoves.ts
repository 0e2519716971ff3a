// What happens when a person drags or resizes an event, or drags over empty time.
import type { DateSelectInfo, EventChangeInfo, EventClickInfo } from '@fullcalendar/react'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import type { EventFields, EventRecord } from '../../../../backend/contract/calendar.ts'
import type { EventScope } from '../../../../backend/contract/calendar-limits.ts'
import { fieldsOf, ownZone } from '../../stores/calendar/EventForm.ts'
import type { CalendarStore } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { occurrenceOf } from './EventFace.tsx'

/** An event that repeats was moved: how much of it is meant? */
export interface MovedSeries {
  keep(scope: EventScope): void
  cancel(): void
}

/** A moment as an event says it: a day, or the time on the clock of a zone. */
function momentOf(at: Date, zone: string, isDay: boolean): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(isDay ? ownZone() : zone)
  return isDay ? local.toPlainDate().toString() : local.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

interface Moved {
  allDay: boolean
  start: Date | null
  end: Date | null
}

const HOUR_MS = 3_600_000

/** The times of an event where it was dropped. Without an end, it is as long as new ones are. */
function timesOf({ allDay, start, end }: Moved, { zone }: Pick<EventFields, 'zone'>) {
  const from = start ?? new Date()
  const to = end ?? new Date(from.getTime() + (allDay ? 24 : 1) * HOUR_MS)
  return { allDay, start: momentOf(from, zone, allDay), end: momentOf(to, zone, allDay) }
}

export function useSheetMoves(calendars: CalendarStore) {
  const { move, series } = useMoving(calendars)
  const open = ({ event, jsEvent }: EventClickInfo) => {
    jsEvent.preventDefault()
    const { id, at } = occurrenceOf(event)
    calendars.open({ kind: 'event', id, at })
  }
  const choose = ({ allDay, start, end }: DateSelectInfo) => {
    const zone = ownZone()
    calendars.open({ kind: 'new', fields: { ...timesOf({ allDay, start, end }, { zone }), zone } })
  }
  return { move, open, choose, series }
}

/** Keeps an event where it was dropped, or puts it back. */
function useMoving(calendars: CalendarStore) {
  const { toasts } = useRoot()
  const [series, setSeries] = useState<MovedSeries | null>(null)
  const attempt = async (info: EventChangeInfo, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      info.revert()
      toasts.error(error)
      await calendars.refresh()
    }
  }
  const keep = (info: EventChangeInfo, record: EventRecord, scope: EventScope) =>
    attempt(info, async () => {
      const fields = fieldsOf(record)
      const event = { ...fields, ...timesOf(info.event, fields) }
      await calendars.change(record.id, { version: record.version, scope, at: occurrenceOf(info.oldEvent).at, event })
    })
  const move = (info: EventChangeInfo) =>
    attempt(info, async () => {
      const { id, at } = occurrenceOf(info.oldEvent)
      const record = await calendars.event(id, at)
      if (at === null) return keep(info, record, 'all')
      const decide = (then: () => void) => {
        setSeries(null)
        then()
      }
      setSeries({
        keep: (scope) => decide(() => void keep(info, record, scope)),
        cancel: () => decide(info.revert),
      })
    })
  return { move, series }
}
