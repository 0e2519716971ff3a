// The calendars of the household as one person may see them.
import type { CalendarWindow, DeletedEvent, EventRecord } from '../../../contract/calendar.ts'
import { CALENDAR_ANSWER_MAX, CALENDAR_WINDOW_DAYS_MAX, EVENT_YEARS } from '../../../contract/calendar-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { Yielding } from '../../lib/yielding.ts'
import type { Actor } from '../access/actor.ts'
import type { OwnReminders } from '../reminders/own.ts'
import type { AttachedFiles } from './attached.ts'
import { expandInTurns, lastYearOf, occurrenceAt, occurrencesIn } from './expanding.ts'
import { presentCalendars, presentEvent, presentOccurrence } from './presenting.ts'
import { type CalendarStore, emptyBook } from './store.ts'
import { momentAt } from './times.ts'
import { type Book, type EventContent, HOUSEHOLD, type StoredEvent, type TimeWindow } from './types.ts'

const DAY_MS = 86_400_000

export interface CalendarReadingOptions {
  store: Pick<CalendarStore, 'look' | 'book' | 'books' | 'eventsOf'>
  attached: Pick<AttachedFiles, 'hasAny' | 'shown'>
  ownReminders: Pick<OwnReminders, 'of'>
  /** Everybody, as known here. */
  everybody(): Promise<readonly { id: number; username: string }[]>
}

/** An event, and in whose book it is. */
export interface FoundEvent {
  owner: number
  event: StoredEvent
}

export class CalendarReading {
  readonly #options: CalendarReadingOptions

  constructor(options: CalendarReadingOptions) {
    this.#options = options
  }

  /** @throws AppError `badRequest` for a window that is too long, `tooLarge` for too many events */
  async window(actor: Actor, window: TimeWindow): Promise<CalendarWindow> {
    const { attached, everybody, ownReminders, store } = this.#options
    if (!(window.from < window.to)) throw new AppError('badRequest', 'the time ends before it begins')
    const years = [window.from, window.to].map((ms) => new Date(ms).getUTCFullYear())
    if (years.some((year) => year < EVENT_YEARS.first || year > EVENT_YEARS.last))
      throw new AppError('badRequest', `the years are ${EVENT_YEARS.first} to ${EVENT_YEARS.last}`)
    if (window.to - window.from > CALENDAR_WINDOW_DAYS_MAX * DAY_MS)
      throw new AppError('badRequest', `a request is for ${CALENDAR_WINDOW_DAYS_MAX} days at most`)
    const [people, found, own] = await Promise.all([everybody(), store.look(window), ownReminders.of(actor.userId)])
    const turns = new Yielding()
    const events: CalendarWindow['events'] = []
    for (const { book, events: stored } of found)
      for (const event of stored) {
        await expandInTurns(event, lastYearOf(window), turns)
        for (const one of occurrencesIn(event, window)) {
          const hasFiles = attached.hasAny(actor, one.content.files)
          events.push(presentOccurrence(actor, book.owner, { ...one, hasFiles, own }))
        }
        if (events.length > CALENDAR_ANSWER_MAX) throw new AppError('tooLarge', 'there are too many events')
        await turns.pass()
      }
    const books = withMissing([HOUSEHOLD, ...people.map(({ id }) => id)], found)
    return {
      people: people.map(({ id, username }) => ({ id, username })),
      calendars: presentCalendars(actor, books),
      events,
    }
  }

  /** @throws AppError `notFound` */
  async event(actor: Actor, id: string, at: string | undefined): Promise<EventRecord> {
    const found = await this.find(id)
    return this.record(actor, found, at ?? null)
  }

  /** What was deleted of one's own and of the household, the last first. */
  async deleted({ userId }: Actor): Promise<DeletedEvent[]> {
    const { everybody, store } = this.#options
    const [people, ...books] = await Promise.all([everybody(), store.book(userId), store.book(HOUSEHOLD)])
    const names = new Map(people.map(({ id, username }) => [id, username]))
    return books
      .flatMap(({ changes }) => changes)
      .filter(({ kind }) => kind === 'delete')
      .toSorted((a, b) => b.at - a.at)
      .map(({ id: change, at, by, title, start, allDay, calendar, count }) => ({
        change,
        title,
        start,
        allDay,
        calendar,
        count,
        by: names.get(by) ?? '',
        deleted: new Date(at).toISOString(),
      }))
  }

  /** @throws AppError `notFound` for an event or an occurrence that is not there */
  async record(actor: Actor, { owner, event }: FoundEvent, at: string | null): Promise<EventRecord> {
    if (at !== null) await expandInTurns(event, Number(at.slice(0, 4)), new Yielding())
    const shown = at === null ? null : occurrenceAt(event, at)
    if (at !== null && shown === null) throw new AppError('notFound', 'it does not happen then')
    const regular = shown?.content === event ? timesAt(event, shown.start, shown.end) : {}
    const content = { ...(shown?.content ?? event), ...regular }
    const files = await this.#options.attached.shown(actor, content.files)
    const own = await this.#options.ownReminders.of(actor.userId)
    return presentEvent(actor, { owner, event, content, files: files.map(({ path }) => path), own })
  }

  /**
   * Finds an event. Its id begins with the number of the book where it was made; it may have moved.
   * @throws AppError `notFound`
   */
  async find(id: string): Promise<FoundEvent> {
    const { store } = this.#options
    const first = Number.parseInt(id, 10)
    const owners = (await store.books()).map(({ owner }) => owner)
    for (const owner of owners.toSorted((a, b) => Number(b === first) - Number(a === first))) {
      const event = (await store.eventsOf(owner)).events.find((one) => one.id === id)
      if (event) return { owner, event }
    }
    throw new AppError('notFound', 'there is no such event')
  }
}

/** The start and end of an occurrence, in the form of the event's own. */
function timesAt(event: StoredEvent, start: number, end: number): Pick<EventContent, 'start' | 'end'> {
  return { start: momentAt(event, start), end: momentAt(event, end) }
}

/** The books of everybody, also of those who have written nothing yet. */
function withMissing(owners: readonly number[], found: readonly { book: Book }[]): Book[] {
  const books = new Map(found.map(({ book }) => [book.owner, book]))
  return owners.map((owner) => books.get(owner) ?? emptyBook(owner))
}
