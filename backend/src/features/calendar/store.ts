// Reads and changes the books of calendars.
import type { Model } from 'mongoose'
import { CALENDAR_HUES, CALENDAR_UNDO_DAYS, CALENDAR_UNDO_MAX, EVERYONE } from '../../../contract/calendar-limits.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { Draft } from './draft.ts'
import { logWith, namedOf } from './log.ts'
import { type BookDocument, CALENDARS, type PartDocument } from './model.ts'
import { Parts, partsIn } from './parts.ts'
import { type Book, type ChangeNote, HOUSEHOLD, type StoredEvent, type Touched, type TimeWindow } from './types.ts'

const DAY_MS = 86_400_000
const SWEEP_MS = 10 * 60_000
/** Documents that no book names may belong to a change under way, or may still be read. */
const UNNAMED_MS = 30 * 60_000
/** How often a change or a read is tried if others come first. */
const TRIES = 20
const HOUSEHOLD_HUE = 170

export interface CalendarStoreOptions {
  books: Model<BookDocument>
  parts: Model<PartDocument>
  changeCounters: Pick<ChangeCounters, 'announce'>
  now: Clock
  newId(): string
}

/** How a change is named in the list of those that can be undone; what it touched is added. */
export type NoteDraft = Omit<ChangeNote, 'id' | 'at' | 'count'>

export interface Edit<T> {
  result: T
  /** Null for a change that cannot be undone by itself. */
  note: NoteDraft | null
  /** What belongs to it in another book. */
  elsewhere?: readonly Touched[]
  /** Tells more of an event that it touched. */
  refine?: (touched: Touched) => Touched
}

/** Every book has a first calendar, without anybody creating it. */
export const firstCalendarOf = (owner: number): string => (owner === HOUSEHOLD ? EVERYONE : `own-${owner}`)

export function emptyBook(owner: number): Book {
  const hue = owner === HOUSEHOLD ? HOUSEHOLD_HUE : (CALENDAR_HUES[owner % CALENDAR_HUES.length] ?? HOUSEHOLD_HUE)
  return { owner, revision: 0, calendars: [{ id: firstCalendarOf(owner), name: '', hue }], parts: {}, changes: [] }
}

