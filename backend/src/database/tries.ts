// Tries that failed, counted in the database so that all replicas count together. Each count is forgotten a while after it began.
import { Schema, type Model } from 'mongoose'
import { AppError } from '../lib/app-error.ts'
import type { Connection } from './connection.ts'
import { isDuplicateKey } from './errors.ts'

export interface TriesDocument {
  _id: string
  count: number
  /** When they are forgotten, in milliseconds since 1970. */
  until: number
}

const schema = new Schema<TriesDocument>(
  { _id: { type: String, required: true }, count: { type: Number, required: true }, until: { type: Number, required: true } },
  { versionKey: false },
)

export const triesModel = (connection: Connection): Model<TriesDocument> => connection.model<TriesDocument>('Failures', schema, 'failures')

export interface Tries {
  /** @throws AppError `tooManyRequests` with the seconds to wait, where so many are counted already */
  check(id: string, most: number): Promise<void>
  count(id: string): Promise<void>
  forget(id: string): Promise<void>
  /** Deletes what is forgotten. */
  prune(): Promise<void>
}

/** `windowMs`: how long after its first try a count is forgotten. */
export function createTries({ model, windowMs, now }: { model: Model<TriesDocument>; windowMs: number; now: () => number }): Tries {
  async function isNew(document: TriesDocument): Promise<boolean> {
    try {
      await model.collection.insertOne(document as never)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  return {
    check: async (id, most) => {
      const found = await model.findById(id).lean()
      const left = found ? found.until - now() : 0
      if (found && left > 0 && found.count >= most) throw new AppError('tooManyRequests', 'too many tries', { retryAfter: left / 1000 })
    },
    count: async (id) => {
      // Of many that begin a count at once each is counted: who comes second finds the first.
      for (;;) {
        const counted = await model.updateOne({ _id: id, until: { $gt: now() } }, { $inc: { count: 1 } })
        if (counted.matchedCount === 1) return
        const first = { count: 1, until: now() + windowMs }
        const begunAnew = await model.updateOne({ _id: id, until: { $lte: now() } }, { $set: first })
        if (begunAnew.matchedCount === 1 || await isNew({ _id: id, ...first })) return
      }
    },
    forget: async (id) => {
      if (await model.exists({ _id: id })) await model.deleteOne({ _id: id })
    },
    prune: async () => {
      await model.deleteMany({ until: { $lte: now() } })
    },
  }
}
