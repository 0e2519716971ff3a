// The outside calendars of the person, while their dialog is open.
import { makeAutoObservable, observableRef } from 'mobx'
import type {
  HolidayPlaces,
  SubscriptionBodyInput,
  SubscriptionChange,
  SubscriptionList,
  SubscriptionRecord,
} from '../../../../backend/contract/calendar-subscriptions.ts'
import { createSubscriptionsApi } from '../../api/calendar-subscriptions.ts'
import { calendarOf } from '../CalendarStore.ts'
import type { RootStore } from '../RootStore.ts'

/** How often it is asked how far fetches are, while any is due. */
const ASK_MS = 2_000

export class Subscriptions {
  /** Null until they are known. */
  list: SubscriptionList | null = null
  error: unknown = null
  readonly #calls: ReturnType<typeof createSubscriptionsApi>
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.#calls = createSubscriptionsApi(root.api.http)
    makeAutoObservable(this, { list: observableRef, error: observableRef }, { autoBind: true })
  }

  /** A dialog shows them. Returns a function for when it closes. */
  show(): () => void {
    void this.refresh()
    const timer = setInterval(() => {
      if (this.list?.worker && this.list.items.some(isDue)) void this.refresh()
    }, ASK_MS)
    return () => clearInterval(timer)
  }

  async refresh(): Promise<void> {
    try {
      this.#set({ list: await this.#calls.list(), error: null })
    } catch (error) {
      this.#set({ error })
    }
  }

  /** @throws ApiError */
  async add(body: SubscriptionBodyInput): Promise<void> {
    await this.#calls.add(body)
    await this.#again()
  }

  /** Shown at once: a box that is clicked twice must not mean the same twice. @throws ApiError */
  async change(id: string, body: SubscriptionChange): Promise<void> {
    if (this.list !== null) {
      const items = this.list.items.map((item) => (item.id === id ? { ...item, ...body } : item))
      this.#set({ list: { ...this.list, items } })
    }
    try {
      await this.#calls.change(id, body)
    } finally {
      await this.#again()
    }
  }

  /** @throws ApiError */
  async remove(id: string): Promise<void> {
    await this.#calls.remove(id)
    await this.#again()
  }

  /** @throws ApiError */
  async fetch(id: string): Promise<void> {
    await this.#calls.fetch(id)
    await this.refresh()
  }

  /** @throws ApiError */
  places(query: { country?: string; state?: string }): Promise<HolidayPlaces['items']> {
    return this.#calls.places(query)
  }

  async #again(): Promise<void> {
    await Promise.all([this.refresh(), calendarOf(this.#root).refresh()])
  }

  #set(changed: Partial<Pick<Subscriptions, 'list' | 'error'>>): void {
    Object.assign(this, changed)
  }
}

/** Whether a worker has it, or will take it at once. */
export const isDue = ({ link, state, next }: SubscriptionRecord): boolean =>
  link !== null && (state === 'fetching' || (state === 'waiting' && (next === null || Date.parse(next) <= Date.now())))
