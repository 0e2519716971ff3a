// What the events of a file do to a book: new ones come in, those with a known UID are changed.
import type { CalendarImport } from '../../../../contract/calendar.ts'
import { EVERYONE, IMPORT_EXAMPLES_MAX } from '../../../../contract/calendar-limits.ts'
import type { Draft } from '../draft.ts'
import { newEvent } from '../editing.ts'
import type { EventContent, StoredEvent } from '../types.ts'
import { cleanText } from './properties.ts'
import type { ReadContent, ReadEvent } from './types.ts'
import { uidOf } from './uid.ts'

export interface Merging {
  /** Where new events go. */
  calendar: string
  by: number
  now: number
  newId(): string
}

export type Merged = Pick<CalendarImport, 'fresh' | 'changed' | 'same' | 'examples'>

/** @throws nothing; whether there is room is up to the draft */
export function mergeEvents(draft: Draft, events: readonly ReadEvent[], merging: Merging): Merged {
  const known = new Map(Array.from(draft.events, (event) => [uidOf(event), event]))
  const merged: Merged = { fresh: 0, changed: 0, same: 0, examples: [] }
  for (const read of events) {
    const before = known.get(read.uid)
    const after = mergeEvent(before, read, merging)
    if (before !== undefined && isSame(before, after)) {
      merged.same += 1
      continue
    }
    draft.put(after)
    if (before === undefined) merged.fresh += 1
    else merged.changed += 1
    const { title, start, allDay } = after
    if (merged.examples.length < IMPORT_EXAMPLES_MAX) merged.examples.push({ title, start, allDay })
  }
  return merged
}

/** What becomes of an event, or a new one. */
export const mergeEvent = (before: StoredEvent | undefined, read: ReadEvent, merging: Merging): StoredEvent =>
  before === undefined ? addedOf(read, merging) : changedOf(before, read, merging)

function addedOf(read: ReadEvent, merging: Merging): StoredEvent {
  const { calendar } = merging
  const content = complete(read.content, NOBODY, calendar)
  const changedOnes = read.changedOnes.map((one) => ({ at: one.at, content: complete(one.content, NOBODY, calendar) }))
  const event = newEvent({ calendar, rule: read.rule, content }, merging)
  return { ...event, uid: read.uid, skipped: read.skipped, changedOnes }
}

/** People and files stay: files in the form of iCalendar do not have those of Nido. */
function changedOf(before: StoredEvent, read: ReadEvent, { by, now }: Merging): StoredEvent {
  const ofOccurrence = new Map(before.changedOnes.map(({ at, content }) => [at, content]))
  const changedOnes = read.changedOnes.map(({ at, content }) => ({
    at,
    content: complete(content, ofOccurrence.get(at) ?? before, before.calendar),
  }))
  return {
    ...before,
    ...complete(read.content, before, before.calendar),
    rule: read.rule,
    skipped: read.skipped,
    changedOnes,
    version: before.version + 1,
    changedAt: now,
    changedBy: by,
  }
}

type Kept = Pick<EventContent, 'who' | 'files'>
const NOBODY: Kept = { who: [], files: [] }

const complete = (content: ReadContent, { who, files }: Kept, calendar: string): EventContent => ({
  ...content,
  // What belongs to everyone is hidden from nobody.
  private: content.private && calendar !== EVERYONE,
  who,
  files,
})

const isSame = (before: StoredEvent, after: StoredEvent): boolean => printOf(before) === printOf(after)

function printOf({ rule, skipped, changedOnes, ...event }: StoredEvent): string {
  const ones = changedOnes.map(({ at, content }) => [at, contentPrint(content)])
  return JSON.stringify([rule && rulePrint(rule), skipped.toSorted(), ones.toSorted(), contentPrint(event)])
}

/** Programs write the parts of a rule in other orders, and may add what it means anyway. */
const rulePrint = (rule: string): string[] =>
  rule
    .split(';')
    .filter((part) => part !== 'INTERVAL=1' && part !== 'WKST=MO')
    .toSorted()

function contentPrint({ title, allDay, start, end, zone, place, notes, reminders, private: isPrivate }: EventContent) {
  const texts = [title, place, notes].map((text) => cleanText(text).replace(/\s+/g, ' '))
  return JSON.stringify([texts, allDay, start, end, allDay ? '' : zone, reminders, isPrivate])
}
