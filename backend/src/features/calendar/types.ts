// An event as stored. The lists of one month are replaced as a whole, so an event object never changes.
import type { EventFields } from '../../../contract/calendar.ts'

/** The book of the household; the others belong to people and have their numbers. */
export const HOUSEHOLD = 0

/** A file or folder at an event. */
export interface AttachedFile {
  /** A `pathText`, and the revision of the journal at which it was right. */
  place: string
  rev: number
}

/** What an event, or a changed occurrence of one, says. */
export interface EventContent extends Omit<EventFields, 'calendar' | 'rule' | 'files'> {
  files: AttachedFile[]
}

/** A changed occurrence of a repeating event. `at`: its start by the rule, in the zone of the series. */
export interface ChangedOccurrence {
  at: string
  content: EventContent
}

export interface StoredEvent extends EventContent {
  id: string
  version: number
  /** A calendar of its book. */
  calendar: string
  rule: string | null
  /** Occurrences that are left out, by their `at`. */
  skipped: string[]
  changedOnes: ChangedOccurrence[]
  /** The UID of iCalendar that it came with; null for one made here, whose UID is made of its id. */
  uid: string | null
  /** Its name in its collection, if a CalDAV client has chosen one. */
  resource?: string
  /** In milliseconds since 1970, and who did it. */
  changedAt: number
  changedBy: number
}

/** One time at which an event happens. */
export interface Occurrence {
  event: StoredEvent
  /** Null for an event that does not repeat. */
  at: string | null
  content: EventContent
  /** In milliseconds since 1970; for whole days, of midnight in UTC. `end` is exclusive. */
  start: number
  end: number
}

/** Milliseconds since 1970, from `from` up to `to`. */
export interface TimeWindow {
  from: number
  to: number
}

/** One event before and after a change: null where it was not there. */
export interface Touched {
  /** The number of its book. */
  owner: number
  id: string
  before: StoredEvent | null
  /** Its version afterwards. */
  after: number | null
  /** The occurrence that was left out, if only one was. */
  skipped?: string
}

/** A change that can be undone, as the list of changes names it. */
export interface ChangeNote {
  id: string
  kind: 'change' | 'delete'
  at: number
  by: number
  title: string
  start: string
  allDay: boolean
  calendar: string
  count: number
}

export interface StoredCalendar {
  id: string
  name: string
  hue: number
  /** Its name among its person's collections, if a CalDAV client has made it. */
  resource?: string
}

/** An event that a change has touched: its name for CalDAV clients, in a calendar where it was or is. */
export interface LogEntry {
  revision: number
  /** Of the change, at random. Missing in older entries. */
  mark?: string
  calendar: string
  name: string
}

/** The calendars of a person, or of the household, and which documents have their events. */
export interface Book {
  owner: number
  /** Grows with each change; 0 for one that is not stored yet. */
  revision: number
  calendars: readonly StoredCalendar[]
  /** Ids of documents: of each month that has events, and of what lasts longer. */
  parts: Readonly<Record<string, string>>
  /** The last one first. */
  changes: readonly ChangeNote[]
  /** Which events the last changes have touched, the oldest first: what CalDAV clients ask for. */
  log?: readonly LogEntry[]
}
