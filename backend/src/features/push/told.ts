// What is being pushed, and was pushed lately: so that each reminder is told once, by whichever worker, and what could
// not be delivered is tried again.
import type { Model } from 'mongoose'
import { REMINDER_LATE_MS } from '../../../contract/reminder-limits.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PushDocument, Delivery } from './model.ts'

/** Tries of one message, and the first pause between them; each is four times as long as the one before. */
const TRIES_MAX = 6
const FIRST_PAUSE_MS = 5_000

export interface PushToldOptions {
  model: Model<PushDocument>
  now: Clock
}

export class PushTold {
  readonly #options: PushToldOptions

  constructor(options: PushToldOptions) {
    this.#options = options
  }

  /** Tests may be told again and again. */
  async begin(owner: number, name: string, delivery: Delivery): Promise<void> {
    await this.#options.model.updateOne({ _id: String(owner) }, { $set: { [`told.${name}`]: delivery } })
  }

  /** Begins to tell a reminder. Answers false if that was begun before. */
  async claim(owner: number, name: string, delivery: Delivery): Promise<boolean> {
    const at = `told.${name}`
    const filter = { _id: String(owner), [at]: { $exists: false } }
    return (await this.#options.model.updateOne(filter, { $set: { [at]: delivery } })).matchedCount === 1
  }

  /**
   * Writes down who has not got it after a try (`left`). `waitMs`: how long a push service wants us to wait.
   */
  async leave(who: { owner: number; name: string }, delivery: Delivery, waitMs: number): Promise<void> {
    const { owner, name } = who
    const { model, now } = this.#options
    const tries = delivery.tries + 1
    const pause = Math.max(FIRST_PAUSE_MS * 4 ** (tries - 1), waitMs)
    const left = tries >= TRIES_MAX ? [] : delivery.left
    const at = `told.${name}`
    await model.updateOne(
      { _id: String(owner), [at]: { $exists: true } },
      { $set: { [at]: { ...delivery, left, tries, next: now() + pause } } },
    )
  }

  /** Forgets what was told so long ago that it is not told any more. */
  async removeOld({ _id, told = {} }: PushDocument): Promise<void> {
    const oldest = this.#options.now() - 2 * REMINDER_LATE_MS
    const old = Object.entries(told).filter(([, { due }]) => due < oldest)
    if (old.length === 0) return
    const $unset = Object.fromEntries(old.map(([name]) => [`told.${name}`, 1 as const]))
    await this.#options.model.updateOne({ _id }, { $unset })
  }
}
