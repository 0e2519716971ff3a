// Secrets with which other programs get at a person's calendars. Only their hashes are kept: one document a person.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Model } from 'mongoose'
import type { FeedScope } from '../../../contract/calendar-limits.ts'
import { upsert } from '../../database/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { KeysDocument, StoredFeed } from './model.ts'

const TOKEN_BYTES = 16
const HOUR_MS = 3_600_000

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

  async endFeed(owner: number): Promise<void> {
    await this.#model.updateOne({ _id: String(owner) }, { $set: { feed: null } })
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

  /** Ends all keys of a person. */
  async removeAllOf(owner: number): Promise<void> {
    await this.#model.deleteOne({ _id: String(owner) })
  }
}

// A secret of 128 random bits needs no slow hash: nobody tries them all.
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
