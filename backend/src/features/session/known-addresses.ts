// Where each person has recently logged in, and where a locked link was opened. From there the password may be tried,
// however many others guess at it.
import { createHash } from 'node:crypto'
import { Schema, type Model } from 'mongoose'
import type { Connection } from '../../database/connection.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import { upsert } from '../../database/errors.ts'
import { limitedAddress } from '../../http/client-address.ts'
import { createLru } from '../../lib/lru.ts'

const DAY_MS = 86_400_000
/** How long an address is known. */
const KNOWN_MS = 30 * DAY_MS
/** An address is not stored again for a while, because every request of a guest may carry the password. */
const NOTED = 10_000
const NOTED_MS = 3_600_000

/** A person or link and an address, hashed, and until when it counts, in milliseconds since 1970. */
export interface KnownAddressDocument {
  _id: string
  until: number
}

const schema = new Schema<KnownAddressDocument>(
  { _id: { type: String, required: true }, until: { type: Number, required: true } },
  { versionKey: false },
)

export const knownAddressModel = (connection: Connection): Model<KnownAddressDocument> =>
  connection.model<KnownAddressDocument>('KnownAddress', schema, 'known-addresses')

export interface KnownAddresses {
  /** Stores that the password of something (`person:7`, `link:` and its hash) is known at an address. */
  note(what: string, address: string): Promise<void>
  /** Whether that was stored within 30 days. */
  has(what: string, address: string): Promise<boolean>
  readonly tasks: readonly HouseTask[]
}

/** How often expired entries are deleted. */
const PRUNE_EVERY_MS = 24 * 3_600_000

export interface KnownAddressesOptions {
  model: Model<KnownAddressDocument>
  now(): number
}

export function createKnownAddresses({ model, now }: KnownAddressesOptions): KnownAddresses {
  const noted = createLru<string, true>(NOTED, { ttl: NOTED_MS })
  const idOf = (what: string, address: string): string =>
    createHash('sha256')
      .update(`${what}\n${limitedAddress(address)}`)
      .digest('base64url')

  return {
    note: async (what, address) => {
      const _id = idOf(what, address)
      if (noted.has(_id)) return
      await upsert(() => model.updateOne({ _id }, { $set: { until: now() + KNOWN_MS } }, { upsert: true }))
      noted.set(_id, true)
    },
    has: async (what, address) => ((await model.findById(idOf(what, address)).lean())?.until ?? 0) > now(),
    tasks: [
      { name: 'known addresses', everyMs: PRUNE_EVERY_MS, run: () => model.deleteMany({ until: { $lte: now() } }) },
    ],
  }
}
