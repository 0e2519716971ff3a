// The private address of the person's calendar, while its dialog is open.
import { makeAutoObservable, observableRef } from 'mobx'
import type { FeedState } from '../../../../backend/contract/calendar.ts'
import type { FeedScope } from '../../../../backend/contract/calendar-limits.ts'
import { createCalendarApi } from '../../api/calendar.ts'
import type { RootStore } from '../RootStore.ts'

export class CalendarFeed {
  /** Null until it is known. */
  state: FeedState | null = null
  /** The address, if it was made just now. */
  address: string | null = null
  error: unknown = null
  isWorking = false
  readonly #calls: ReturnType<typeof createCalendarApi>

  constructor(root: RootStore) {
    this.#calls = createCalendarApi(root.api.http)
    makeAutoObservable(this, { state: observableRef, error: observableRef }, { autoBind: true })
  }

  async refresh(): Promise<void> {
    await this.#work(async () => ({ state: await this.#calls.feed(AbortSignal.timeout(60_000)), address: null }))
  }

  async make(scope: FeedScope): Promise<void> {
    await this.#work(async () => {
      const { feed, address } = await this.#calls.makeFeed(scope)
      return { state: { feed }, address }
    })
  }

  async end(): Promise<void> {
    await this.#work(async () => {
      await this.#calls.endFeed()
      return { state: { feed: null }, address: null }
    })
  }

  async #work(call: () => Promise<Pick<CalendarFeed, 'state' | 'address'>>): Promise<void> {
    this.isWorking = true
    try {
      this.#set(await call(), null)
    } catch (error) {
      this.#set({}, error)
    }
  }

  #set(changed: Partial<Pick<CalendarFeed, 'state' | 'address'>>, error: unknown): void {
    Object.assign(this, changed, { error, isWorking: false })
  }
}
