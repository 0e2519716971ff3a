// Tries that failed, counted in the database so that all replicas count together. Each count is forgotten a while after
// it began.
import { Schema, type Model } from 'mongoose'
import { AppError } from '../lib/app-error.ts'
import type { Connection } from './connection.ts'
import { isDuplicateKey } from './errors.ts'
import type { HouseTask } from './house-keeping.ts'

export interface AttemptsDocument {
  _id: string
  count: number
  /** When they are forgotten, in milliseconds since 1970. */
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
  /** @throws AppError `tooManyRequests` with the seconds to wait, where so many are counted already */
  check(id: string, most: number): Promise<void>
  /**
   * The same for somebody who is not known where so much is tried: of all those together one gets through a minute, so
   * that many addresses are not many guesses.
   */
  checkStranger(id: string, most: number): Promise<void>
  count(id: string): Promise<void>
  forget(id: string): Promise<void>
  readonly tasks: readonly HouseTask[]
}

/** What is forgotten is deleted this often. */
const PRUNE_EVERY_MS = 10 * 60_000

const STRANGERS_EVERY_MS = 60_000

/** `windowMs`: how long after its first try a count is forgotten. */
export function createAttempts({
  model,
  windowMs,
  now,
}: {
  model: Model<AttemptsDocument>
  windowMs: number
  now: () => number
}): Attempts {
  async function isNew(document: AttemptsDocument): Promise<boolean> {
    try {
      await model.collection.insertOne(document as never)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  /** Milliseconds until fewer are counted; 0 when that is so now. */
  async function waitFor(id: string, most: number): Promise<number> {
    const found = await model.findById(id).lean()
    return found && found.count >= most ? Math.max(0, found.until - now()) : 0
  }

  function refuse(leftMs: number): never {
    throw new AppError('tooManyRequests', 'too many attempts', { retryAfter: leftMs / 1000 })
  }

  return {
    check: async (id, most) => {
      const left = await waitFor(id, most)
      if (left > 0) refuse(left)
    },
    checkStranger: async (id, most) => {
      if ((await waitFor(id, most)) === 0) return
      const _id = `strangers-${id}`
      const mine = { count: 1, until: now() + STRANGERS_EVERY_MS }
      const taken = await model.updateOne({ _id, until: { $lte: now() } }, { $set: mine })
      if (taken.matchedCount === 0 && !(await isNew({ _id, ...mine }))) refuse(await waitFor(_id, 1))
    },
    count: async (id) => {
      // Of many that begin a count at once each is counted: who comes second finds the first.
      for (;;) {
        const counted = await model.updateOne({ _id: id, until: { $gt: now() } }, { $inc: { count: 1 } })
        if (counted.matchedCount === 1) return
        const first = { count: 1, until: now() + windowMs }
        const begunAnew = await model.updateOne({ _id: id, until: { $lte: now() } }, { $set: first })
        if (begunAnew.matchedCount === 1 || (await isNew({ _id: id, ...first }))) return
      }
    },
    forget: async (id) => {
      if (await model.exists({ _id: id })) await model.deleteOne({ _id: id })
    },
    tasks: [{ name: 'failures', everyMs: PRUNE_EVERY_MS, run: () => model.deleteMany({ until: { $lte: now() } }) }],
  }
}
