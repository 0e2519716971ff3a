// VTIMEZONE components (RFC 5545 section 3.6.5), which every file must have for the zones that it names. Most programs
// know the zones themselves and go by the name.
import type { Component, Property } from './properties.ts'

interface Years {
  first: number
  last: number
}

/** One change of the clock. */
interface Change {
  /** The local time before it. */
  at: string
  before: string
  after: string
}

export function timezoneOf(zone: string, { first, last }: Years): Component {
  const begin = Temporal.PlainDate.from({ year: first, month: 1, day: 1 }).toZonedDateTime(zone)
  const changes = changesOf(begin, last)
  const start = { at: `${first}-01-01T00:00:00`, before: begin.offset, after: begin.offset }
  return ['vtimezone', [['tzid', {}, 'text', zone]], [start, ...changes].map(observanceOf)]
}

function changesOf(begin: Temporal.ZonedDateTime, lastYear: number): Change[] {
  const changes: Change[] = []
  let change = begin.getTimeZoneTransition('next')
  while (change !== null && change.year <= lastYear) {
    const before = change.subtract({ nanoseconds: 1 })
    if (before.offset !== change.offset) {
      const at = change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
      changes.push({ at: at.toString({ smallestUnit: 'second' }), before: before.offset, after: change.offset })
    }
    change = change.getTimeZoneTransition('next')
  }
  return changes
}

/** One component each: not all programs read lists of dates in them. */
function observanceOf({ at, before, after }: Change): Component {
  const properties: Property[] = [
    ['dtstart', {}, 'date-time', at],
    ['tzoffsetfrom', {}, 'utc-offset', before],
    ['tzoffsetto', {}, 'utc-offset', after],
  ]
  return [minutesOf(after) > minutesOf(before) ? 'daylight' : 'standard', properties, []]
}

/** Of an offset such as `-03:30`. */
function minutesOf(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
