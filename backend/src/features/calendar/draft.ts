// A book while it is changed: all its events, which of them have changed, and whether there is room for them.
import {
  CALENDAR_EVENTS_MAX,
  CALENDAR_MONTHS_MAX,
  LASTING_EVENTS_MAX,
  MONTH_EVENTS_MAX,
} from '../../../contract/calendar-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { LASTING, partOf } from './parts.ts'
import type { Book, StoredCalendar, StoredEvent, Touched } from './types.ts'

/** Bytes of one document of events, far below what the database takes (16 MB). */
const PART_MAX_BYTES = 4 * 1024 * 1024

export class Draft {
  calendars: readonly StoredCalendar[]
  readonly owner: number
  readonly #events: Map<string, StoredEvent>
  readonly #before = new Map<string, StoredEvent | null>()

  constructor({ owner, calendars }: Pick<Book, 'owner' | 'calendars'>, events: Iterable<StoredEvent>) {
    this.owner = owner
    this.calendars = calendars
    this.#events = new Map(Array.from(events, (event) => [event.id, event]))
  }

  get events(): Iterable<StoredEvent> {
    return this.#events.values()
  }

  get(id: string): StoredEvent | undefined {
    return this.#events.get(id)
  }

  put(event: StoredEvent): void {
    this.#remember(event.id)
    this.#events.set(event.id, event)
  }

  remove(id: string): void {
    this.#remember(id)
    this.#events.delete(id)
  }

  #remember(id: string): void {
    if (!this.#before.has(id)) this.#before.set(id, this.#events.get(id) ?? null)
  }

  /** What has changed, each event once. */
  touched(): Touched[] {
    return Array.from(this.#before, ([id, before]) => ({
      owner: this.owner,
      id,
      before,
      after: this.#events.get(id)?.version ?? null,
    }))
  }

  /**
   * The new events of the parts that have changed; none for a part that is empty now.
   * @throws AppError `tooMany`
   */
  changedParts(): Map<string, StoredEvent[]> {
    const names = new Set<string>()
    for (const [id, before] of this.#before)
      for (const event of [before, this.#events.get(id)]) if (event) names.add(partOf(event))
    const parts = new Map<string, StoredEvent[]>(Array.from(names, (name) => [name, []]))
    const all = new Set<string>()
    for (const event of this.#events.values()) {
      const name = partOf(event)
      all.add(name)
      parts.get(name)?.push(event)
    }
    if (this.#events.size > CALENDAR_EVENTS_MAX) throw full(`there are ${CALENDAR_EVENTS_MAX} events at most`)
    if (all.size > CALENDAR_MONTHS_MAX) throw full(`there are events in ${CALENDAR_MONTHS_MAX} months at most`)
    for (const [name, events] of parts) checkRoom(name, events)
    return parts
  }
}

function checkRoom(name: string, events: readonly StoredEvent[]): void {
  const most = name === LASTING ? LASTING_EVENTS_MAX : MONTH_EVENTS_MAX
  const what = name === LASTING ? 'that repeat or last for months' : 'in a month'
  if (events.length > most) throw full(`there are ${most} events ${what} at most`)
  if (Buffer.byteLength(JSON.stringify(events)) > PART_MAX_BYTES) throw full(`the events ${what} are too long`)
}

const full = (why: string) => new AppError('tooMany', why)
