// People in the database.
import { Schema, type Model } from 'mongoose'
import type { UserRecord } from '../../../contract/users.ts'
import type { Connection } from '../../database/connection.ts'

/** `password` is argon2id in PHC form. */
export interface UserDocument extends UserRecord {
  /** The number as text, because the embedded database is only fast with strings. */
  _id: string
  /**
   * Unique. The place of a home folder made from the name, so that two names never share one; otherwise a value of the
   * person's own, because an administrator may give several people the same scope.
   */
  home: string
  /** Increased to end sessions: those with an older number have ended, except `keptSession`. */
  epoch: number
  /** The session that changed the password. */
  keptSession: string
  changed: Date
  /** The language of the person's browser when it was last heard of; '' for unknown. */
  spoken?: string
}

const mixed = { type: Schema.Types.Mixed, required: true }
const text = { type: String, default: '' }
const flag = { type: Boolean, default: false }

// Nested values have been checked by the contract's schema.
const schema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    id: { type: Number, required: true },
    username: { type: String, required: true },
    password: { type: String, required: true },
    home: { type: String, required: true },
    epoch: { type: Number, default: 0 },
    keptSession: text,
    changed: { type: Date, required: true },
    scope: { type: String, required: true },
    locale: text,
    spoken: text,
    lockPassword: flag,
    viewMode: { type: String, required: true },
    singleClick: flag,
    perm: mixed,
    commands: [String],
    sorting: mixed,
    rules: { type: [Schema.Types.Mixed], default: [] },
    hideDotfiles: flag,
    dateFormat: flag,
    quota: { type: Number, default: 0 },
    historyLimit: { type: Number, default: 0 },
    playHours: text,
  } as never,
  { versionKey: false, minimize: false, id: false },
)
schema.index({ username: 1 }, { unique: true })
schema.index({ home: 1 }, { unique: true })

export const userModel = (connection: Connection): Model<UserDocument> =>
  connection.model<UserDocument>('User', schema, 'users')
