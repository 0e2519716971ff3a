// An event as VEVENT components: itself, and its occurrences that differ.
import ICAL from 'ical.js'
import { Yielding } from '../../../lib/yielding.ts'
import { expandInTurns, lastYearOf, occurrenceAt, occurrencesIn } from '../expanding.ts'
import { momentAt, momentMs } from '../times.ts'
import type { EventContent, Occurrence, StoredEvent, TimeWindow } from '../types.ts'
import { type Component, cleanText, type Property } from './properties.ts'
import { uidOf } from './uid.ts'

/** An event as somebody may know it. */
export interface SeenEvent {
  event: StoredEvent
  /** Whether they only learn that the time is taken. */
  isBusy(content: EventContent): boolean
  /** What such an event is called. */
  busyTitle: string
}

export async function eventComponents(seen: SeenEvent): Promise<Component[]> {
  const { event } = seen
  const changed = event.changedOnes.map(({ at, content }) =>
    componentOf(seen, content, [moment('recurrence-id', event, at)]),
  )
  return [componentOf(seen, event, await repetitionOf(event)), ...changed]
}

/** Each time in a window at which it happens, as a component of its own, in UTC (RFC 4791 section 9.6.5). */
export async function occurrenceComponents(seen: SeenEvent, window: TimeWindow): Promise<Component[]> {
  const { event } = seen
  await expandInTurns(event, lastYearOf(window), new Yielding())
  const found = occurrencesIn(event, window).toSorted((a, b) => a.start - b.start)
  return found.map((one) => componentOf(seen, inUtc(one), one.at === null ? [] : [recurrenceIdOf(event, one.at)]))
}

const inUtc = ({ content, start, end }: Occurrence): EventContent => {
  const timed = { allDay: content.allDay, zone: 'UTC' }
  return { ...content, ...timed, start: momentAt(timed, start), end: momentAt(timed, end) }
}

function recurrenceIdOf(event: StoredEvent, at: string): Property {
  const timed = { allDay: event.allDay, zone: 'UTC' }
  return moment('recurrence-id', timed, momentAt(timed, momentMs(event, at)))
}

/** The rule, what is left out, and what happens beside the rule. */
async function repetitionOf(event: StoredEvent): Promise<Property[]> {
  if (event.rule === null) return []
  const bare = { ...event, skipped: [], changedOnes: [] }
  const last = Math.max(0, ...event.changedOnes.map(({ at }) => Number(at.slice(0, 4))))
  await expandInTurns(bare, last, new Yielding())
  const beside = event.changedOnes.filter(({ at }) => occurrenceAt(bare, at) === null)
  return [
    ['rrule', {}, 'recur', ICAL.Recur.fromString(event.rule).toJSON()],
    ...event.skipped.map((at) => moment('exdate', event, at)),
    ...beside.map(({ at }) => moment('rdate', event, at)),
  ]
}

function componentOf(seen: SeenEvent, content: EventContent, more: readonly Property[]): Component {
  const { event } = seen
  const changed = `${new Date(event.changedAt).toISOString().slice(0, 19)}Z`
  const isBusy = seen.isBusy(content)
  return [
    'vevent',
    [
      ['uid', {}, 'text', isBusy ? uidOf({ ...event, uid: null }) : cleanText(uidOf(event))],
      ['dtstamp', {}, 'date-time', changed],
      ['last-modified', {}, 'date-time', changed],
      ['sequence', {}, 'integer', event.version],
      moment('dtstart', content, content.start),
      moment('dtend', content, content.end),
      ...more,
      ...(isBusy ? [words('summary', seen.busyTitle)] : toldOf(content)),
      ...(content.private ? [words('class', 'PRIVATE')] : []),
    ],
    isBusy ? [] : content.reminders.map((minutes) => alarmOf(content.title, minutes)),
  ]
}

const toldOf = ({ title, place, notes }: EventContent): Property[] => [
  words('summary', title),
  ...(place === '' ? [] : [words('location', place)]),
  ...(notes === '' ? [] : [words('description', notes)]),
]

const words = (name: string, text: string): Property => [name, {}, 'text', cleanText(text)]

function moment(name: string, { allDay, zone }: Pick<EventContent, 'allDay' | 'zone'>, at: string): Property {
  if (allDay) return [name, {}, 'date', at]
  return isUtc(zone) ? [name, {}, 'date-time', `${at}Z`] : [name, { tzid: zone }, 'date-time', at]
}

export const isUtc = (zone: string): boolean => ['UTC', 'Etc/UTC'].includes(zone)

const alarmOf = (title: string, minutes: number): Component => [
  'valarm',
  [
    words('action', 'DISPLAY'),
    words('description', title),
    ['trigger', {}, 'duration', minutes === 0 ? 'PT0S' : `-PT${minutes}M`],
  ],
  [],
]
