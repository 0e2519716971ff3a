// The calendars as CalDAV has them: collections of events, each with a name, an ETag and a text.
import { CALENDAR_FILE_MAX_BYTES, EVERYONE } from '../../../../contract/calendar-limits.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Draft } from '../draft.ts'
import { spokenWords } from '../../../lib/spoken-words.ts'
import { eventComponents, type SeenEvent } from '../icalendar/event-components.ts'
import { mergeEvent } from '../icalendar/merging.ts'
import type { Component } from '../icalendar/properties.ts'
import type { ReadCalendar, ReadEvent, ReadWish } from '../icalendar/types.ts'
import { uidOf } from '../icalendar/uid.ts'
import { writeCalendar } from '../icalendar/writing.ts'
import { changedSince, resourceOf, stateOf } from '../log.ts'
import { isBusy, mayWrite } from '../presenting.ts'
import { type CalendarStore, emptyBook, type NoteDraft } from '../store.ts'
import { type Book, HOUSEHOLD, type StoredCalendar, type StoredEvent, type TimeWindow } from '../types.ts'

const READING_MS = 20_000

export interface CollectionsOptions {
  store: Pick<CalendarStore, 'books' | 'book' | 'eventsOf' | 'change'>
  access: Pick<Access, 'demand'>
  children: Pick<ChildPool, 'run'>
  everybody(): Promise<readonly { id: number; username: string }[]>
  now: Clock
  newId(): string
}

/** A calendar as its reader may know it. */
export interface Collection extends StoredCalendar {
  owner: number
  /** By which the reader asks for it: the name of an own one, or its id. */
  resource: string
  /** Also of those without a name of their own. */
  title: string
  isWritable: boolean
  /** As `stateOf` names it. */
  state: string
}

export interface OpenedCollection {
  state: string
  events: readonly StoredEvent[]
  changedSince(state: string): readonly string[] | null
}

/** What a client writes, and what it expects to be there (RFC 9110 section 13.1). */
export interface EventWriting {
  /** As the writer asks for it. */
  calendar: string
  name: string
  bytes: Buffer
  expects: EventExpectation
  signal: AbortSignal
}
export interface EventExpectation {
  match: string | undefined
  noneMatch: string | undefined
}

/** An event whose text is wanted. `expand`: null for the event itself. */
interface WantedText {
  event: StoredEvent
  locale: string
  expand: TimeWindow | null
}

/** With the time of the change: after a restore from a backup, an event may have a number that it had before. */
export const etagOf = ({ id, version, changedAt }: StoredEvent): string =>
  `"${id}-${version}-${changedAt.toString(36)}"`

export class Collections {
  readonly #options: CollectionsOptions

  constructor(options: CollectionsOptions) {
    this.#options = options
  }

  /** The own ones first, then that of everyone, then those of the others. */
  async all(actor: Actor, locale: string): Promise<Collection[]> {
    const { everybody, store } = this.#options
    const [people, stored] = await Promise.all([everybody(), store.books()])
    const names = new Map(people.map(({ id, username }) => [id, username]))
    const books = new Map(stored.map((book) => [book.owner, book]))
    const owners = [actor.userId, HOUSEHOLD, ...people.map(({ id }) => id).filter((id) => id !== actor.userId)]
    return owners.flatMap((owner) => collectionsOf(actor, books.get(owner) ?? emptyBook(owner), { names, locale }))
  }

  /** The events of a calendar at one moment. `changedSince`: their names, or null if that is not known any more. */
  async open({ owner, id }: Collection): Promise<OpenedCollection> {
    const { book, events } = await this.#options.store.eventsOf(owner)
    return {
      state: stateOf(book),
      events: events.filter(({ calendar }) => calendar === id),
      changedSince: (state) => changedSince(book, id, state),
    }
  }

