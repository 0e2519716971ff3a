// Where each person has signed in lately: from there it may try its password, however many others guess at it.
import { createHash } from 'node:crypto'
import { Schema, type Model } from 'mongoose'
import type { Connection } from '../../database/connection.ts'
import { upsert } from '../../database/errors.ts'
import { limitedAddress } from '../../http/client-address.ts'

const DAY_MS = 86_400_000
/** An address is known for so long after the person has signed in, or renewed its token, there. */
const KNOWN_MS = 30 * DAY_MS

/** A person at an address, hashed; until when that counts, in milliseconds since 1970. */
export interface KnownAddressDocument { _id: string; until: number }

const schema = new Schema<KnownAddressDocument>(
  { _id: { type: String, required: true }, until: { type: Number, required: true } },
  { versionKey: false },
)

export const knownAddressModel = (connection: Connection): Model<KnownAddressDocument> =>
  connection.model<KnownAddressDocument>('KnownAddress', schema, 'known-addresses')

export interface KnownAddresses {
  /** Notes that a person is at an address. */
  note(userId: number, address: string): Promise<void>
  /** Whether a person was there lately. Nobody, who has the id 0, was anywhere. */
  has(userId: number, address: string): Promise<boolean>
  /** Deletes what no longer counts. */
  prune(): Promise<void>
}

export function createKnownAddresses({ model, now }: { model: Model<KnownAddressDocument>; now: () => number }): KnownAddresses {
  const idOf = (userId: number, address: string): string =>
    createHash('sha256').update(`${userId}\n${limitedAddress(address)}`).digest('base64url')

  return {
    note: async (userId, address) => {
      await upsert(() => model.updateOne({ _id: idOf(userId, address) }, { $set: { until: now() + KNOWN_MS } }, { upsert: true }))
    },
    has: async (userId, address) => ((await model.findById(idOf(userId, address)).lean())?.until ?? 0) > now(),
    prune: async () => {
      await model.deleteMany({ until: { $lte: now() } })
    },
  }
}
