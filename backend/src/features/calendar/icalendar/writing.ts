// Writes files in the form of iCalendar (RFC 5545).
import ICAL from 'ical.js'
import { LRUCache } from 'lru-cache'
import { Yielding } from '../../../lib/yielding.ts'
import type { StoredEvent, TimeWindow } from '../types.ts'
import { eventComponents, isUtc, occurrenceComponents, type SeenEvent } from './event-components.ts'
import { type Component, type Property, unknownText } from './properties.ts'
import { timezoneOf } from './timezones.ts'

// RFC 5545 section 3.1: lines of 75 octets. ical.js does not count the space that begins the next line.
ICAL.foldLength = 74

const PRODUCT = '-//Nido//Calendar//EN'
/** Years from now for which the changes of the clock are told. */
const YEARS_AHEAD = 10

export interface WrittenCalendar {
  /** What programs show as its name; null to leave it out. */
  name: string | null
  /** How long a program waits before it fetches it again, as a duration. */
  refresh?: string
  events: readonly SeenEvent[]
  /** In milliseconds since 1970. */
  now: number
  /** Where only what happens in it is written, each time by itself, and no rules. */
  window?: TimeWindow | null
}

/** The text of a calendar, piece by piece. */
export async function* writeCalendar(written: WrittenCalendar): AsyncGenerator<string> {
  const { name, refresh, events, now, window = null } = written
  const turns = new Yielding()
  yield `BEGIN:VCALENDAR\r\n${headOf(name, refresh).map(line).join('')}`
  for (const [zone, first] of window === null ? zonesOf(events.map(({ event }) => event)) : []) {
    yield zoneText(zone, first, new Date(now).getUTCFullYear() + YEARS_AHEAD)
    await turns.pass()
  }
  for (const event of events) {
    const components = window === null ? eventComponents(event) : occurrenceComponents(event, window)
    yield (await components).map(text).join('')
    await turns.pass()
  }
  yield 'END:VCALENDAR\r\n'
}

/** What has been written of time zones: a CalDAV client gets them with each event. */
const zoneTexts = new LRUCache<string, string>({ max: 500 })

function zoneText(zone: string, first: number, last: number): string {
  const key = `${zone} ${first} ${last}`
  const written = zoneTexts.get(key) ?? text(timezoneOf(zone, { first, last }))
  zoneTexts.set(key, written)
  return written
}

function headOf(name: string | null, refresh: string | undefined): Property[] {
  return [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', PRODUCT],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ...(name === null ? [] : [unknownText('x-wr-calname', name)]),
    ...(refresh === undefined
      ? []
      : [['refresh-interval', {}, 'duration', refresh] satisfies Property, unknownText('x-published-ttl', refresh)]),
  ]
}

/** The zones that events name, each with the first year in which it is needed. */
function zonesOf(events: readonly StoredEvent[]): Map<string, number> {
  const zones = new Map<string, number>()
  for (const event of events)
    for (const { allDay, zone, start } of [event, ...event.changedOnes.map(({ content }) => content)]) {
      if (allDay || isUtc(zone)) continue
      zones.set(zone, Math.min(zones.get(zone) ?? Number.POSITIVE_INFINITY, Number(start.slice(0, 4))))
    }
  return zones
}

const line = (property: Property): string =>
  `${ICAL.stringify.property([...property], ICAL.design.icalendar, false)}\r\n`

const text = (component: Component): string => `${ICAL.stringify.component([...component], ICAL.design.icalendar)}\r\n`
