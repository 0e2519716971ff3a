// Reminders of events that are not one's own: those of others, and of everyone. They belong to one person, so they are
// no field of the event.
import type { Model } from 'mongoose'
import { OWN_REMINDERS_MAX } from '../../../contract/reminder-limits.ts'
import { type CachedById, createCachedById } from '../../database/cached.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { upsert } from '../../database/errors.ts'
import { type OwnMinutes, type OwnRemindersDocument, REMINDERS } from './model.ts'

const KNOWN_MAX = 500

export interface OwnRemindersOptions {
  model: Model<OwnRemindersDocument>
  changeCounters: ChangeCounters
}

export class OwnReminders {
  readonly #options: OwnRemindersOptions
  readonly #cached: CachedById<number, OwnMinutes>

  constructor(options: OwnRemindersOptions) {
    this.#options = options
    this.#cached = createCachedById<number, OwnMinutes>({
      changeCounters: options.changeCounters,
      name: REMINDERS,
      max: KNOWN_MAX,
      load: (owner) => this.#load(owner),
    })
  }

  /** Those of a person, by the ids of events. */
  async of(owner: number): Promise<OwnMinutes> {
    return (await this.#cached.get(owner)) ?? {}
  }

  /** Sets those of one event. The events that were chosen last are kept. */
  async set(owner: number, event: string, minutes: readonly number[]): Promise<void> {
    const { [event]: before = [], ...others } = await this.#load(owner)
    const wanted = [...new Set(minutes)].toSorted((a, b) => a - b)
    if (wanted.join() === before.join()) return
    const entries = [...Object.entries(others), ...(wanted.length === 0 ? [] : [[event, wanted] as const])]
    const events = Object.fromEntries(entries.slice(-OWN_REMINDERS_MAX))
    const { model } = this.#options
    await upsert(() => model.updateOne({ _id: String(owner) }, { $set: { owner, events } }, { upsert: true }))
    // Other replicas may know the ones before.
    await this.#options.changeCounters.bump(REMINDERS)
  }

  /** The second part of a series that was cut in two reminds everybody whom the first one does. */
  async copy(from: string, to: string): Promise<void> {
    for (const { owner, events } of await this.#options.model.find().lean<OwnRemindersDocument[]>())
      if (events[from] !== undefined) await this.set(owner, to, events[from])
  }

  async removeAllOf(owner: number): Promise<void> {
    await this.#options.model.deleteOne({ _id: String(owner) })
  }

  async #load(owner: number): Promise<OwnMinutes> {
    return (await this.#options.model.findById(String(owner)).lean<OwnRemindersDocument>())?.events ?? {}
  }
}
