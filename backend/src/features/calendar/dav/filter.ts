// Which events a calendar-query asks for (RFC 4791 section 9.7): by kind, time, and what they say.
import { AppError } from '../../../lib/app-error.ts'
import type { Yielding } from '../../../lib/yielding.ts'
import { EVENT_YEARS } from '../../../../contract/calendar-limits.ts'
import { expandInTurns, lastYearOf, occurrencesIn } from '../expanding.ts'
import { rulePartsOf } from '../rules.ts'
import { momentMs } from '../times.ts'
import type { StoredEvent, TimeWindow } from '../types.ts'
import type { Component } from '../icalendar/properties.ts'
import { componentTest } from './matching.ts'
import { RefusedReport } from './refusals.ts'
import { caldav, childNamed, dav, type Element } from './xml.ts'

const FIRST = Date.UTC(EVENT_YEARS.first, 0, 1)
const LAST = Date.UTC(EVENT_YEARS.last, 11, 31)
/** How far a question without an end is looked at, from its beginning. */
const OPEN_DAYS = 400
const DAY_MS = 86_400_000

/** What events have to be. */
export interface Filter {
  /** Whether events are asked for at all. */
  isForEvents: boolean
  window: TimeWindow | null
  /** What one of its components has to be, if more than that is asked. */
  test: ((component: Component) => boolean) | null
}

/** @throws RefusedReport for a filter that is not supported */
export function filterOf(query: Element): Filter {
  const calendar = childNamed(childNamed(query, caldav('filter')), caldav('comp-filter'))
  const [inner, ...more] = calendar?.children ?? []
  if (inner === undefined) return { isForEvents: true, window: null, test: null }
  if (more.length > 0 || inner.name !== caldav('comp-filter')) throw new RefusedReport('supported-filter')
  const isMissing = childNamed(inner, caldav('is-not-defined')) !== undefined
  const isForEvents = (inner.attributes['name'] === 'VEVENT') !== isMissing
  if (!isForEvents || isMissing) return { isForEvents, window: null, test: null }
  const range = childNamed(inner, caldav('time-range'))
  const asksMore = inner.children.some((child) => child !== range)
  return { isForEvents, window: range ? windowOf(range) : null, test: asksMore ? componentTest(inner, windowOf) : null }
}

/** How many days may be expanded. */
const EXPAND_DAYS = 5 * 366

/**
 * In which window a report wants events expanded; null if it does not.
 * @throws AppError `badRequest`; `forbidden` for a window that is too long
 */
export function expandIn(report: Element): TimeWindow | null {
  const data = childNamed(childNamed(report, dav('prop')), caldav('calendar-data'))
  const expand = childNamed(data, caldav('expand'))
  if (expand === undefined) return null
  const { start, end } = expand.attributes
  if (start === undefined || end === undefined) throw new AppError('badRequest', 'a window has a start and an end')
  const window = { from: momentIn(start, FIRST), to: momentIn(end, LAST) }
  if (window.to - window.from > EXPAND_DAYS * DAY_MS)
    throw new AppError('forbidden', `${EXPAND_DAYS} days are expanded at most`)
  return window
}

const windowOf = ({ attributes: { start, end } }: Element): TimeWindow => ({
  from: momentIn(start, FIRST),
  to: momentIn(end, LAST),
})

/** `20261126T150000Z`. @throws AppError `badRequest` */
function momentIn(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const [year, month = 1, day, hours, minutes, seconds] = parts.map(Number)
  if (year === undefined) throw new AppError('badRequest', 'a time range is in UTC')
  return Math.min(LAST, Math.max(FIRST, Date.UTC(year, month - 1, day, hours, minutes, seconds)))
}

/** `componentsOf`: the event as its reader may know it, itself and its changed occurrences. */
export async function passes(
  event: StoredEvent,
  { window, test }: Filter,
  { turns, componentsOf }: { turns: Yielding; componentsOf(event: StoredEvent): Promise<Component[]> },
): Promise<boolean> {
  if (window !== null && !(await happensIn(event, window, turns))) return false
  return test === null || (await componentsOf(event)).some(test)
}

/** Series without an end go on, so not all of an open window is looked at. */
async function happensIn(event: StoredEvent, { from, to }: TimeWindow, turns: Yielding): Promise<boolean> {
  if (event.rule === null) return occurrencesIn(event, { from, to }).length > 0
  const { COUNT: count, UNTIL: until } = rulePartsOf(event.rule)
  const start = momentMs(event, event.start)
  const isEndless = count === undefined && until === undefined
  if (isEndless && start < to && to - Math.max(from, start) > OPEN_DAYS * DAY_MS) return true
  const near = { from: Math.max(from, start - DAY_MS), to }
  if (near.from >= to) return event.changedOnes.length > 0 && occurrencesIn(event, near).length > 0
  await expandInTurns(event, lastYearOf(near), turns)
  return occurrencesIn(event, near).length > 0
}
