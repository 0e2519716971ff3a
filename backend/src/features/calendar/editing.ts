// What a change makes of an event: of one occurrence, of it and the later ones, or of all.
import { type EventScope, RULE_EXCEPTIONS_MAX } from '../../../contract/calendar-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { countBefore, occurrenceAt } from './expanding.ts'
import { endedBefore, movedRule, rulePartsOf, ruleOf } from './rules.ts'
import { checkTimes, momentMs, shiftBetween, shifted } from './times.ts'
import type { EventContent, StoredEvent } from './types.ts'

/** What an event is to be. */
export interface WantedEvent {
  calendar: string
  rule: string | null
  content: EventContent
}

/** Which part of an event is meant, and who changes it. */
export interface Aim {
  scope: EventScope
  /** The occurrence that the change was made at; null for an event that does not repeat. */
  at: string | null
  by: number
  now: number
  newId(): string
}

/** What becomes of an event. */
export interface Edited {
  put: StoredEvent[]
  removed: string[]
  /** The event that the change is about, as it is now. */
  main: StoredEvent | null
  /** The occurrence that was left out. */
  skipped?: string
}

const touchedBy = ({ by, now }: Pick<Aim, 'by' | 'now'>, event: StoredEvent): StoredEvent => ({
  ...event,
  version: event.version + 1,
  changedAt: now,
  changedBy: by,
})

export function newEvent(
  { calendar, rule, content }: WantedEvent,
  { by, now, newId }: Omit<Aim, 'scope' | 'at'>,
): StoredEvent {
  return {
    ...content,
    id: newId(),
    version: 1,
    calendar,
    rule,
    skipped: [],
    changedOnes: [],
    uid: null,
    changedAt: now,
    changedBy: by,
  }
}

/** @throws AppError `badRequest`, `notFound` for an occurrence that is not there, `tooMany` */
export function changeEvent(event: StoredEvent, wanted: WantedEvent, aim: Aim): Edited {
  const { scope, at } = aim
  if (event.rule === null) return one(touchedBy(aim, { ...event, ...wanted.content, ...pick(wanted) }))
  const shown = shownAt(event, at)
  if (at === null || (scope === 'following' && at === event.start))
    return changeAll(event, wanted, { ...aim, at: null })
  if (scope === 'this') return changeOne(event, wanted.content, { ...aim, at })
  if (scope === 'all') return changeAll(event, wanted, { ...aim, at: shown.start })
  return changeFollowing(event, wanted, { ...aim, at, from: shown.start })
}

/** @throws AppError `notFound`, `tooMany` */
export function deleteEvent(event: StoredEvent, aim: Aim): Edited {
  const { scope, at } = aim
  if (event.rule === null || scope === 'all' || at === null) return { put: [], removed: [event.id], main: null }
  shownAt(event, at)
  if (scope === 'this') {
    const changedOnes = event.changedOnes.filter((changed) => changed.at !== at)
    const left = touchedBy(aim, checkExceptions({ ...event, skipped: [...event.skipped, at], changedOnes }))
    return { ...one(left), skipped: at }
  }
  return at === event.start ? { put: [], removed: [event.id], main: null } : one(touchedBy(aim, endBefore(event, at)))
}

const one = (event: StoredEvent): Edited => ({ put: [event], removed: [], main: event })
const pick = ({ calendar, rule }: WantedEvent) => ({ calendar, rule })

/** @throws AppError `notFound` */
function shownAt(event: StoredEvent, at: string | null): EventContent {
  if (at === null) return event
  const shown = occurrenceAt(event, at)
  if (shown === null) throw new AppError('notFound', 'it does not happen then')
  return shown.content === event ? { ...event, start: at } : shown.content
}

function changeOne(event: StoredEvent, content: EventContent, aim: Aim & { at: string }): Edited {
  const others = event.changedOnes.filter(({ at }) => at !== aim.at)
  const regular = occurrenceAt({ ...event, changedOnes: others }, aim.at)
  const isRegular =
    regular !== null &&
    regular.start === momentMs(content, content.start) &&
    regular.end === momentMs(content, content.end) &&
    restOf(content) === restOf(event)
  const changedOnes = isRegular ? others : [...others, { at: aim.at, content }]
  return one(touchedBy(aim, checkExceptions({ ...event, changedOnes })))
}

