// Imports files in the form of iCalendar.
import type { CalendarImport } from '../../../contract/calendar.ts'
import { EVERYONE, IMPORT_EVENTS_MAX, IMPORT_EXAMPLES_MAX } from '../../../contract/calendar-limits.ts'
import type { ChildPool } from '../../lib/child/pool.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { checkCalendar } from './calendars.ts'
import type { Draft } from './draft.ts'
import { type Merged, mergeEvents } from './icalendar/merging.ts'
import type { ReadCalendar, ReadWish, RefusedEvent } from './icalendar/types.ts'
import type { CalendarStore, Edit } from './store.ts'
import { HOUSEHOLD } from './types.ts'

export interface CalendarImportsOptions {
  store: Pick<CalendarStore, 'change' | 'tryOut'>
  access: Pick<Access, 'demand'>
  children: Pick<ChildPool, 'run'>
  now: Clock
  newId(): string
}

/** A file, and what is to be done with it. */
export interface ImportWish {
  calendar: string
  zone: string
  /** Whether it is carried out. */
  apply: boolean
  bytes: Uint8Array
  signal: AbortSignal
}

const READING_MS = 20_000

export class CalendarImports {
  readonly #options: CalendarImportsOptions

  constructor(options: CalendarImportsOptions) {
    this.#options = options
  }

  /**
   * Imports a file, or only tells what that would do.
   * @throws AppError `forbidden`, `notFound` for a calendar, `tooMany` where there is no room, `tooLarge` for too many
   *   events, `unsupportedMediaType` for what is no calendar
   */
  async run(actor: Actor, wish: ImportWish): Promise<CalendarImport> {
    const { access, newId, now, store } = this.#options
    access.demand(actor, 'calendar')
    const { calendar } = wish
    const owner = calendar === EVERYONE ? HOUSEHOLD : actor.userId
    const { name, events, refused } = await this.#read(wish)
    const merging = { calendar, by: actor.userId, now: now(), newId: () => `${owner}-${newId()}` }
    const edit = (draft: Draft): Edit<Merged> => {
      checkCalendar(draft.calendars, calendar)
      const result = mergeEvents(draft, events, merging)
      const { title = '', start = '', allDay = false } = result.examples[0] ?? {}
      return { result, note: { kind: 'change', by: actor.userId, title: name || title, start, allDay, calendar } }
    }
    const tried = await store.tryOut(owner, edit)
    const told = { name, refused: groupsOf(refused) }
    if (!wish.apply || tried.fresh + tried.changed === 0) return { ...told, ...tried, change: null }
    const { change, result } = await store.change(owner, edit)
    return { ...told, ...result, change }
  }

  async #read({ bytes, zone, signal }: ImportWish): Promise<ReadCalendar> {
    const { body } = await this.#options.children.run({
      task: 'calendarFile',
      input: { zone, most: IMPORT_EVENTS_MAX } satisfies ReadWish,
      body: { length: bytes.length, open: () => [bytes] },
      limitMs: READING_MS,
      signal,
    })
    return JSON.parse(new TextDecoder().decode(body)) as ReadCalendar
  }
}

function groupsOf(refused: readonly RefusedEvent[]): CalendarImport['refused'] {
  return Array.from(
    Map.groupBy(refused, ({ why }) => why),
    ([why, ones]) => ({
      why,
      count: ones.length,
      titles: ones.slice(0, IMPORT_EXAMPLES_MAX).map(({ title }) => title),
      details: [...new Set(ones.map(({ detail }) => detail))].filter(Boolean).slice(0, IMPORT_EXAMPLES_MAX),
    }),
  )
}
