// When something is to be pushed next: the worker that tells people writes it down, so that one may end until then.
import type { Model } from 'mongoose'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { upsert } from '../../database/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PushPlanDocument } from './model.ts'

const ID = 'plan'

export interface PushPlanOptions {
  model: Model<PushPlanDocument>
  changeCounters: Pick<ChangeCounters, 'onChange'>
  /** The counters of what changes when is told. */
  changes: readonly string[]
  now: Clock
}

export class PushPlan {
  readonly #options: PushPlanOptions
  /** When this process last heard of a change. At first when it began: of earlier ones it has not heard. */
  #changedAt: number

  constructor(options: PushPlanOptions) {
    const { changeCounters, changes, now } = options
    this.#options = options
    this.#changedAt = now()
    for (const name of changes) changeCounters.onChange(name, () => (this.#changedAt = now()))
  }

  /** Writes down when to tell next, by a look that began at a time; both in milliseconds since 1970. */
  async write(next: number, lookedAt: number): Promise<void> {
    const { model } = this.#options
    await upsert(() => model.updateOne({ _id: ID }, { $set: { next, lookedAt } }, { upsert: true }))
  }

  /** When to tell next, in milliseconds since 1970; 0 where a worker has to look first, since something has changed. */
  async next(): Promise<number> {
    const plan = await this.#options.model.findById(ID).lean<PushPlanDocument>()
    return plan && plan.lookedAt > this.#changedAt ? plan.next : 0
  }
}
