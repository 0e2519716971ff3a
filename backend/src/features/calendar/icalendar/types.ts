// What a file in the form of iCalendar (RFC 5545) says, as far as Nido keeps it.
import type { ImportRefusal } from '../../../../contract/calendar-limits.ts'
import type { EventContent } from '../types.ts'

/** What an event of a file says. Files and people of the house are not in it. */
export type ReadContent = Omit<EventContent, 'files' | 'who'>

export interface ReadEvent {
  uid: string
  rule: string | null
  skipped: string[]
  changedOnes: { at: string; content: ReadContent }[]
  content: ReadContent
}

/** Events of a file that Nido cannot have. */
export interface RefusedEvent {
  why: ImportRefusal
  /** Its title, or what it has instead. */
  title: string
  /** What exactly is the matter: the name of a time zone. */
  detail: string
}

export interface ReadCalendar {
  /** As the file calls itself; empty if it does not. */
  name: string
  events: ReadEvent[]
  refused: RefusedEvent[]
}

/** How a file is read. */
export interface ReadWish {
  /** The IANA time zone of times that name none. */
  zone: string
  /** How many events it may have. */
  most: number
}
