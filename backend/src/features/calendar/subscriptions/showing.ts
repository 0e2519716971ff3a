// Outside calendars as their person sees them among the others. Nobody else sees them.
import type { CalendarRecord, EventOccurrence, EventRecord } from '../../../../contract/calendar.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Log } from '../../../lib/log.ts'
import { Yielding } from '../../../lib/yielding.ts'
import type { Actor } from '../../access/actor.ts'
import { expandInTurns, lastYearOf, occurrencesIn } from '../expanding.ts'
import type { Holidays } from '../holidays/service.ts'
import { contentAt } from '../content-at.ts'
import { presentEvent, presentOccurrence } from '../presenting.ts'
import type { Occurrence, StoredEvent, TimeWindow } from '../types.ts'
import { OUTSIDE } from './keeping.ts'
import { subscriptionTitle } from './records.ts'
import type { SubscriptionStore } from './store.ts'
import type { Subscription } from './types.ts'

const DAY_MS = 86_400_000

export interface OutsideCalendarsOptions {
  store: Pick<SubscriptionStore, 'list' | 'eventsOf'>
  holidays: Pick<Holidays, 'events'>
  log: Pick<Log, 'warn'>
}

/** Who looks, and in which language. */
export interface Looker {
  actor: Actor
  locale: string
}

export class OutsideCalendars {
  readonly #options: OutsideCalendarsOptions

  constructor(options: OutsideCalendarsOptions) {
    this.#options = options
  }

  /** Those that are switched on. */
  async on({ userId }: Actor): Promise<Subscription[]> {
    return (await this.#options.store.list(userId)).filter(({ isOn }) => isOn)
  }

  record(subscription: Subscription, { userId }: Actor): CalendarRecord {
    const { id, name, hue } = subscription
    return { id, name: name || subscriptionTitle(subscription), hue, owner: userId, mayChange: false, outside: true }
  }

  /**
   * What happens in a window, `most` at most: outside calendars never keep the others from being shown.
   */
  async window(looker: Looker, all: readonly Subscription[], how: { window: TimeWindow; most: number }) {
    const turns = new Yielding()
    const shown: EventOccurrence[] = []
    for (const subscription of all)
      for (const event of await this.#eventsIn(subscription, looker, how.window)) {
        await expandInTurns(event, lastYearOf(how.window), turns)
        for (const one of occurrencesIn(event, how.window))
          if (shown.length < how.most) shown.push(present(looker.actor, one))
        await turns.pass()
      }
    return shown
  }

  /** Without those whose holidays cannot be computed now. */
  async #eventsIn(subscription: Subscription, { locale }: Looker, window: TimeWindow): Promise<readonly StoredEvent[]> {
    const { holidays, store, log } = this.#options
    const { id, holidays: choice } = subscription
    if (choice === null) return (await store.eventsOf(subscription)) ?? []
    // Zones differ, so a day of the year before may still be shown.
    const years = new Set([new Date(window.from - DAY_MS).getUTCFullYear(), lastYearOf(window)])
    try {
      return (await Promise.all([...years].map((year) => holidays.events({ id, choice, locale }, year)))).flat()
    } catch (error) {
      log.warn({ err: error, country: choice.country }, 'holidays could not be computed')
      return []
    }
  }

  /** Whether it is the id of an event of an outside calendar. */
  isOutside(id: string): boolean {
    return id.startsWith(OUTSIDE)
  }

  /** @throws AppError `notFound` for an event or an occurrence that is not there */
  async event(looker: Looker, id: string, at: string | null): Promise<EventRecord> {
    const { actor } = looker
    const own = await this.#options.store.list(actor.userId)
    const subscription = own.find((one) => id.startsWith(`${OUTSIDE}${one.id}-`))
    const event = subscription && (await this.#find(subscription, looker, id))
    if (event === undefined) throw new AppError('notFound', 'there is no such event')
    const content = await contentAt(event, at)
    const record = presentEvent(actor, { owner: actor.userId, event, content, files: [], own: {} })
    return { ...record, mayChange: false }
  }

  async #find(subscription: Subscription, { locale }: Looker, id: string): Promise<StoredEvent | undefined> {
    const { holidays, store } = this.#options
    const { holidays: choice } = subscription
    const year = Number(id.slice(`${OUTSIDE}${subscription.id}-`.length).split('-')[0])
    const events =
      choice === null
        ? await store.eventsOf(subscription)
        : Number.isInteger(year) && (await holidays.events({ id: subscription.id, choice, locale }, year))
    return (events || []).find((event) => event.id === id)
  }
}

const present = (actor: Actor, one: Occurrence): EventOccurrence => ({
  ...presentOccurrence(actor, actor.userId, { ...one, hasFiles: false, own: {} }),
  mayChange: false,
})
