// Calendars as files in the form of iCalendar: to take away, and as the feed that other programs fetch.
import { createHash } from 'node:crypto'
import { EVERYONE, type FeedScope } from '../../../contract/calendar-limits.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Actor } from '../access/actor.ts'
import { spokenWords } from '../../lib/spoken-words.ts'
import { checkCalendar } from './calendars.ts'
import type { SeenEvent } from './icalendar/event-components.ts'
import { writeCalendar } from './icalendar/writing.ts'
import { stateOf } from './log.ts'
import { isBusy } from './presenting.ts'
import type { CalendarStore } from './store.ts'
import { type Book, HOUSEHOLD, type StoredEvent } from './types.ts'

export interface CalendarExportsOptions {
  store: Pick<CalendarStore, 'book' | 'books' | 'eventsOf'>
  now: Clock
}

/** A file on its way. */
export interface Exported {
  /** Of the calendar; for a file name, too. */
  name: string
  pieces: AsyncIterable<string>
}

/** How often programs fetch a feed: every hour. */
const REFRESH = 'PT1H'
/** Grows when feeds are written in another way. */
const FORM = 2

export class CalendarExports {
  readonly #options: CalendarExportsOptions

  constructor(options: CalendarExportsOptions) {
    this.#options = options
  }

  /**
   * One of a person's calendars, or that of the household; without an id all of the person's.
   * @throws AppError `notFound`
   */
  async file(actor: Actor, calendar: string | undefined, locale: string): Promise<Exported> {
    const owner = calendar === EVERYONE ? HOUSEHOLD : actor.userId
    const { book, events } = await this.#options.store.eventsOf(owner)
    if (calendar !== undefined) checkCalendar(book.calendars, calendar)
    const wanted = events.filter((event) => calendar === undefined || event.calendar === calendar)
    const given = book.calendars.find(({ id }) => id === calendar)?.name ?? ''
    const name = given || (owner === HOUSEHOLD ? spokenWords(locale).everyone : actor.username)
    return { name, pieces: this.#pieces(actor, { name, locale, books: [{ owner, events: wanted }] }) }
  }

  /** What a person's private address shows. `etag`: quoted; it changes with what is shown. */
  async feed(actor: Actor, scope: FeedScope, locale: string): Promise<{ etag: string; exported(): Promise<Exported> }> {
    const { now, store } = this.#options
    const books = scope === 'all' ? await store.books() : await this.#ownBooks(actor)
    const name = scope === 'all' ? spokenWords(locale).everyone : actor.username
    const exported = async () => {
      const found = await Promise.all(books.map(({ owner }) => store.eventsOf(owner)))
      const shown = found.map(({ book: { owner }, events }) => ({ owner, events }))
      return { name, pieces: this.#pieces(actor, { name, locale, books: shown, refresh: REFRESH }) }
    }
    // The file tells changes of the clock for some years from now.
    return { etag: tagOf([name, locale, new Date(now()).getUTCFullYear()], books), exported }
  }

  #ownBooks({ userId }: Actor): Promise<Book[]> {
    return Promise.all([userId, HOUSEHOLD].map((owner) => this.#options.store.book(owner)))
  }

  #pieces(actor: Actor, { name, locale, books, refresh }: Pieces): AsyncIterable<string> {
    const busyTitle = spokenWords(locale).busy
    const events = books.flatMap(({ owner, events: stored }) =>
      stored.map((event): SeenEvent => ({ event, busyTitle, isBusy: (content) => isBusy(actor, owner, content) })),
    )
    return writeCalendar({ name, refresh, events, now: this.#options.now() })
  }
}

function tagOf(said: readonly unknown[], books: readonly Book[]): string {
  const states = books.map((book) => `${book.owner} ${stateOf(book)}`).toSorted()
  const digest = createHash('sha256').update(JSON.stringify([FORM, said, states]))
  return `"${digest.digest('base64url').slice(0, 27)}"`
}

interface Pieces {
  name: string
  locale: string
  refresh?: string
  books: readonly { owner: number; events: readonly StoredEvent[] }[]
}
