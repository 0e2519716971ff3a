// Events as one person may know them.
import type { CalendarRecord, EventOccurrence, EventRecord } from '../../../contract/calendar.ts'
import { can } from '../../../contract/rights.ts'
import type { Actor } from '../access/actor.ts'
import type { OwnMinutes } from '../reminders/model.ts'
import { firstCalendarOf } from './store.ts'
import { momentAt } from './times.ts'
import { type Book, type EventContent, HOUSEHOLD, type Occurrence, type StoredEvent } from './types.ts'

/** Whether a person may write in a book: the own one, or that of the household. */
export const mayWrite = (actor: Actor, owner: number): boolean =>
  can(actor, 'calendar') && (owner === HOUSEHOLD || owner === actor.userId)

/** Whether a person only learns that the time is taken. */
export const isBusy = (actor: Actor, owner: number, content: Pick<EventContent, 'private'>): boolean =>
  content.private && owner !== actor.userId && owner !== HOUSEHOLD

const ownerOf = (owner: number): number | null => (owner === HOUSEHOLD ? null : owner)

/**
 * Minutes before the start at which a person is reminded: as the event says, if it is one's own. `own`: what the person
 * has chosen for events of others, and of everyone.
 */
export const remindersFor = (
  { userId }: Actor,
  owner: number,
  { event, content, own }: { event: Pick<StoredEvent, 'id'>; content: EventContent; own: OwnMinutes },
): number[] => (owner === userId ? content.reminders : [...(own[event.id] ?? [])])

/** An event without its content. Not even its calendar is told, because the name may reveal something. */
const nothingOf = (owner: number) => ({
  title: '',
  place: '',
  calendar: firstCalendarOf(owner),
  who: [],
})

export function presentCalendars(actor: Actor, books: readonly Book[]): CalendarRecord[] {
  const own = books.toSorted((a, b) => rankOf(actor, a) - rankOf(actor, b))
  return own.flatMap(({ owner, calendars }) =>
    calendars.map(({ id, name, hue }) => ({
      id,
      name,
      hue,
      owner: ownerOf(owner),
      mayChange: mayWrite(actor, owner),
      outside: false,
    })),
  )
}

/** The own book first, then that of the household, then the others. */
const rankOf = ({ userId }: Actor, { owner }: Book): number => (owner === userId ? -1 : owner)

/** `hasFiles`: whether the person could open any file at the event. */
export type PresentedOccurrence = Occurrence & { hasFiles: boolean; own: OwnMinutes }

export function presentOccurrence(
  actor: Actor,
  owner: number,
  { event, at, content, start, end, hasFiles, own }: PresentedOccurrence,
): EventOccurrence {
  const busy = isBusy(actor, owner, content)
  const { title, place, who, allDay } = content
  const told = busy ? nothingOf(owner) : { title, place, calendar: event.calendar, who }
  const moment = (ms: number) => (allDay ? momentAt(content, ms) : new Date(ms).toISOString())
  return {
    id: event.id,
    at,
    start: moment(start),
    end: moment(end),
    allDay,
    ...told,
    reminders: remindersFor(actor, owner, { event, content, own }),
    hasFiles: hasFiles && !busy,
    private: content.private,
    busy,
    mayChange: mayWrite(actor, owner),
  }
}

export interface Presented {
  owner: number
  event: StoredEvent
  content: EventContent
  /** Paths that the person could open. */
  files: string[]
  own: OwnMinutes
}

export function presentEvent(actor: Actor, { owner, event, content, files, own }: Presented): EventRecord {
  const busy = isBusy(actor, owner, content)
  const { allDay, start, end, zone, title, place, notes, who } = content
  const told = busy
    ? { ...nothingOf(owner), notes: '', rule: null, files: [] }
    : { title, place, calendar: event.calendar, who, notes, rule: event.rule, files }
  return {
    id: event.id,
    version: event.version,
    owner: ownerOf(owner),
    mayChange: mayWrite(actor, owner),
    busy,
    changed: new Date(event.changedAt).toISOString(),
    private: content.private,
    allDay,
    start,
    end,
    zone,
    ...told,
    reminders: remindersFor(actor, owner, { event, content, own }),
  }
}
