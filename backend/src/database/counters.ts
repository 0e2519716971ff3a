// Numbers that are never used twice.
import { Schema } from 'mongoose'
import type { Connection } from './connection.ts'
import { upsert } from './errors.ts'

interface CounterDocument {
  _id: string
  value: number
}

const schema = new Schema<CounterDocument>(
  { _id: { type: String, required: true }, value: { type: Number, required: true } },
  { versionKey: false },
)

export interface Counters {
  /** The next number of a counter, from 1 on. */
  next(name: string): Promise<number>
}

export function createCounters(connection: Connection): Counters {
  const counters = connection.model<CounterDocument>('Counter', schema, 'counters')
  return {
    next: async (name) => {
      const counted = await upsert(() =>
        counters
          .findOneAndUpdate({ _id: name }, { $inc: { value: 1 } }, { upsert: true, returnDocument: 'after' })
          .lean(),
      )
      if (!counted) throw new Error(`the counter ${name} was not counted`)
      return counted.value
    },
  }
}