  /** The text of an event, as somebody may know it; or of each time in a window at which it happens. */
  async textOf(actor: Actor, owner: number, { event, locale, expand }: WantedText): Promise<string> {
    const seen = seenBy(actor, owner, { event, locale })
    const pieces = writeCalendar({ name: null, events: [seen], now: this.#options.now(), window: expand })
    return (await Array.fromAsync(pieces)).join('')
  }

  /** An event and its changed occurrences, as somebody may know them. */
  componentsOf(actor: Actor, owner: number, wanted: Pick<WantedText, 'event' | 'locale'>): Promise<Component[]> {
    return eventComponents(seenBy(actor, owner, wanted))
  }

  /**
   * Writes an event.
   * @throws AppError `forbidden`, `notFound` for a calendar, `preconditionFailed`, `conflict` for a UID that another
   *   one has, `unsupportedMediaType` for what is not one event, `tooMany`
   */
  async put(actor: Actor, writing: EventWriting): Promise<{ etag: string; isNew: boolean }> {
    const { access, newId, now, store } = this.#options
    access.demand(actor, 'calendar')
    const { calendar, name, expects } = writing
    const owner = calendar === EVERYONE ? HOUSEHOLD : actor.userId
    const read = await this.#read(writing)
    const merging = { by: actor.userId, now: now(), newId: () => `${owner}-${newId()}` }
    const { result } = await store.change(owner, (draft) => {
      const { before, id } = find(draft, writing)
      check(before, expects)
      const taken = Array.from(draft.events).find((event) => uidOf(event) === read.uid && event !== before)
      if (taken) throw new AppError('conflict', 'another event has that UID')
      const after = mergeEvent(before, read, { ...merging, calendar: id })
      draft.put({ ...after, resource: name })
      return { result: { etag: etagOf(after), isNew: before === undefined }, note: noteOf(actor, after, 'change') }
    })
    return result
  }

  /** @throws AppError `forbidden`, `notFound`, `preconditionFailed` */
  async remove(actor: Actor, asked: Pick<EventWriting, 'calendar' | 'name' | 'expects'>): Promise<void> {
    const { access, store } = this.#options
    access.demand(actor, 'calendar')
    const owner = asked.calendar === EVERYONE ? HOUSEHOLD : actor.userId
    await store.change(owner, (draft) => {
      const { before } = find(draft, asked)
      if (before === undefined) throw new AppError('notFound', 'there is no such event')
      check(before, asked.expects)
      draft.remove(before.id)
      return { result: null, note: noteOf(actor, before, 'delete') }
    })
  }

  /** The one event of a body. */
  async #read({ bytes, signal }: EventWriting): Promise<ReadEvent> {
    const { body } = await this.#options.children.run({
      task: 'calendarFile',
      input: { zone: 'UTC', most: 1_000 } satisfies ReadWish,
      body: { length: bytes.length, open: () => [bytes] },
      limitMs: READING_MS,
      signal,
    })
    const { events, refused } = JSON.parse(new TextDecoder().decode(body)) as ReadCalendar
    const [event, ...more] = events
    if (event === undefined || more.length > 0 || refused.length > 0)
      throw new AppError('unsupportedMediaType', `this is not one event: ${refused.map(({ why }) => why).join()}`)
    return event
  }
}

/**
 * An event, if it is there, and the id of its calendar.
 * @throws AppError `notFound` for a calendar that is not there
 */
function find(
  draft: Draft,
  { calendar, name }: Pick<EventWriting, 'calendar' | 'name'>,
): { id: string; before: StoredEvent | undefined } {
  const id = draft.calendars.find((one) => (one.resource ?? one.id) === calendar)?.id
  if (id === undefined) throw new AppError('notFound', 'there is no such calendar')
  return { id, before: Array.from(draft.events).find((event) => event.calendar === id && resourceOf(event) === name) }
}

/** @throws AppError `preconditionFailed` */
function check(before: StoredEvent | undefined, { match, noneMatch }: EventExpectation): void {
  const etag = before === undefined ? null : etagOf(before)
  const includes = (list: string) =>
    etag !== null && (list.trim() === '*' || list.split(',').some((one) => one.trim() === etag))
  if ((match !== undefined && !includes(match)) || (noneMatch !== undefined && includes(noneMatch)))
    throw new AppError('preconditionFailed', 'the event has been changed in the meantime')
}

const seenBy = (actor: Actor, owner: number, { event, locale }: Pick<WantedText, 'event' | 'locale'>): SeenEvent => ({
  event,
  busyTitle: spokenWords(locale).busy,
  isBusy: (content) => isBusy(actor, owner, content),
})

function collectionsOf(
  actor: Actor,
  book: Book,
  { names, locale }: { names: ReadonlyMap<number, string>; locale: string },
): Collection[] {
  const { owner, calendars } = book
  const person = owner === HOUSEHOLD ? spokenWords(locale).everyone : (names.get(owner) ?? '')
  const isOwn = owner === HOUSEHOLD || owner === actor.userId
  return calendars.map((calendar) => ({
    ...calendar,
    owner,
    resource: (isOwn ? calendar.resource : undefined) ?? calendar.id,
    title: calendar.name === '' ? person : isOwn ? calendar.name : `${person}: ${calendar.name}`,
    isWritable: mayWrite(actor, owner),
    state: stateOf(book),
  }))
}

const noteOf = (actor: Actor, { title, start, allDay, calendar }: StoredEvent, kind: NoteDraft['kind']): NoteDraft => ({
  kind,
  by: actor.userId,
  title,
  start,
  allDay,
  calendar,
})

export const MAX_BYTES = CALENDAR_FILE_MAX_BYTES
