// When events happen. The rules of repeating ones follow local time, also across a change to summer time.
import { RRuleTemporal } from 'rrule-temporal'
import { EVENT_YEARS, REPEATING_DAYS_MAX } from '../../../contract/calendar-limits.ts'
import type { Yielding } from '../../lib/yielding.ts'
import { rulePartsOf, ruleOf } from './rules.ts'
import { localText, momentMs } from './times.ts'
import type { EventContent, Occurrence, StoredEvent, TimeWindow } from './types.ts'

const DAY_MS = 86_400_000
/** How many periods of a rule are looked at, empty ones included: all days from the first year to the last. */
const PERIODS_MAX = (EVENT_YEARS.last - EVENT_YEARS.first + 1) * 366

/** What was found out of an event. An event object never changes, so it is kept with it. */
interface Known {
  /** When the event itself happens. */
  first: Occurrence
  /** Of a series, by its rule alone, year by year. */
  years: Map<number, Occurrence[]>
}
const known = new WeakMap<StoredEvent, Known>()

/** The times in a window at which an event happens, in no order. */
export function occurrencesIn(event: StoredEvent, window: TimeWindow): Occurrence[] {
  if (event.rule === null) {
    const { first } = knownOf(event)
    return overlaps(first, window) ? [first] : []
  }
  const regular = regularIn(event, window)
  if (event.changedOnes.length === 0 && event.skipped.length === 0) return regular
  const others = new Set([...event.changedOnes.map(({ at }) => at), ...event.skipped])
  const changed = event.changedOnes.map(({ at, content }) => occurrenceOf(event, at, content))
  return [
    ...changed.filter((one) => overlaps(one, window)),
    ...regular.filter(({ at }) => at !== null && !others.has(at)),
  ]
}

/**
 * Computes what occurrences up to a year need, in slices, so that others have their turns. Only a rule that counts its
 * occurrences takes long: all years before it have to be known.
 */
export async function expandInTurns(event: StoredEvent, year: number, turns: Pick<Yielding, 'pass'>): Promise<void> {
  if (event.rule === null || rulePartsOf(event.rule)['COUNT'] === undefined) return
  const last = Math.min(year, EVENT_YEARS.last)
  if (knownOf(event).years.has(last)) return
  for (let each = yearIn(event.start); each <= last; each += 1) {
    yearOf(event, each)
    await turns.pass()
  }
}

/** The last year that `occurrencesIn` looks at. */
export const lastYearOf = ({ to }: TimeWindow): number => new Date(to + DAY_MS).getUTCFullYear()

const yearIn = (moment: string): number => Number(moment.slice(0, 4))

/** One occurrence of an event; null if there is none. */
export function occurrenceAt(event: StoredEvent, at: string): Occurrence | null {
  if (event.rule === null || event.skipped.includes(at)) return null
  const changed = event.changedOnes.find((one) => one.at === at)
  return changed ? occurrenceOf(event, at, changed.content) : regularAt(event, at)
}

/** An occurrence of a series by its rule alone. */
const regularAt = (event: StoredEvent, at: string): Occurrence | null =>
  (/^\d{4}-/.test(at) && yearOf(event, yearIn(at)).find((one) => one.at === at)) || null

/** How many occurrences a series has by its rule before one of them. */
export function countBefore(event: StoredEvent, at: string): number {
  let count = 0
  for (let year = yearIn(event.start); year <= yearIn(at); year += 1)
    count += yearOf(event, year).filter((one) => one.at !== null && one.at < at).length
  return count
}

const overlaps = ({ start, end }: Occurrence, { from, to }: TimeWindow): boolean =>
  start < to && (end > from || (start === end && start >= from))

function occurrenceOf(event: StoredEvent, at: string | null, content: EventContent): Occurrence {
  return { event, at, content, start: momentMs(content, content.start), end: momentMs(content, content.end) }
}

function knownOf(event: StoredEvent): Known {
  const found = known.get(event) ?? { first: occurrenceOf(event, null, event), years: new Map() }
  known.set(event, found)
  return found
}

/** Also from the year before, since zones differ and an event may last from December into January. */
function regularIn(event: StoredEvent, window: TimeWindow): Occurrence[] {
  const first = new Date(window.from - (REPEATING_DAYS_MAX + 1) * DAY_MS).getUTCFullYear()
  const last = lastYearOf(window)
  const found: Occurrence[] = []
  for (let year = first; year <= last; year += 1)
    for (const one of yearOf(event, year)) if (overlaps(one, window)) found.push(one)
  return found
}

function yearOf(event: StoredEvent, year: number): Occurrence[] {
  const { first, years } = knownOf(event)
  const length = first.end - first.start
  let found = years.get(year)
  if (found === undefined) {
    const starts = year < yearIn(event.start) || year > EVENT_YEARS.last ? [] : startsIn(event, year)
    found = starts.map((at) => regularOf(event, at, length))
    years.set(year, found)
  }
  return found
}

/** Every occurrence is as long as the first one (RFC 5545 section 3.8.5.3), also across a change of the clock. */
function regularOf(event: StoredEvent, at: string, length: number): Occurrence {
  const start = momentMs(event, at)
  return { event, at, content: event, start, end: start + length }
}

/**
 * A rule that counts is expanded without its count, and counted here: the library would walk from the first occurrence
 * each time.
 */
function startsIn(event: StoredEvent, year: number): string[] {
  const { COUNT: count, ...endless } = rulePartsOf(event.rule ?? '')
  if (count === undefined) return computeStarts(event, event.rule ?? '', year)
  let left = Number(count)
  for (let before = yearIn(event.start); before < year && left > 0; before += 1) left -= yearOf(event, before).length
  return left > 0 ? computeStarts(event, ruleOf(endless), year).slice(0, left) : []
}

function computeStarts(event: StoredEvent, ruleText: string, year: number): string[] {
  const zone = event.allDay ? 'UTC' : event.zone
  const dayOne = (of: number) => Temporal.PlainDate.from({ year: of, month: 1, day: 1 }).toZonedDateTime(zone)
  const rule = new RRuleTemporal({
    rruleString: ruleText,
    dtstart: Temporal.PlainDateTime.from(event.start).toZonedDateTime(zone),
    includeDtstart: true,
    maxIterations: PERIODS_MAX,
    cache: false,
  })
  return rule
    .between(dayOne(year), dayOne(year + 1), true)
    .filter((at) => at.year === year)
    .map((at) => (event.allDay ? at.toPlainDate().toString() : localText(at.toPlainDateTime())))
}
