// Tells open pages that events have changed. What has changed may be private, so pages fetch what they show.
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { Log } from '../../lib/log.ts'
import { oneLookAtATime } from '../../lib/one-look.ts'
import type { Events } from '../events/service.ts'
import { CALENDARS } from './model.ts'
import type { CalendarStore } from './store.ts'
import type { SubscriptionStore } from './subscriptions/store.ts'

export interface CalendarNewsOptions {
  store: Pick<CalendarStore, 'books'>
  outside: Pick<SubscriptionStore, 'state'>
  changeCounters: Pick<ChangeCounters, 'onChange'>
  events: Pick<Events, 'pages' | 'publish'>
  log: Pick<Log, 'warn'>
}

export class CalendarNews {
  readonly #options: CalendarNewsOptions
  /** The revisions of all books that pages know, and what they know of outside calendars. */
  #told = ''

  constructor(options: CalendarNewsOptions) {
    this.#options = options
    const look = oneLookAtATime(
      () => this.#tell(),
      (error) => options.log.warn({ err: error }, 'pages could not be told of a changed calendar'),
    )
    options.changeCounters.onChange(CALENDARS, look)
  }

  async #tell(): Promise<void> {
    const { events, outside, store } = this.#options
    if (events.pages === 0) return
    const revisions = (await store.books()).map(({ owner, revision }) => `${owner} ${revision}`)
    const now = `${revisions.toSorted().join(',')} ${await outside.state()}`
    if (now === this.#told) return
    this.#told = now
    events.publish({ newsFor: () => ({ type: 'calendar' }) })
  }
}
