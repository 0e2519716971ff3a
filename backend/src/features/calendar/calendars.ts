// The list of a person's calendars.
import type { CalendarBody, CalendarRecord } from '../../../contract/calendar.ts'
import { CALENDARS_MAX } from '../../../contract/calendar-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { type CalendarStore, firstCalendarOf } from './store.ts'
import type { StoredCalendar } from './types.ts'

export interface CalendarListsOptions {
  store: Pick<CalendarStore, 'change'>
  access: Pick<Access, 'demand'>
  newId(): string
}

export class CalendarLists {
  readonly #options: CalendarListsOptions

  constructor(options: CalendarListsOptions) {
    this.#options = options
  }

  /**
   * `made`: what only a CalDAV client says of it.
   * @throws AppError `forbidden`, `tooMany`, `methodNotAllowed` for the name of another one
   */
  async add(actor: Actor, body: CalendarBody, made: Pick<StoredCalendar, 'resource'> = {}): Promise<CalendarRecord> {
    const calendar = { ...body, id: `${actor.userId}-${this.#options.newId()}` }
    return this.#change(actor, calendar, (calendars) => {
      if (calendars.length >= CALENDARS_MAX)
        throw new AppError('tooMany', `a person has ${CALENDARS_MAX} calendars at most`)
      if (made.resource !== undefined && calendars.some(({ resource, id }) => (resource ?? id) === made.resource))
        throw new AppError('methodNotAllowed', 'there is a calendar of that name')
      return [...calendars, { ...calendar, ...made }]
    })
  }

  /** @throws AppError `forbidden`, `notFound` */
  async change(actor: Actor, id: string, body: CalendarBody): Promise<CalendarRecord> {
    const calendar = { ...body, id }
    return this.#change(actor, calendar, (calendars) => {
      const index = indexOf(calendars, id)
      return calendars.with(index, { ...calendars[index], ...calendar })
    })
  }

  async #change(
    actor: Actor,
    calendar: StoredCalendar,
    edit: (calendars: readonly StoredCalendar[]) => readonly StoredCalendar[],
  ): Promise<CalendarRecord> {
    const { access, store } = this.#options
    access.demand(actor, 'calendar')
    await store.change(actor.userId, (draft) => {
      draft.calendars = edit(draft.calendars)
      return { result: null, note: null }
    })
    return { ...calendar, owner: actor.userId, mayChange: true, outside: false }
  }

  /** Deletes a calendar. Its events can be brought back. @throws AppError `forbidden`, `notFound` */
  async remove(actor: Actor, id: string): Promise<void> {
    const { access, store } = this.#options
    access.demand(actor, 'calendar')
    if (id === firstCalendarOf(actor.userId)) throw new AppError('forbidden', 'the first calendar cannot be deleted')
    await store.change(actor.userId, (draft) => {
      const name = draft.calendars[indexOf(draft.calendars, id)]?.name ?? ''
      draft.calendars = draft.calendars.filter((calendar) => calendar.id !== id)
      const events = [...draft.events].filter((event) => event.calendar === id)
      for (const event of events) draft.remove(event.id)
      const [first] = events
      if (first === undefined) return { result: null, note: null }
      const { start, allDay } = first
      return { result: null, note: { kind: 'delete', by: actor.userId, title: name, start, allDay, calendar: id } }
    })
  }
}

/** @throws AppError `notFound` */
function indexOf(calendars: readonly StoredCalendar[], id: string): number {
  const index = calendars.findIndex((calendar) => calendar.id === id)
  if (index < 0) throw new AppError('notFound', 'there is no such calendar')
  return index
}

/** @throws AppError `notFound` */
export function checkCalendar(calendars: readonly StoredCalendar[], id: string): void {
  indexOf(calendars, id)
}
