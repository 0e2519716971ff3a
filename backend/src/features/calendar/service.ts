// What people do in the calendars of the household.
import type { CalendarChange, ChangeEventBody, EventFields } from '../../../contract/calendar.ts'
import { EVERYONE, type EventScope } from '../../../contract/calendar-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { Yielding } from '../../lib/yielding.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { OwnReminders } from '../reminders/own.ts'
import type { AttachedFiles } from './attached.ts'
import { checkCalendar } from './calendars.ts'
import type { Draft } from './draft.ts'
import { type Aim, changeEvent, deleteEvent, type Edited, newEvent, type WantedEvent } from './editing.ts'
import { mayWrite } from './presenting.ts'
import { expandInTurns } from './expanding.ts'
import type { CalendarReading, CalendarReadingOptions, FoundEvent } from './reading.ts'
import { checkRule } from './rules.ts'
import type { CalendarStore, NoteDraft } from './store.ts'
import { checkTimes } from './times.ts'
import { type EventContent, HOUSEHOLD, type StoredEvent, type Touched } from './types.ts'
import { takeBackChange } from './undoing.ts'

export interface HouseCalendarOptions {
  store: CalendarStore
  attached: Pick<AttachedFiles, 'wanted'>
  reading: Pick<CalendarReading, 'find' | 'record'>
  access: Pick<Access, 'demand'>
  ownReminders: Pick<OwnReminders, 'set' | 'copy'>
  everybody: CalendarReadingOptions['everybody']
  now: Clock
  newId(): string
}

/** What of an event is deleted, as its caller knows it. */
interface Deletion {
  version: number | undefined
  scope: EventScope
  at: string | null
}

export class HouseCalendar {
  readonly #options: HouseCalendarOptions

  constructor(options: HouseCalendarOptions) {
    this.#options = options
  }

  /** @throws AppError `forbidden`, `badRequest`, `notFound` for a calendar or a file, `tooMany` */
  async create(actor: Actor, fields: EventFields): Promise<CalendarChange> {
    const { store, now, newId } = this.#options
    const owner = this.#bookFor(actor, fields.calendar)
    const wanted = await this.#wanted(actor, fields, null)
    const aim = { by: actor.userId, now: now(), newId: () => `${owner}-${newId()}` }
    const { change, result } = await store.change(owner, (draft) => {
      checkCalendar(draft.calendars, fields.calendar)
      const event = newEvent(wanted, aim)
      draft.put(event)
      return { result: event, note: noteOf(actor, event, 'change') }
    })
    await this.#remind(actor, { owner, event: result }, fields)
    return { change, event: await this.#options.reading.record(actor, { owner, event: result }, null) }
  }

  /** @throws AppError `conflict` for another version, and as `create` */
  async change(
    actor: Actor,
    id: string,
    { version, scope, at, event: fields }: ChangeEventBody,
  ): Promise<CalendarChange> {
    const found = await this.#findToWrite(actor, id, at)
    const owner = this.#bookFor(actor, fields.calendar)
    const wanted = await this.#wanted(actor, fields, contentAt(found, at))
    const aim = this.#aim(actor, { scope, at, owner })
    if (owner !== found.owner) {
      await this.#remind(actor, { owner, event: found.event }, fields)
      return this.#moveTo(owner, actor, { found, wanted, version, aim })
    }
    const { change, result } = await this.#options.store.change(owner, (draft) => {
      checkCalendar(draft.calendars, fields.calendar)
      const current = checkVersion(draft.get(id), version)
      const edited = changeEvent(current, wanted, aim)
      apply(draft, edited)
      return { result: edited.main ?? current, note: noteOf(actor, current, 'change') }
    })
    if (result.id !== id) await this.#options.ownReminders.copy(id, result.id)
    await this.#remind(actor, { owner, event: result }, fields)
    const shownAt = scope === 'this' && result.rule !== null ? at : null
    return { change, event: await this.#options.reading.record(actor, { owner, event: result }, shownAt) }
  }