export class CalendarStore {
  readonly tasks: readonly HouseTask[] = [{ name: CALENDARS, everyMs: SWEEP_MS, run: () => this.#sweep() }]
  readonly #options: CalendarStoreOptions
  readonly #parts: Parts

  constructor(options: CalendarStoreOptions) {
    this.#options = options
    this.#parts = new Parts(options.parts)
  }

  /** The stored books. */
  async books(): Promise<Book[]> {
    return this.#options.books.find().lean<BookDocument[]>()
  }

  /** The book of a person, or of the household. */
  async book(owner: number): Promise<Book> {
    return (await this.#options.books.findById(String(owner)).lean<BookDocument>()) ?? emptyBook(owner)
  }

  /** All books, each with the events that may happen in a window. */
  async look(window: TimeWindow): Promise<{ book: Book; events: StoredEvent[] }[]> {
    return again(async () => {
      const books = await this.books()
      const found = await Promise.all(books.map((book) => this.#parts.read(book, partsIn(book, window))))
      if (found.includes(null)) return null
      return books.map((book, index) => ({ book, events: (found[index] ?? []).flat() }))
    })
  }

  /** All events of a book. */
  async eventsOf(owner: number): Promise<{ book: Book; events: StoredEvent[] }> {
    return again(async () => {
      const book = await this.book(owner)
      const events = await this.#parts.read(book, Object.keys(book.parts))
      return events && { book, events: events.flat() }
    })
  }

  /** What a change has touched. @throws AppError `notFound` */
  async touchedBy(change: string): Promise<Touched[]> {
    const document = await this.#options.parts.findById(change).lean<PartDocument>()
    if (document === null) throw new AppError('notFound', 'there is no such change')
    return document.touched
  }

  /**
   * Changes a book. `edit` is called again if somebody else has changed it meanwhile. Answers the id of the change.
   * @throws AppError `tooMany`, `conflict` if others came first each time, and what `edit` throws
   */
  async change<T>(owner: number, edit: (draft: Draft) => Edit<T>): Promise<{ change: string; result: T }> {
    return again(async () => {
      const { book, events } = await this.eventsOf(owner)
      const draft = new Draft(book, events)
      const edited = edit(draft)
      const change = await this.#write(book, draft, edited)
      return change === null ? null : { change, result: edited.result }
    })
  }

  /**
   * What a change would do. Nothing is written.
   * @throws AppError as `change`
   */
  async tryOut<T>(owner: number, edit: (draft: Draft) => Edit<T>): Promise<T> {
    const { book, events } = await this.eventsOf(owner)
    const draft = new Draft(book, events)
    const { result } = edit(draft)
    draft.changedParts()
    return result
  }

  /** Null if somebody else has changed the book. */
  async #write<T>(book: Book, draft: Draft, { note, elsewhere = [], refine = same }: Edit<T>): Promise<string | null> {
    const { newId, now, parts: model } = this.#options
    const { owner } = book
    const touched = [...draft.touched().map(refine), ...elsewhere]
    const change = newId()
    const made = now()
    const parts: Record<string, string> = { ...book.parts }
    const written: { name: string; document: PartDocument }[] = []
    for (const [name, events] of draft.changedParts()) {
      delete parts[name]
      if (events.length === 0) continue
      parts[name] = newId()
      written.push({ name, document: { _id: parts[name], owner, made, events, touched: [] } })
    }
    const undo: PartDocument[] = note === null ? [] : [{ _id: change, owner, made, events: [], touched }]
    await model.insertMany([...written.map(({ document }) => document), ...undo], { lean: true })
    const noted = note === null ? [] : [{ ...note, id: change, at: made, count: touched.length }]
    const changes = keptOf([...noted, ...book.changes], made)
    const log = logWith(
      book,
      change,
      draft.touched().flatMap(({ id, before }) => namesOf(before, draft.get(id))),
    )
    if (!(await this.#name(book, { calendars: draft.calendars, parts, changes, log }))) return null
    for (const { name, document } of written) this.#parts.keep(document._id, `${owner} ${name}`, document.events)
    await this.#options.changeCounters.announce(CALENDARS)
    return change
  }

  /** Lets a book have other documents, unless it has changed. Answers whether it has them. */
  async #name({ owner, revision }: Book, values: Omit<Book, 'owner' | 'revision'>): Promise<boolean> {
    const { books } = this.#options
    const _id = String(owner)
    if (revision > 0) {
      const { matchedCount } = await books.updateOne({ _id, revision }, { $set: { ...values, revision: revision + 1 } })
      return matchedCount === 1
    }
    try {
      await books.create({ _id, owner, revision: 1, ...values })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  /** Deletes all of a person. */
  async removeAllOf(owner: number): Promise<void> {
    await this.#options.books.deleteOne({ _id: String(owner) })
    await this.#options.parts.deleteMany({ owner })
    await this.#options.changeCounters.announce(CALENDARS)
  }

  /** Deletes documents that no book names any more. */
  async #sweep(): Promise<void> {
    const { parts, now } = this.#options
    // Asked before the books are read: what they name later is younger than the limit.
    const old = await parts.find({ made: { $lt: now() - UNNAMED_MS } }, { _id: 1 }).lean<{ _id: string }[]>()
    const named = new Set(
      (await this.books()).flatMap((book) => [...Object.values(book.parts), ...book.changes.map(({ id }) => id)]),
    )
    const gone = old.map(({ _id }) => _id).filter((id) => !named.has(id))
    if (gone.length > 0) await parts.deleteMany({ _id: { $in: gone } })
  }
}

/** Where an event was, and where it is. */
const namesOf = (...states: readonly (StoredEvent | null | undefined)[]) =>
  states.flatMap((event) => (event ? [namedOf(event)] : []))

const same = (touched: Touched): Touched => touched

/** The changes that can still be undone: deletions for a month, others as long as there is room. */
function keptOf(changes: readonly ChangeNote[], now: number): ChangeNote[] {
  const young = changes.filter(({ at }) => at > now - CALENDAR_UNDO_DAYS * DAY_MS)
  const deletions = young.filter(({ kind }) => kind === 'delete').slice(0, CALENDAR_UNDO_MAX)
  const others = young.filter(({ kind }) => kind === 'change').slice(0, CALENDAR_UNDO_MAX - deletions.length + 20)
  return [...deletions, ...others].toSorted((a, b) => b.at - a.at)
}

/** @throws AppError `conflict` if it answers null each time */
async function again<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const result = await attempt()
    if (result !== null) return result
  }
  throw new AppError('conflict', 'the calendar is being changed by others')
}
