// Outside calendars in the database: one document a person says which there are, and one for each has its events.
import { LRUCache } from 'lru-cache'
import { Schema, type Model } from 'mongoose'
import type { ChangeCounters } from '../../../database/change-counters.ts'
import type { Connection } from '../../../database/connection.ts'
import { upsert } from '../../../database/errors.ts'
import { CALENDARS } from '../model.ts'
import type { StoredEvent } from '../types.ts'
import type { StoredSubscription, SubscribedDocument, Subscription, SubscriptionsDocument } from './types.ts'

const MEMORY_BYTES = 64 * 1024 * 1024
const EVENT_BYTES = 700

const mixed = { type: Schema.Types.Mixed, required: true }
const common = { _id: { type: String, required: true }, owner: { type: Number, required: true } } as const
const options = { versionKey: false, minimize: false } as const
const listSchema = new Schema<SubscriptionsDocument>({ ...common, items: mixed }, options)
const eventsSchema = new Schema<SubscribedDocument>({ ...common, version: String, events: mixed }, options)

export const subscriptionsModel = (connection: Connection): Model<SubscriptionsDocument> =>
  connection.model<SubscriptionsDocument>('CalendarSubscriptions', listSchema, 'calendarSubscriptions')
export const subscribedModel = (connection: Connection): Model<SubscribedDocument> =>
  connection.model<SubscribedDocument>('CalendarSubscribed', eventsSchema, 'calendarSubscribed')

export interface SubscriptionStoreOptions {
  lists: Model<SubscriptionsDocument>
  events: Model<SubscribedDocument>
  changeCounters: Pick<ChangeCounters, 'announce'>
}

/** What may be changed of one. */
type Change = Partial<Pick<StoredSubscription, 'name' | 'title' | 'hue' | 'isOn' | 'version'>>

export class SubscriptionStore {
  readonly #options: SubscriptionStoreOptions
  /** By id and version. Events of one version never change. */
  readonly #known = new LRUCache<string, readonly StoredEvent[]>({ maxSize: MEMORY_BYTES })

  constructor(options: SubscriptionStoreOptions) {
    this.#options = options
  }

  /** Those of a person, the first one that was added first. */
  async list(owner: number): Promise<Subscription[]> {
    const items = (await this.#options.lists.findById(String(owner)).lean<SubscriptionsDocument>())?.items ?? {}
    return Object.entries(items)
      .map(([id, item]) => ({ ...item, id }))
      .toSorted((a, b) => a.made - b.made)
  }

  async add(owner: number, { id, ...item }: Subscription): Promise<void> {
    const set = { $set: { owner, [`items.${id}`]: item } }
    await upsert(() => this.#options.lists.updateOne({ _id: String(owner) }, set, { upsert: true }))
    await this.#tell()
  }

  /** Answers whether it is there. */
  async change(owner: number, id: string, change: Change): Promise<boolean> {
    const set = Object.entries(change).map(([name, value]) => [`items.${id}.${name}`, value])
    const filter = { _id: String(owner), [`items.${id}`]: { $exists: true } }
    const { matchedCount } = await this.#options.lists.updateOne(filter, { $set: Object.fromEntries(set) })
    await this.#tell()
    return matchedCount === 1
  }

  async remove(owner: number, id: string): Promise<void> {
    await this.#options.lists.updateOne({ _id: String(owner) }, { $unset: { [`items.${id}`]: 1 } })
    await this.removeEvents(id)
    await this.#tell()
  }

  /**
   * The events of one, those of a later version if they have just been changed; null if there are none.
   */
  async eventsOf({ id, version }: Pick<Subscription, 'id' | 'version'>): Promise<readonly StoredEvent[] | null> {
    const known = this.#known.get(`${id} ${version}`)
    if (known) return known
    const document = version === null ? null : await this.#options.events.findById(id).lean<SubscribedDocument>()
    if (document === null) return null
    const { events } = document
    this.#known.set(`${id} ${document.version}`, events, { size: 1000 + events.length * EVENT_BYTES })
    return events
  }

  /** Whether it has been fetched. */
  async hasEvents(id: string): Promise<boolean> {
    return (await this.#options.events.exists({ _id: id })) !== null
  }

  /** Puts other events in the place of those that were there. */
  async putEvents(owner: number, id: string, { version, events }: Omit<SubscribedDocument, '_id' | 'owner'>) {
    const set = { $set: { owner, version, events } }
    await upsert(() => this.#options.events.updateOne({ _id: id }, set, { upsert: true }))
  }

  async removeEvents(id: string): Promise<void> {
    await this.#options.events.deleteOne({ _id: id })
  }

  /** All of a person who is deleted. */
  async removeAllOf(owner: number): Promise<void> {
    const subscriptions = await this.list(owner)
    await this.#options.lists.deleteOne({ _id: String(owner) })
    for (const { id } of subscriptions) await this.removeEvents(id)
  }

  /** Changes when anything that is shown of any outside calendar has changed. */
  async state(): Promise<string> {
    const lists = await this.#options.lists.find().lean<SubscriptionsDocument[]>()
    return JSON.stringify(lists.map(({ _id, items }) => [_id, items]))
  }

  async #tell(): Promise<void> {
    await this.#options.changeCounters.announce(CALENDARS)
  }
}