  /** @throws AppError `notFound`, `forbidden`, `conflict` for another version */
  async remove(actor: Actor, id: string, { version, scope, at }: Deletion): Promise<CalendarChange> {
    const { owner } = await this.#findToWrite(actor, id, at)
    const aim = this.#aim(actor, { scope, at, owner })
    const { change, result } = await this.#options.store.change(owner, (draft) => {
      const current = checkVersion(draft.get(id), version)
      const { skipped, ...edited } = deleteEvent(current, aim)
      apply(draft, edited)
      const note = noteOf(actor, at === null ? current : { ...current, start: at }, 'delete')
      const refine = (touched: Touched) => (skipped === undefined ? touched : { ...touched, skipped })
      return { result: edited.main, note, refine }
    })
    return { change, event: result && (await this.#options.reading.record(actor, { owner, event: result }, null)) }
  }

  /** Moves an event, with all of its occurrences, to the book of the household or back. */
  async #moveTo(
    owner: number,
    actor: Actor,
    { found, wanted, version, aim }: { found: FoundEvent; wanted: WantedEvent; version: number; aim: Aim },
  ): Promise<CalendarChange> {
    const { store } = this.#options
    const { id } = found.event
    const [moved] = changeEvent(checkVersion(found.event, version), wanted, { ...aim, scope: 'all' }).put
    if (moved === undefined) throw new AppError('notFound', 'there is no such event')
    await store.change(owner, (draft) => {
      checkCalendar(draft.calendars, wanted.calendar)
      draft.put(moved)
      return { result: null, note: null }
    })
    const elsewhere = [{ owner, id, before: null, after: moved.version }]
    const takeAway = () =>
      store.change(found.owner, (draft) => {
        checkVersion(draft.get(id), version)
        draft.remove(id)
        return { result: null, note: noteOf(actor, found.event, 'change'), elsewhere }
      })
    const { change } = await takeAway().catch(async (error: unknown) => {
      await store.change(owner, (draft) => ({ result: draft.remove(id), note: null }))
      throw error
    })
    return { change, event: await this.#options.reading.record(actor, { owner, event: moved }, null) }
  }

  /**
   * Takes a change back, also one that deleted something. That can be undone, too.
   * @throws AppError `notFound`, `forbidden`, `conflict` if something of it has been changed again
   */
  async undo(actor: Actor, id: string): Promise<CalendarChange> {
    const { access, now, reading, store } = this.#options
    access.demand(actor, 'calendar')
    const { owner, note } = await this.#noteNamed(actor, id)
    const touched = await store.touchedBy(id)
    const owners = [owner, ...new Set(touched.map((one) => one.owner).filter((other) => other !== owner))]
    const aim = { by: actor.userId, now: now() }
    const kind = touched.every(({ before }) => before === null) ? 'delete' : 'change'
    let done: { change: string; found: FoundEvent | null } | null = null
    for (const each of owners) {
      const { change, result } = await store.change(each, (draft) => {
        const event = takeBackChange(draft, touched, aim)
        return { result: event, note: each === owner ? { ...note, kind, by: actor.userId } : null }
      })
      done ??= { change, found: result && { owner: each, event: result } }
    }
    const event = done?.found ? await reading.record(actor, done.found, null) : null
    return { change: done?.change ?? id, event }
  }

  /** A change of one's own book, or of that of the household. @throws AppError `notFound` */
  async #noteNamed({ userId }: Actor, change: string): Promise<{ owner: number; note: NoteDraft }> {
    for (const owner of [userId, HOUSEHOLD]) {
      const note = (await this.#options.store.book(owner)).changes.find(({ id }) => id === change)
      if (note) return { owner, note }
    }
    throw new AppError('notFound', 'there is no such change')
  }

  #aim(actor: Actor, { scope, at, owner }: Pick<Aim, 'scope' | 'at'> & { owner: number }): Aim {
    const { now, newId } = this.#options
    return { scope, at, by: actor.userId, now: now(), newId: () => `${owner}-${newId()}` }
  }

  /** The book of a calendar that a person may write in. @throws AppError `forbidden` */
  #bookFor(actor: Actor, calendar: string): number {
    this.#options.access.demand(actor, 'calendar')
    return calendar === EVERYONE ? HOUSEHOLD : actor.userId
  }

  /** In an event of everyone, each person has reminders of their own. */
  async #remind({ userId }: Actor, { owner, event }: FoundEvent, { reminders }: EventFields): Promise<void> {
    await this.#options.ownReminders.set(userId, event.id, owner === HOUSEHOLD ? reminders : [])
  }

  /** `before`: what the event says now. @throws AppError `badRequest`, `forbidden`, `notFound` */
  async #wanted(actor: Actor, fields: EventFields, before: EventContent | null): Promise<WantedEvent> {
    const { calendar, rule, files, ...said } = fields
    // Those that an event of everyone has are alarms of CalDAV clients.
    const reminders = calendar === EVERYONE ? (before?.reminders ?? []) : said.reminders
    const content = checkTimes(said, rule !== null)
    const known = new Set((await this.#options.everybody()).map(({ id }) => id))
    return {
      calendar,
      rule: rule === null ? null : checkRule(rule, content),
      content: {
        ...content,
        who: [...new Set(content.who)].filter((id) => known.has(id)),
        reminders: [...new Set(reminders)].toSorted((a, b) => a - b),
        private: content.private && calendar !== EVERYONE,
        files: await this.#options.attached.wanted(actor, files, before?.files ?? []),
      },
    }
  }

  /** `at`: the occurrence that it is about. @throws AppError `notFound`, `forbidden` */
  async #findToWrite(actor: Actor, id: string, at: string | null): Promise<FoundEvent> {
    this.#options.access.demand(actor, 'calendar')
    const found = await this.#options.reading.find(id)
    if (!mayWrite(actor, found.owner)) throw new AppError('forbidden', 'only its owner may change it')
    if (at !== null) await expandInTurns(found.event, Number(at.slice(0, 4)), new Yielding())
    return found
  }
}

/** @throws AppError `conflict`, also for an event that has gone */
function checkVersion(event: StoredEvent | undefined, version: number | undefined): StoredEvent {
  if (event === undefined || (version !== undefined && event.version !== version))
    throw new AppError('conflict', 'the event has been changed since')
  return event
}

function apply(draft: Draft, { put, removed }: Pick<Edited, 'put' | 'removed'>): void {
  for (const event of put) draft.put(event)
  for (const id of removed) draft.remove(id)
}

const noteOf = (actor: Actor, event: StoredEvent, kind: NoteDraft['kind']): NoteDraft => ({
  kind,
  by: actor.userId,
  title: event.title,
  start: event.start,
  allDay: event.allDay,
  calendar: event.calendar,
})

/** What an occurrence, or the event, says. Its owner's reminders do not come along into an event of everyone. */
function contentAt({ owner, event }: FoundEvent, at: string | null): EventContent {
  const content = event.changedOnes.find((changed) => changed.at === at)?.content ?? event
  return owner === HOUSEHOLD ? content : { ...content, reminders: [] }
}
