// Links in the database.
import { Schema, type Model } from 'mongoose'
import type { ShareKind } from '../../../contract/shares.ts'
import type { Connection } from '../../database/connection.ts'

/** The name of the collection, and of the counter by which replicas announce changes. */
export const SHARES = 'shares'

export interface ShareDocument {
  /** The hash. */
  _id: string
  userId: number
  kind: ShareKind
  /** The shared path: a `pathText`, and the revision of the journal at which it was correct. */
  place: string
  rev: number
  isFile: boolean
  /** The path as it was sent. */
  asked: string
  /** When it expires, in seconds since 1970; 0 for never. */
  expires: number
  /** argon2id in PHC form, and the token that replaces the password; both '' if there is none. */
  password: string
  token: string
  /** In milliseconds since 1970, like all times below. */
  created: number
  /** The maximum number of downloads; 0 for no limit. */
  limit: number
  downloads: number
  /** When guests of the last hour were counted, by what represents their address. Only for links with a limit. */
  guests: Record<string, number>
  opened: number
  /** 0 for never. */
  lastUsed: number
}

/** How the audit names the link. The whole hash would open it. */
export const auditedLink = ({ _id, asked }: Pick<ShareDocument, '_id' | 'asked'>): { link: string; path: string } => ({
  link: _id.slice(0, 6),
  path: asked,
})

const text = { type: String, default: '' }
const count = { type: Number, default: 0 }
const needed = { type: String, required: true }

const schema = new Schema<ShareDocument>(
  {
    _id: needed,
    userId: { type: Number, required: true },
    kind: needed,
    place: needed,
    rev: { type: Number, required: true },
    isFile: { type: Boolean, required: true },
    asked: needed,
    expires: count,
    password: text,
    token: text,
    created: { type: Number, required: true },
    limit: count,
    downloads: count,
    guests: { type: Schema.Types.Mixed, default: {} },
    opened: count,
    lastUsed: count,
  },
  { versionKey: false, minimize: false },
)

export const shareModel = (connection: Connection): Model<ShareDocument> =>
  connection.model<ShareDocument>('Share', schema, SHARES)
