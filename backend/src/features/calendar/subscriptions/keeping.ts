// Which events of an outside calendar are kept, and in which form. Runs in the child that reads it.
import { createHash } from 'node:crypto'
import { LASTING_EVENTS_MAX, SUBSCRIPTION_EVENTS_MAX } from '../../../../contract/calendar-limits.ts'
import { mergeEvent } from '../icalendar/merging.ts'
import type { ReadEvent } from '../icalendar/types.ts'
import { momentMs } from '../times.ts'
import type { EventContent, StoredEvent } from '../types.ts'

/** What is known of the calendar. */
export interface Keeping {
  /** The id of the subscription. */
  id: string
  owner: number
  /** Milliseconds since 1970. */
  now: number
}

const DAY_MS = 86_400_000
/** How long events are kept that are over. */
const PAST_DAYS = 400
/** Bytes of one document of events, far below what the database takes (16 MB). */
const BYTES_MAX = 4 * 1024 * 1024
const HASH_LENGTH = 16

/** The events that are kept, and how many are left out: those that are over for long, and the farthest ones. */
export function keptOf(events: readonly ReadEvent[], keeping: Keeping): { events: StoredEvent[]; left: number } {
  const since = keeping.now - PAST_DAYS * DAY_MS
  const repeating = events.filter(({ rule }) => rule !== null).slice(0, LASTING_EVENTS_MAX)
  const single = events
    .filter(({ rule }) => rule === null)
    .map((event) => ({ event, at: momentMs(event.content, event.content.end) }))
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => Math.abs(a.at - keeping.now) - Math.abs(b.at - keeping.now))
  const wanted = [...repeating, ...single.map(({ event }) => event)].slice(0, SUBSCRIPTION_EVENTS_MAX)
  const kept: StoredEvent[] = []
  let bytes = 0
  for (const read of wanted) {
    const event = storedOf(read, keeping)
    bytes += Buffer.byteLength(JSON.stringify(event))
    if (bytes > BYTES_MAX) break
    kept.push(event)
  }
  return { events: kept, left: events.length - kept.length }
}

/** By which an event of an outside calendar is asked for: the same after each fetch. */
const outsideIdOf = (id: string, uid: string): string =>
  `${OUTSIDE}${id}-${createHash('sha256').update(uid).digest('hex').slice(0, HASH_LENGTH)}`

/** How the ids of such events begin. Those of books begin with a number. */
export const OUTSIDE = 'outside-'

function storedOf(read: ReadEvent, { id, owner, now }: Keeping): StoredEvent {
  const event = mergeEvent(undefined, read, { calendar: id, by: owner, now, newId: () => outsideIdOf(id, read.uid) })
  const changedOnes = event.changedOnes.map(({ at, content }) => ({ at, content: quiet(content) }))
  return { ...event, ...quiet(event), changedOnes }
}

/** Only its owner sees it, so nothing is private; and nobody is reminded of what others plan. */
const quiet = <T extends EventContent>(content: T): T => ({ ...content, private: false, reminders: [] })
