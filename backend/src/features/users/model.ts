// People as they are stored.
import { Schema, type Model } from 'mongoose'
import type { UserRecord } from '../../../contract/users.ts'
import type { Connection } from '../../database/connection.ts'

/** `password` is argon2id in PHC form. */
export interface UserDocument extends UserRecord {
  /** The number as text: the embedded database finds fast only by strings. */
  _id: string
  /**
   * Unique. The place of a home that was made from the name, so that two names never end in one; else a word of the
   * person's own, since an administrator may give several people one scope.
   */
  home: string
  /** Counts what ends sessions: those of an older number are over, but for `keptSession`. */
  epoch: number
  /** The session that changed the password itself. */
  keptSession: string
  changed: Date
}

const mixed = { type: Schema.Types.Mixed, required: true }
const text = { type: String, default: '' }
const flag = { type: Boolean, default: false }

// The contract's schema has checked nested values before they come here.
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
  } as never,
  { versionKey: false, minimize: false, id: false },
)
schema.index({ username: 1 }, { unique: true })
schema.index({ home: 1 }, { unique: true })

export const userModel = (connection: Connection): Model<UserDocument> =>
  connection.model<UserDocument>('User', schema, 'users')
