// Sessions in the database.
import { Schema, type Model } from 'mongoose'
import type { Connection } from '../../database/connection.ts'

export interface SessionDocument {
  /** The `sid` of its tokens. */
  _id: string
  userId: number
  /** The person's epoch when it began. A later epoch ends it. */
  epoch: number
  created: Date
  lastUsed: Date
  /** When its last token expires; after that nobody can use it. */
  ends: Date
  /** When tokens were renewed, in seconds since 1970. Tokens issued before stay valid for a short time. */
  renewals: number[]
  device: string
  address: string
}

const text = { type: String, default: '' }
const when = { type: Date, required: true }

const sessionSchema = new Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: Number, required: true },
    epoch: { type: Number, default: 0 },
    created: when,
    lastUsed: when,
    ends: when,
    renewals: { type: [Number], default: [] },
    device: text,
    address: text,
  },
  { versionKey: false },
)
sessionSchema.index({ userId: 1 })

export const sessionModel = (connection: Connection): Model<SessionDocument> =>
  connection.model<SessionDocument>('Session', sessionSchema, 'sessions')
