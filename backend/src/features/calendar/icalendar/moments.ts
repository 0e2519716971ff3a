// When an event of a file begins and ends.
import { localText, momentMs } from '../times.ts'
import { type Component, paramOf, type Property, propertyOf } from './properties.ts'
import type { ZoneNames } from './zones.ts'
import { Refusal } from './refusal.ts'

/** A date, or a local time in a zone. */
export interface ReadMoment {
  allDay: boolean
  at: string
  zone: string
}

export interface MomentReader {
  zones: ZoneNames
  /** The zone of times that name none. */
  zone: string
}

const FORM = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?/

/** @throws Refusal `time`, `zone` */
export function momentOf(value: unknown, property: Property, { zones, zone }: MomentReader): ReadMoment {
  const [, day, time, utc] = FORM.exec(String(value)) ?? []
  if (day === undefined) throw new Refusal('time')
  if (time === undefined) return { allDay: true, at: day, zone }
  const at = `${day}T${time}`
  if (utc === 'Z') return { allDay: false, at, zone: 'UTC' }
  const tzid = paramOf(property, 'tzid')
  if (tzid === '') return { allDay: false, at, zone }
  const named = zones(tzid)
  if (named === null) throw new Refusal('zone', tzid)
  return { allDay: false, at, zone: named }
}

export interface EventSpan {
  allDay: boolean
  start: string
  end: string
  zone: string
}

/**
 * Start and end (RFC 5545 section 3.6.1). Without an end, a day lasts a day and a time is a mere moment.
 * @throws Refusal `time`, `zone`
 */
export function spanOf(event: Component, reader: MomentReader): EventSpan {
  const begin = propertyOf(event, 'dtstart')
  if (begin === undefined) throw new Refusal('time')
  const { at: start, ...from } = refusingTimes(() => momentOf(begin[3], begin, reader))
  const end = refusingTimes(() => endOf(event, { at: start, ...from }, reader))
  // Programs that write the last day instead of the one after it.
  if (from.allDay && end <= start) return { ...from, start, end: dayAfter(start) }
  return { ...from, start, end }
}

function endOf(event: Component, start: ReadMoment, reader: MomentReader): string {
  const end = propertyOf(event, 'dtend')
  if (end !== undefined) {
    const to = momentOf(end[3], end, reader)
    if (to.allDay !== start.allDay) throw new Refusal('time')
    return start.allDay ? to.at : inZone(to, start.zone)
  }
  const lasts = propertyOf(event, 'duration')?.[3]
  if (typeof lasts === 'string') return endAfter(start, Temporal.Duration.from(lasts))
  return start.allDay ? dayAfter(start.at) : start.at
}

/** Days by the clock on the wall, then hours as they pass (RFC 5545 section 3.3.6). */
function endAfter({ allDay, at, zone }: ReadMoment, lasts: Temporal.Duration): string {
  if (allDay) return Temporal.PlainDate.from(at).add(lasts).toString()
  const end = Temporal.PlainDateTime.from(at).toZonedDateTime(zone).add(lasts)
  return localText(end.toPlainDateTime())
}

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

/** A moment as the clocks of another zone show it. */
export function inZone(moment: ReadMoment, zone: string): string {
  if (moment.zone === zone) return moment.at
  const ms = momentMs(moment, moment.at)
  return localText(Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime())
}

/** What Temporal refuses is no time. */
export function refusingTimes<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw ['RangeError', 'TypeError'].includes((error as Error).name) ? new Refusal('time') : error
  }
}
