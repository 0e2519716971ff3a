import type { EventDisplayInfo } from '@fullcalendar/react'
import { Bell, Lock, Paperclip } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { EventOccurrence } from '../../../../backend/contract/calendar.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useCalendarWords } from './useCalendarWords.ts'

/** The occurrence that the calendar's event shows. */
export const occurrenceOf = (event: { extendedProps: Record<string, unknown> }): EventOccurrence =>
  event.extendedProps['occurrence'] as EventOccurrence

/** An event in the calendar: when, what, and whose. */
export const EventFace = observer(function EventFace({ info }: { info: EventDisplayInfo }) {
  const { titleOf, initialsOf } = useCalendarWords(calendarOf(useRoot()))
  const occurrence = info.event.extendedProps['occurrence'] as EventOccurrence | undefined
  if (occurrence === undefined) return info.event.title
  const isList = info.view.type === 'agenda'
  // Where the height says how long it lasts, the time comes below the title.
  const isTall = info.view.type.startsWith('timeGrid') && !occurrence.allDay
  return (
    <span className={`cal-event ${isTall ? 'is-tall' : ''} ${occurrence.allDay && !isList ? 'is-bar' : ''}`}>
      {info.timeText === '' ? null : <time>{info.timeText}</time>}
      <span className="summary">
        <span className="cut" dir="auto">
          {titleOf(occurrence)}
        </span>
        {isList && occurrence.place !== '' ? (
          <span className="small cut" dir="auto">
            {occurrence.place}
          </span>
        ) : null}
      </span>
      {occurrence.private ? <Lock className="icon" aria-hidden="true" /> : null}
      {occurrence.reminders.length > 0 ? <Bell className="icon" aria-hidden="true" /> : null}
      {occurrence.hasFiles ? <Paperclip className="icon" aria-hidden="true" /> : null}
      <span className="who">{initialsOf(occurrence.calendar)}</span>
    </span>
  )
})