/** All but the times, as text to compare. */
const restOf = ({
  title,
  allDay,
  zone,
  place,
  notes,
  who,
  reminders,
  files,
  private: isPrivate,
}: EventContent): string =>
  JSON.stringify([title, allDay, zone, place, notes, who, reminders, files.map(({ place: at }) => at), isPrivate])

/** Changes a series. `at`: the start of the occurrence that became `wanted.start`. */
function changeAll(event: StoredEvent, wanted: WantedEvent, aim: Aim): Edited {
  if (wanted.rule === null) {
    const single = { ...event, ...wanted.content, ...pick(wanted), skipped: [], changedOnes: [] }
    return one(touchedBy(aim, single))
  }
  const moved = moveSeries(event, wanted, aim.at ?? event.start)
  return one(touchedBy(aim, moved))
}

/** A series with other content. It is moved by as much as the occurrence at `from` was. */
function moveSeries(event: StoredEvent, { calendar, rule, content }: WantedEvent, from: string): StoredEvent {
  const by = shiftBetween(from, content.start)
  const move = (moment: string) => inForm(shifted(withTime(moment), by), content.allDay)
  const start = content.allDay === event.allDay ? move(event.start) : joined(move(event.start), content.start)
  const end = inForm(shifted(withTime(start), shiftBetween(content.start, content.end)), content.allDay)
  const isSameRule = rule === event.rule
  const series: StoredEvent = {
    ...event,
    ...checkTimes({ ...content, start, end }, true),
    calendar,
    rule: rule !== null && isSameRule ? movedRule(rule, from, content.start) : rule,
    skipped: event.skipped.map((at) => joined(move(at), start)),
    changedOnes: event.changedOnes.map((changed) => ({ ...changed, at: joined(move(changed.at), start) })),
  }
  return isSameRule ? series : withoutStrays(series)
}

const withTime = (moment: string): string => (moment.includes('T') ? moment : `${moment}T00:00:00`)
const inForm = (moment: string, allDay: boolean): string => (allDay ? moment.slice(0, 10) : moment)
/** The day of one moment with the time of another one, if that has a time. */
const joined = (day: string, time: string): string => day.slice(0, 10) + time.slice(10)

/** Without the exceptions that no longer belong to any occurrence of the rule. */
function withoutStrays(series: StoredEvent): StoredEvent {
  const bare = { ...series, skipped: [], changedOnes: [] }
  const isThere = (at: string) => occurrenceAt(bare, at) !== null
  return {
    ...series,
    skipped: series.skipped.filter(isThere),
    changedOnes: series.changedOnes.filter(({ at }) => isThere(at)),
  }
}

/** `from`: where the occurrence is shown that the change was made at. */
function changeFollowing(event: StoredEvent, wanted: WantedEvent, aim: Aim & { at: string; from: string }): Edited {
  const { at, from } = aim
  const isLater = (one: { at: string }) => one.at >= at
  const tail: StoredEvent = {
    ...event,
    id: aim.newId(),
    version: 0,
    uid: null,
    start: at,
    rule: remainingRule(event, at),
    skipped: event.skipped.filter((skipped) => skipped >= at),
    changedOnes: event.changedOnes.filter(isLater),
  }
  const rule = wanted.rule === event.rule ? tail.rule : wanted.rule
  const { main } = changeAll(tail, { ...wanted, rule }, { ...aim, at: from })
  return { put: [touchedBy(aim, endBefore(event, at)), ...(main ? [main] : [])], removed: [], main }
}

/** The rule of what is left of a series from an occurrence on. */
function remainingRule(event: StoredEvent, at: string): string {
  const parts = rulePartsOf(event.rule ?? '')
  if (parts['COUNT'] === undefined) return event.rule ?? ''
  return ruleOf({ ...parts, COUNT: String(Math.max(1, Number(parts['COUNT']) - countBefore(event, at))) })
}

const endBefore = (event: StoredEvent, at: string): StoredEvent => ({
  ...event,
  rule: endedBefore(event.rule ?? '', event, at),
  skipped: event.skipped.filter((skipped) => skipped < at),
  changedOnes: event.changedOnes.filter((changed) => changed.at < at),
})

function checkExceptions(event: StoredEvent): StoredEvent {
  if (event.skipped.length + event.changedOnes.length > RULE_EXCEPTIONS_MAX)
    throw new AppError('tooMany', `${RULE_EXCEPTIONS_MAX} occurrences of an event may differ at most`)
  return event
}
