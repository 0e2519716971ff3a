// Failed attempts, counted in the database for all replicas together. Each count expires some time after it began.
import { Schema, type Model } from 'mongoose'
import { AppError } from '../lib/app-error.ts'
import type { Connection } from './connection.ts'
import { isDuplicateKey } from './errors.ts'
import type { HouseTask } from './house-keeping.ts'

export interface AttemptsDocument {
  _id: string
  count: number
  /** When the count expires, in milliseconds since 1970. */
  until: number
}

const schema = new Schema<AttemptsDocument>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    until: { type: Number, required: true },
  },
  { versionKey: false },
)

export const attemptsModel = (connection: Connection): Model<AttemptsDocument> =>
  connection.model<AttemptsDocument>('Failures', schema, 'failures')

export interface Attempts {
  /** @throws AppError `tooManyRequests` with the seconds to wait, if the limit has been reached */
  check(id: string, most: number): Promise<void>
  /**
   * The same for strangers where the limit has been reached: all of them together get one attempt a minute, so that
   * many addresses do not mean many guesses.
   */
  checkStranger(id: string, most: number): Promise<void>
  count(id: string): Promise<void>
  forget(id: string): Promise<void>
  readonly tasks: readonly HouseTask[]
}

/** How often expired counts are deleted. */
const PRUNE_EVERY_MS = 10 * 60_000

const STRANGERS_EVERY_MS = 60_000

export interface AttemptsOptions {
  model: Model<AttemptsDocument>
  /** How long after its first attempt a count expires. */
  windowMs: number
  now: () => number
}

export class DatabaseAttempts implements Attempts {
  readonly #model: Model<AttemptsDocument>
  readonly #windowMs: number
  readonly #now: () => number
  readonly tasks: readonly HouseTask[]

  constructor({ model, windowMs, now }: AttemptsOptions) {
    this.#model = model
    this.#windowMs = windowMs
    this.#now = now
    this.tasks = [
      { name: 'failures', everyMs: PRUNE_EVERY_MS, run: () => model.deleteMany({ until: { $lte: now() } }) },
    ]
  }

  async check(id: string, most: number): Promise<void> {
    const left = await this.#waitFor(id, most)
    if (left > 0) refuse(left)
  }

  async checkStranger(id: string, most: number): Promise<void> {
    if ((await this.#waitFor(id, most)) === 0) return
    const _id = `strangers-${id}`
    const mine = { count: 1, until: this.#now() + STRANGERS_EVERY_MS }
    const taken = await this.#model.updateOne({ _id, until: { $lte: this.#now() } }, { $set: mine })
    if (taken.matchedCount === 0 && !(await this.#isNew({ _id, ...mine }))) refuse(await this.#waitFor(_id, 1))
  }

  async count(id: string): Promise<void> {
    // If several start a count at once, all are counted: the second one finds the first.
    for (;;) {
      const counted = await this.#model.updateOne({ _id: id, until: { $gt: this.#now() } }, { $inc: { count: 1 } })
      if (counted.matchedCount === 1) return
      const first = { count: 1, until: this.#now() + this.#windowMs }
      const begunAnew = await this.#model.updateOne({ _id: id, until: { $lte: this.#now() } }, { $set: first })
      if (begunAnew.matchedCount === 1 || (await this.#isNew({ _id: id, ...first }))) return
    }
  }

  async forget(id: string): Promise<void> {
    if (await this.#model.exists({ _id: id })) await this.#model.deleteOne({ _id: id })
  }

  async #isNew(document: AttemptsDocument): Promise<boolean> {
    try {
      await this.#model.collection.insertOne(document as never)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  /** Milliseconds until the count is below the limit; 0 if it is. */
  async #waitFor(id: string, most: number): Promise<number> {
    const found = await this.#model.findById(id).lean()
    return found && found.count >= most ? Math.max(0, found.until - this.#now()) : 0
  }
}

function refuse(leftMs: number): never {
  throw new AppError('tooManyRequests', 'too many attempts', { retryAfter: leftMs / 1000 })
}
