// The calendars of the household, and the events of the days that the screen shows.
import { makeAutoObservable, observableRef } from 'mobx'
import type {
  CalendarBody,
  CalendarChange,
  CalendarImport,
  CalendarRecord,
  CalendarWindow,
  ChangeEventBody,
  DeletedEvent,
  EventFields,
  EventOccurrence,
  EventRecord,
} from '../../../backend/contract/calendar.ts'
import { type CalendarFile, createCalendarApi, type Removal } from '../api/calendar.ts'
import { createRemindersApi } from '../api/reminders.ts'
import type { Message } from '../i18n/message.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

const POLL_MS = 60_000

/** Moments as ISO 8601. */
export interface Range {
  from: string
  to: string
}

/** What lies over the calendar. */
export type Overlay =
  | { kind: 'event'; id: string; at: string | null }
  | { kind: 'new'; fields: Partial<EventFields> }
  | { kind: 'calendars' }
  | { kind: 'deleted' }
  | { kind: 'import' }
  | { kind: 'export' }

export class CalendarStore implements Store {
  readonly window = new Latest<CalendarWindow>()
  readonly deleted = new Latest<{ items: DeletedEvent[] }>()
  range: Range | null = null
  /** Calendars that are switched off, by their ids. */
  hidden: readonly string[]
  overlay: Overlay | null = null
  readonly #calls: ReturnType<typeof createCalendarApi>
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#calls = createCalendarApi(root.api.http)
    this.hidden = []
    makeAutoObservable(
      this,
      { window: false, deleted: false, hidden: observableRef, overlay: observableRef, range: observableRef },
      { autoBind: true },
    )
    this.#blank = rememberBlank(this)
    this.hidden = this.#kept()
  }

  forget(): void {
    this.#blank()
    this.hidden = this.#kept()
  }

  get calendars(): readonly CalendarRecord[] {
    return this.window.value?.calendars ?? []
  }

  get people(): CalendarWindow['people'] {
    return this.window.value?.people ?? []
  }

  /** Whether the person may write in any calendar. */
  get mayWrite(): boolean {
    return this.#root.session.can('calendar')
  }

  /** The events of the calendars that are switched on. */
  get shown(): readonly EventOccurrence[] {
    return (this.window.value?.events ?? []).filter(({ calendar }) => !this.hidden.includes(calendar))
  }

  calendar(id: string): CalendarRecord | undefined {
    return this.calendars.find((calendar) => calendar.id === id)
  }

  /** A screen shows it. Returns a function for when it is left. */
  show(): () => void {
    const timer = setInterval(() => {
      if (this.#root.live.isVisible && !this.#root.live.isLive) void this.refresh()
    }, POLL_MS)
    return () => {
      clearInterval(timer)
      this.range = null
      this.overlay = null
    }
  }

  /** Shows some days. */
  async look(range: Range): Promise<void> {
    this.range = range
    await this.refresh()
  }

  async refresh(): Promise<void> {
    const { range } = this
    if (range !== null) await this.window.load((signal) => this.#calls.window({ ...range }, signal), { isQuiet: true })
  }

  toggle(id: string): void {
    this.hidden = this.hidden.includes(id) ? this.hidden.filter((other) => other !== id) : [...this.hidden, id]
    this.#root.storage.setItem(this.#key, JSON.stringify(this.hidden))
  }

  open(overlay: Overlay): void {
    this.overlay = overlay
  }

  close(): void {
    this.overlay = null
  }

  /** @throws ApiError */
  event(id: string, at: string | null): Promise<EventRecord> {
    return this.#calls.event(id, at)
  }

  /** @throws ApiError */
  async add(fields: EventFields): Promise<void> {
    this.#done(await this.#calls.add(fields), { key: 'calendar.added', values: { title: fields.title } })
    await this.refresh()
  }

  /** @throws ApiError */
  async change(id: string, body: ChangeEventBody): Promise<void> {
    this.#done(await this.#calls.change(id, body), { key: 'calendar.changed', values: { title: body.event.title } })
    await this.refresh()
  }

  /** @throws ApiError */
  async remove({ id, title }: Pick<EventRecord, 'id' | 'title'>, removal: Removal): Promise<void> {
    this.#done(await this.#calls.remove(id, removal), { key: 'calendar.removed', values: { title } })
    await this.refresh()
  }

  /** Sets one's own reminders of an event of somebody else, or of everyone. */
  async remind(id: string, reminders: readonly number[]): Promise<void> {
    try {
      await createRemindersApi(this.#root.api.http).setOwn(id, reminders)
    } catch (error) {
      this.#root.toasts.error(error)
    }
    await this.refresh()
  }

  async refreshDeleted(): Promise<void> {
    await this.deleted.load((signal) => this.#calls.deleted(signal))
  }

  /** Brings back what was deleted. */
  async bringBack({ change, title }: DeletedEvent): Promise<void> {
    try {
      this.#done(await this.#calls.undo(change), { key: 'calendar.broughtBack', values: { title } })
    } catch (error) {
      this.#root.toasts.error(error)
    }
    await Promise.all([this.refresh(), this.refreshDeleted()])
  }

  /** Adds a calendar, or changes one. @throws ApiError */
  async keepCalendar(id: string | null, body: CalendarBody): Promise<void> {
    await (id === null ? this.#calls.addCalendar(body) : this.#calls.changeCalendar(id, body))
    await this.refresh()
  }

  /** @throws ApiError */
  async removeCalendar(id: string): Promise<void> {
    await this.#calls.removeCalendar(id)
    await this.refresh()
  }

  /** What an import would do. @throws ApiError */
  lookAtFile(file: CalendarFile): Promise<CalendarImport> {
    return this.#calls.importFile(file, false)
  }

  /** @throws ApiError */
  async importFile(file: CalendarFile): Promise<void> {
    const { change, fresh, changed } = await this.#calls.importFile(file, true)
    if (change !== null) this.#done({ change }, { key: 'calendar.import.done', values: { count: fresh + changed } })
    await this.refresh()
  }

  exportUrl(calendar: string): string {
    return this.#calls.exportUrl(calendar)
  }

  #done({ change }: Pick<CalendarChange, 'change'>, message: Message): void {
    this.#root.toasts.undoable(message, {
      run: async () => {
        await this.#calls.undo(change)
        return undefined
      },
      after: () => this.refresh(),
    })
  }

  get #key(): string {
    return `nido-calendars-hidden-${this.#root.session.user?.id ?? 0}`
  }

  #kept(): string[] {
    try {
      const kept: unknown = JSON.parse(this.#root.storage.getItem(this.#key) ?? '[]')
      return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
    } catch {
      return []
    }
  }
}

/** The store, created when it is first used. */
export const calendarOf = (root: RootStore): CalendarStore => (root.later.calendar ??= new CalendarStore(root))
