// Rules of repetition: the value of an RRULE (RFC 5545 section 3.3.10), by days at least.
import { EVENT_RULE_MAX, RULE_COUNT_MAX } from '../../../contract/calendar-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { momentMs, type Timed } from './times.ts'

const INTERVAL_MAX = 999
const LIST_MAX = 62

const whole = (least: number, most: number) => (value: string) =>
  /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most
const listOf = (fits: (value: string) => boolean) => (values: string) => {
  const all = values.split(',')
  return all.length <= LIST_MAX && all.every(fits)
}
/** Counted from the beginning, or, with a minus, from the end. */
const ordinal = (most: number) => (value: string) =>
  /^[+-]?[1-9]\d{0,2}$/.test(value) && Math.abs(Number(value)) <= most
const weekday = (value: string) => /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(value)

/** The parts that a rule may have. Times are those of the event. */
const PARTS: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: (value) => ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(value),
  INTERVAL: whole(1, INTERVAL_MAX),
  COUNT: whole(1, RULE_COUNT_MAX),
  UNTIL: (value) => /^\d{8}(?:T\d{6}Z?)?$/.test(value),
  WKST: (value) => /^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(value),
  BYDAY: listOf(weekday),
  BYMONTH: listOf(whole(1, 12)),
  BYMONTHDAY: listOf(ordinal(31)),
  BYYEARDAY: listOf(ordinal(366)),
  BYWEEKNO: listOf(ordinal(53)),
  BYSETPOS: listOf(ordinal(366)),
}

/** The parts of a rule, by their names. */
export type RuleParts = Readonly<Record<string, string>>

export const rulePartsOf = (rule: string): RuleParts =>
  Object.fromEntries(
    rule.split(';').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  )

export const ruleOf = (parts: RuleParts): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')

/**
 * A rule in its usual form: its end is a day for events of whole days, and otherwise a moment in UTC.
 * @throws AppError `badRequest` with what is wrong in words
 */
export function checkRule(rule: string, event: Timed): string {
  const written = rule
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
  if (written.length > EVENT_RULE_MAX) throw refused('it is too long')
  const named = written.split(';').map((part) => part.split('='))
  const names = named.map(([name = '']) => name)
  if (new Set(names).size < names.length) throw refused('a part is there twice')
  for (const [name = '', value = '', ...more] of named)
    if (more.length > 0 || !PARTS[name]?.(value)) throw refused(`${name.slice(0, 20)} cannot be that`)
  const parts = rulePartsOf(written)
  if (parts['FREQ'] === undefined) throw refused('FREQ is missing')
  if (parts['COUNT'] !== undefined && parts['UNTIL'] !== undefined) throw refused('it has two ends')
  if (parts['UNTIL'] === undefined) return ruleOf(parts)
  const until = untilOf(parts['UNTIL'], event)
  return ruleOf({ ...parts, UNTIL: until })
}

/** The last day, or the last moment in UTC, that a rule allows. */
function untilOf(written: string, event: Timed): string {
  const day = `${written.slice(0, 4)}-${written.slice(4, 6)}-${written.slice(6, 8)}`
  const time = written.slice(9, 15).replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3') || '23:59:59'
  try {
    const end = Temporal.PlainDateTime.from(`${day}T${time}`, { overflow: 'reject' })
    const ms = momentMs({ allDay: false, zone: written.endsWith('Z') ? 'UTC' : event.zone }, end.toString())
    const isBefore = event.allDay ? day < event.start : ms < momentMs(event, event.start)
    if (isBefore) throw refused('it ends before the event starts')
    return event.allDay ? written.slice(0, 8) : utcText(ms)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused('UNTIL is no time', error)
  }
}

/** `20261126T150000Z`. */
const utcText = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')

/** A rule that ends before an occurrence. */
export function endedBefore(rule: string, event: Timed, at: string): string {
  const { COUNT: _count, UNTIL: _until, ...parts } = rulePartsOf(rule)
  const until = event.allDay
    ? Temporal.PlainDate.from(at).subtract({ days: 1 }).toString().replaceAll('-', '')
    : utcText(momentMs(event, at) - 1000)
  return ruleOf({ ...parts, UNTIL: until })
}

const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The rule of an event that was moved by some days: a weekly one goes along, a monthly one takes the new day. */
export function movedRule(rule: string, from: string, to: string): string {
  const [before, after] = [Temporal.PlainDate.from(from.slice(0, 10)), Temporal.PlainDate.from(to.slice(0, 10))]
  const days = before.until(after).days
  const { BYDAY: byDay, BYMONTHDAY: byMonthDay, ...parts } = rulePartsOf(rule)
  if (days === 0 || (byDay === undefined && byMonthDay === undefined)) return rule
  if (parts['FREQ'] === 'WEEKLY' && byDay !== undefined) {
    const moved = byDay.split(',').map((day) => WEEK.at((WEEK.indexOf(day.slice(-2)) + days) % 7) ?? day)
    return ruleOf({ ...parts, BYDAY: moved.join(',') })
  }
  if (byMonthDay === String(before.day)) return ruleOf({ ...parts, BYMONTHDAY: String(after.day) })
  const [, ordinals, weekdays] = /^([+-]?\d+)?(\w\w)$/.exec(byDay ?? '') ?? []
  if (ordinals === undefined || weekdays !== WEEK[before.dayOfWeek - 1]) return rule
  return ruleOf({ ...parts, BYDAY: `${ordinalOf(after, ordinals.startsWith('-'))}${WEEK[after.dayOfWeek - 1]}` })
}

/** Which of the weekdays of its month a day is: the third Tuesday, or the last one. */
function ordinalOf(day: Temporal.PlainDate, isFromEnd: boolean): number {
  const last = Math.ceil((day.daysInMonth - day.day + 1) / 7)
  return isFromEnd && last === 1 ? -1 : Math.ceil(day.day / 7)
}

const refused = (why: string, cause?: unknown) => new AppError('badRequest', `how it repeats: ${why}`, { cause })
