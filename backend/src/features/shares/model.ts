// Links as they are stored.
import { Schema, type Model } from 'mongoose'
import type { ShareKind } from '../../../contract/shares.ts'
import type { Connection } from '../../database/connection.ts'

/** The name of the collection, and what replicas tell each other changes of it by. */
export const SHARES = 'shares'

export interface ShareDocument {
  /** The hash. */
  _id: string
  userId: number
  kind: ShareKind
  /** Where it leads: a text of `pathText`, and the revision of the journal at which it was true. */
  place: string
  rev: number
  isFile: boolean
  /** The path as it was asked for. */
  asked: string
  /** When it ends, in seconds since 1970; 0 for never. */
  expires: number
  /** argon2id in PHC form, and what opens the link in the password's place; both '' where there is none. */
  password: string
  token: string
  /** In milliseconds since 1970, as all times from here on. */
  created: number
  /** How many downloads end it; 0 for none. */
  limit: number
  downloads: number
  /** When guests of the last hour were counted, by what stands for their address. Kept for links with a limit alone. */
  guests: Record<string, number>
  opened: number
  /** 0 for never. */
  lastUsed: number
}

/** Which link it is, as the audit tells it: the whole hash would open it. */
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
