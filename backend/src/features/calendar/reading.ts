// The calendars of the household as one person may see them.
import type { CalendarWindow, DeletedEvent, EventRecord } from '../../../contract/calendar.ts'
import { CALENDAR_ANSWER_MAX, CALENDAR_WINDOW_DAYS_MAX, EVENT_YEARS } from '../../../contract/calendar-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { Yielding } from '../../lib/yielding.ts'
import type { Actor } from '../access/actor.ts'
import type { OwnReminders } from '../reminders/own.ts'
import type { AttachedFiles } from './attached.ts'
import { contentAt } from './content-at.ts'
import { expandInTurns, lastYearOf, occurrencesIn } from './expanding.ts'
import { presentCalendars, presentEvent, presentOccurrence } from './presenting.ts'
import { type CalendarStore, emptyBook } from './store.ts'
import type { Looker, OutsideCalendars } from './subscriptions/showing.ts'
import { type Book, HOUSEHOLD, type StoredEvent, type TimeWindow } from './types.ts'

const DAY_MS = 86_400_000

export interface CalendarReadingOptions {
  store: Pick<CalendarStore, 'look' | 'book' | 'books' | 'eventsOf'>
  attached: Pick<AttachedFiles, 'hasAny' | 'shown'>
  ownReminders: Pick<OwnReminders, 'of'>
  outside: Pick<OutsideCalendars, 'on' | 'record' | 'window' | 'isOutside' | 'event'>
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
  async window(actor: Actor, window: TimeWindow, locale = 'en'): Promise<CalendarWindow> {
    const { everybody, outside, store } = this.#options
    checkWindow(window)
    const [people, found, on] = await Promise.all([everybody(), store.look(window), outside.on(actor)])
    const events = await this.#eventsIn(actor, window, found)
    const most = CALENDAR_ANSWER_MAX - events.length
    const books = withMissing([HOUSEHOLD, ...people.map(({ id }) => id)], found)
    return {
      people: people.map(({ id, username }) => ({ id, username })),
      calendars: [...presentCalendars(actor, books), ...on.map((one) => outside.record(one, actor))],
      events: [...events, ...(await outside.window({ actor, locale }, on, { window, most }))],
    }
  }

  /** @throws AppError `tooLarge` */
  async #eventsIn(
    actor: Actor,
    window: TimeWindow,
    found: readonly { book: Book; events: readonly StoredEvent[] }[],
  ): Promise<CalendarWindow['events']> {
    const { attached, ownReminders } = this.#options
    const own = await ownReminders.of(actor.userId)
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
    return events
  }

  /** @throws AppError `notFound` */
  async event({ actor, locale }: Looker, id: string, at: string | null): Promise<EventRecord> {
    const { outside } = this.#options
    if (outside.isOutside(id)) return outside.event({ actor, locale }, id, at)
    const found = await this.find(id)
    return this.record(actor, found, at)
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
    const content = await contentAt(event, at)
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

/** @throws AppError `badRequest` for a window that is too long, or in other times than ours */
function checkWindow({ from, to }: TimeWindow): void {
  if (!(from < to)) throw new AppError('badRequest', 'the time ends before it begins')
  const years = [from, to].map((ms) => new Date(ms).getUTCFullYear())
  if (years.some((year) => year < EVENT_YEARS.first || year > EVENT_YEARS.last))
    throw new AppError('badRequest', `the years are ${EVENT_YEARS.first} to ${EVENT_YEARS.last}`)
  if (to - from > CALENDAR_WINDOW_DAYS_MAX * DAY_MS)
    throw new AppError('badRequest', `a request is for ${CALENDAR_WINDOW_DAYS_MAX} days at most`)
}

/** The books of everybody, also of those who have written nothing yet. */
function withMissing(owners: readonly number[], found: readonly { book: Book }[]): Book[] {
  const books = new Map(found.map(({ book }) => [book.owner, book]))
  return owners.map((owner) => books.get(owner) ?? emptyBook(owner))
}
