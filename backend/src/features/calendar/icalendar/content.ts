// What an event of a file says.
import {
  EVENT_NOTES_MAX,
  EVENT_PLACE_MAX,
  EVENT_REMINDERS_MAX,
  EVENT_TITLE_MAX,
  REMINDER_MAX_MINUTES,
} from '../../../../contract/calendar-limits.ts'
import { momentMs } from '../times.ts'
import { type MomentReader, momentOf, type EventSpan, spanOf } from './moments.ts'
import { type Component, componentsOf, paramOf, propertyOf, propertyText } from './properties.ts'
import type { ReadContent } from './types.ts'

/** @throws Refusal `time`, `zone` */
export function readContent(event: Component, reader: MomentReader): ReadContent {
  const span = spanOf(event, reader)
  return {
    ...span,
    title: titleOfEvent(event),
    place: cut(propertyText(event, 'location'), EVENT_PLACE_MAX),
    notes: cut(notesOf(event), EVENT_NOTES_MAX),
    reminders: remindersOf(event, span, reader),
    private: ['PRIVATE', 'CONFIDENTIAL'].includes(propertyText(event, 'class').toUpperCase()),
  }
}

/** An event needs a name to be found by. */
export function titleOfEvent(event: Component): string {
  const [line = ''] = propertyText(event, 'description').split('\n')
  const title = propertyText(event, 'summary').replaceAll('\n', ' ') || propertyText(event, 'location') || line || '?'
  return cut(title, EVENT_TITLE_MAX)
}

function notesOf(event: Component): string {
  const notes = propertyText(event, 'description')
  const url = propertyText(event, 'url')
  return url === '' || notes.includes(url) ? notes : `${notes}\n\n${url}`.trim()
}

const cut = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`

const MINUTE_MS = 60_000

/** In minutes before the start. Those after it, and those too early, are left out. */
function remindersOf(event: Component, span: EventSpan, reader: MomentReader): number[] {
  const minutes = componentsOf(event, 'valarm').flatMap((alarm) => {
    try {
      return [minutesBefore(alarm, span, reader)]
    } catch {
      return []
    }
  })
  const fitting = minutes.filter((one) => Number.isFinite(one) && one >= 0 && one <= REMINDER_MAX_MINUTES)
  return [...new Set(fitting)].toSorted((a, b) => a - b).slice(0, EVENT_REMINDERS_MAX)
}

/** @throws what Temporal refuses */
function minutesBefore(alarm: Component, span: EventSpan, reader: MomentReader): number {
  const trigger = propertyOf(alarm, 'trigger')
  if (trigger === undefined) return Number.NaN
  const start = momentMs(span, span.start)
  if (trigger[2] === 'date-time') {
    const { allDay, at, zone } = momentOf(trigger[3], trigger, reader)
    return Math.round((start - momentMs({ allDay, zone }, at)) / MINUTE_MS)
  }
  const later = Temporal.Duration.from(String(trigger[3])).total({ unit: 'minute', relativeTo: '1970-01-01[UTC]' })
  const from = paramOf(trigger, 'related').toUpperCase() === 'END' ? momentMs(span, span.end) - start : 0
  return -Math.round(later + from / MINUTE_MS)
}
