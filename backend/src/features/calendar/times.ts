// Moments of events: dates for whole days, otherwise local times in an IANA time zone.
import { EVENT_DAYS_MAX, EVENT_YEARS, REPEATING_DAYS_MAX } from '../../../contract/calendar-limits.ts'
import { AppError } from '../../lib/app-error.ts'

const DAY_MS = 86_400_000

/** What says when an event is. */
export interface Timed {
  allDay: boolean
  start: string
  end: string
  zone: string
}

/**
 * In milliseconds since 1970; for whole days, of midnight in UTC. A time that a clock skips is taken as one hour later.
 */
export function momentMs({ allDay, zone }: Pick<Timed, 'allDay' | 'zone'>, moment: string): number {
  if (allDay) return Temporal.PlainDate.from(moment).toZonedDateTime('UTC').epochMilliseconds
  return Temporal.PlainDateTime.from(moment).toZonedDateTime(zone).epochMilliseconds
}

/** The moment that begins at a time, in the form of the event's own. */
export function momentAt({ allDay, zone }: Pick<Timed, 'allDay' | 'zone'>, ms: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(allDay ? 'UTC' : zone)
  return allDay ? at.toPlainDate().toString() : localText(at.toPlainDateTime())
}

export const localText = (at: Temporal.PlainDateTime): string => at.toString({ smallestUnit: 'second' })

/** `2026-11`, of a moment. */
export const monthOf = (moment: string): string => moment.slice(0, 7)

export const daysOf = ({ allDay, zone, start, end }: Timed): number =>
  (momentMs({ allDay, zone }, end) - momentMs({ allDay, zone }, start)) / DAY_MS

/** By how much a moment is later than another one, by the clock on the wall. */
export function shiftBetween(from: string, to: string): Temporal.Duration {
  return Temporal.PlainDateTime.from(from).until(Temporal.PlainDateTime.from(to), { largestUnit: 'day' })
}

/** A moment, later by so much. It keeps its form. */
export function shifted(moment: string, by: Temporal.Duration): string {
  const at = Temporal.PlainDateTime.from(moment).add(by)
  return moment.includes('T') ? localText(at) : at.toPlainDate().toString()
}

/**
 * The times of an event in their usual form.
 * @throws AppError `badRequest` with what is wrong in words
 */
export function checkTimes<T extends Timed>(event: T, isRepeating: boolean): T {
  const zone = checkZone(event.zone)
  const { allDay } = event
  const [start, end] = [read(event.start, allDay), read(event.end, allDay)]
  const checked = { ...event, zone, start, end }
  for (const moment of [start, end]) {
    const year = Number(moment.slice(0, 4))
    if (year < EVENT_YEARS.first || year > EVENT_YEARS.last)
      throw refused(`the years are ${EVENT_YEARS.first} to ${EVENT_YEARS.last}`)
  }
  const days = daysOf(checked)
  // An appointment may be a mere moment, such as an alarm; a day is at least one.
  if (days < (allDay ? 1 : 0)) throw refused('it ends before it starts')
  const most = isRepeating ? REPEATING_DAYS_MAX : EVENT_DAYS_MAX
  if (days > most) throw refused(`it lasts longer than ${most} days`)
  return checked
}

function read(moment: string, allDay: boolean): string {
  if (moment.includes('T') === allDay) throw refused(allDay ? 'whole days have no time' : 'the time is missing')
  try {
    return allDay
      ? Temporal.PlainDate.from(moment, { overflow: 'reject' }).toString()
      : localText(Temporal.PlainDateTime.from(moment, { overflow: 'reject' }))
  } catch (error) {
    throw refused('there is no such day or time', error)
  }
}

/** The name of a zone that exists here. @throws AppError `badRequest` */
function checkZone(zone: string): string {
  if (!isZone(zone)) throw refused('there is no such time zone')
  return zone
}

export function isZone(zone: string): boolean {
  try {
    // Offsets such as +01:00 are none: they do not know of summer time.
    return /^[A-Za-z]/.test(zone) && Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone) !== null
  } catch {
    return false
  }
}

const refused = (why: string, cause?: unknown) => new AppError('badRequest', why, { cause })
