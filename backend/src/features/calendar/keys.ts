// Secrets with which other programs get at a person's calendars. Only their hashes are kept: one document a person.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Model } from 'mongoose'
import type { FeedScope } from '../../../contract/calendar-limits.ts'
import { upsert } from '../../database/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { KeysDocument, StoredDevice, StoredFeed } from './model.ts'

const TOKEN_BYTES = 16
const HOUR_MS = 3_600_000
const ID_BYTES = 6
/** Small letters and digits that are not taken for one another: a password is typed into a phone. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

export interface CalendarKeysOptions {
  model: Model<KeysDocument>
  now: Clock
}

export class CalendarKeys {
  readonly #model: Model<KeysDocument>
  readonly #now: Clock

  constructor({ model, now }: CalendarKeysOptions) {
    this.#model = model
    this.#now = now
  }

  async feedOf(owner: number): Promise<StoredFeed | null> {
    return (await this.#model.findById(String(owner)).lean<KeysDocument>())?.feed ?? null
  }

  /** Makes a person's private address. The one before ends. `token`: the secret, which nobody learns again. */
  async makeFeed(owner: number, scope: FeedScope): Promise<{ feed: StoredFeed; token: string }> {
    const secret = randomBytes(TOKEN_BYTES).toString('base64url')
    const feed = { scope, hash: hashOf(secret), made: this.#now(), used: null }
    await upsert(() => this.#model.updateOne({ _id: String(owner) }, { $set: { owner, feed } }, { upsert: true }))
    return { feed, token: `${owner}-${secret}` }
  }

  /** Answers whether there was one. */
  async endFeed(owner: number): Promise<boolean> {
    const there = { _id: String(owner), feed: { $ne: null } }
    return (await this.#model.updateOne(there, { $set: { feed: null } })).matchedCount === 1
  }

  /** Whose private address it is; null for an unknown one. */
  async feedOfToken(token: string): Promise<{ owner: number; feed: StoredFeed } | null> {
    const [, owner, secret] = /^([1-9]\d{0,9})-([\w-]{22})$/.exec(token) ?? []
    if (owner === undefined || secret === undefined) return null
    const feed = await this.feedOf(Number(owner))
    if (feed === null || !isSame(feed.hash, hashOf(secret))) return null
    return { owner: Number(owner), feed }
  }

  /** Notes that an address is used, once an hour. */
  async useFeed(owner: number, { hash, used }: StoredFeed): Promise<void> {
    const now = this.#now()
    if (used !== null && now - used < HOUR_MS) return
    await this.#model.updateOne({ _id: String(owner), 'feed.hash': hash }, { $set: { 'feed.used': now } })
  }

  /** By their ids. */
  async devicesOf(owner: number): Promise<Readonly<Record<string, StoredDevice>>> {
    return (await this.#model.findById(String(owner)).lean<KeysDocument>())?.devices ?? {}
  }

  /** Makes a password of a device. `password`: the secret, which nobody learns again. */
  async makeDevice(owner: number, name: string): Promise<{ id: string; device: StoredDevice; password: string }> {
    const secret = passwordOf(randomBytes(TOKEN_BYTES))
    const id = randomBytes(ID_BYTES).toString('hex')
    const device = { name, hash: hashOf(secret), made: this.#now(), used: null }
    const set = { $set: { owner, [`devices.${id}`]: device } }
    await upsert(() => this.#model.updateOne({ _id: String(owner) }, set, { upsert: true }))
    return { id, device, password: secret.replace(/.{4}(?=.)/g, '$&-') }
  }

  /** Answers whether there was one. */
  async endDevice(owner: number, id: string): Promise<boolean> {
    const at = `devices.${id}`
    const ended = await this.#model.updateOne({ _id: String(owner), [at]: { $exists: true } }, { $unset: { [at]: 1 } })
    return ended.matchedCount === 1
  }

  /** The id of the device whose password it is; null for a wrong one. Notes its use, once an hour. */
  async deviceOf(owner: number, password: string): Promise<string | null> {
    const hash = hashOf(password.toLowerCase().replace(/[\s-]/g, ''))
    const found = Object.entries(await this.devicesOf(owner)).find(([, device]) => isSame(device.hash, hash))
    if (found === undefined) return null
    const [id, { used }] = found
    const now = this.#now()
    const filter = { _id: String(owner), [`devices.${id}.hash`]: hash }
    if (used === null || now - used >= HOUR_MS)
      await this.#model.updateOne(filter, { $set: { [`devices.${id}.used`]: now } })
    return id
  }

  /** Ends all keys of a person. */
  async removeAllOf(owner: number): Promise<void> {
    await this.#model.deleteOne({ _id: String(owner) })
  }
}

// A secret of 128 random bits needs no slow hash: nobody tries them all.
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Five bits a letter. */
function passwordOf(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let left = bytes.length * 8; left > 0; left -= 5) {
    text += LETTERS[Number(bits & 31n)] ?? ''
    bits >>= 5n
  }
  return text
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
