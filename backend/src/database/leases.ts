// Leases: a name belongs to one owner until a time, on all replicas.
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { type Model, Schema } from 'mongoose'
import { AppError } from '../lib/app-error.ts'
import type { Connection } from './connection.ts'
import { isDuplicateKey } from './errors.ts'

interface LeaseDocument {
  _id: string
  owner: string
  until: number
}

const schema = new Schema<LeaseDocument>(
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true },
    until: { type: Number, required: true },
  },
  { versionKey: false },
)

/** How much clocks of replicas may differ. An owner stops this long before its lease ends. */
const CLOCK_SKEW_MS = 1_000
const POLL_MS = 40

export interface Lease {
  readonly name: string
  /** Whether it is still ours, with a margin for clock differences. */
  isHeld(): boolean
  /** Extends it to `ms` from now; false if somebody else has it. */
  renew(ms: number): Promise<boolean>
  release(): Promise<void>
}

export interface Leases {
  /** Takes a lease for `ms`, or returns null if somebody has it. Every call is a separate owner. */
  tryAcquire(name: string, ms: number): Promise<Lease | null>
  /**
   * Runs work under a lease, after waiting for it if necessary.
   * @throws AppError `unavailable` if it is not free within `waitMs`
   */
  run<T>(name: string, times: { ms: number; waitMs: number }, work: (lease: Lease) => Promise<T>): Promise<T>
  /** When a lease ends, in ms since 1970 by its owner's clock; 0 if nobody has it. */
  endOf(name: string): Promise<number>
  /** Those of some names that somebody has now. */
  held(names: readonly string[]): Promise<Set<string>>
  /** Removes leases with a name prefix that ended before a time. */
  removeEnded(prefix: string, before: number): Promise<void>
}

/** A lease that was just taken. */
function leaseOf(leases: Model<LeaseDocument>, { _id, owner, until: first }: LeaseDocument, now: () => number): Lease {
  let until = first
  return {
    name: _id,
    isHeld: () => now() < until - CLOCK_SKEW_MS,
    renew: async (ms) => {
      const wanted = now() + ms
      const { matchedCount } = await leases.updateOne(
        { _id, owner, until: { $gt: now() } },
        { $set: { until: wanted } },
      )
      until = matchedCount === 1 ? wanted : 0
      return matchedCount === 1
    },
    release: async () => {
      until = 0
      await leases.updateOne({ _id, owner }, { $set: { until: 0 } })
    },
  }
}

export class DatabaseLeases implements Leases {
  readonly #leases: Model<LeaseDocument>
  readonly #now: () => number

  constructor(connection: Connection, now: () => number = Date.now) {
    this.#leases = connection.model<LeaseDocument>('Lease', schema, 'leases')
    this.#now = now
  }

  async tryAcquire(_id: string, ms: number): Promise<Lease | null> {
    const now = this.#now()
    const mine = { owner: randomUUID(), until: now + ms }
    const taken = await this.#leases.findOneAndUpdate({ _id, until: { $lte: now } }, { $set: mine }).lean()
    if (taken) return leaseOf(this.#leases, { _id, ...mine }, this.#now)
    try {
      await this.#leases.collection.insertOne({ _id, ...mine } as never)
      return leaseOf(this.#leases, { _id, ...mine }, this.#now)
    } catch (error) {
      if (isDuplicateKey(error)) return null
      throw error
    }
  }

  async run<T>(name: string, times: { ms: number; waitMs: number }, work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.#acquire(name, times)
    try {
      return await work(lease)
    } finally {
      await lease.release()
    }
  }

  async #acquire(name: string, { ms, waitMs }: { ms: number; waitMs: number }): Promise<Lease> {
    const deadline = this.#now() + waitMs
    for (;;) {
      const lease = await this.tryAcquire(name, ms)
      if (lease) return lease
      if (this.#now() >= deadline)
        throw new AppError('unavailable', 'somebody else is changing this, try again', { retryAfter: 2 })
      await sleep(POLL_MS / 2 + Math.random() * POLL_MS)
    }
  }

  async endOf(name: string): Promise<number> {
    return (await this.#leases.findById(name).lean())?.until ?? 0
  }

  async held(names: readonly string[]): Promise<Set<string>> {
    const held = await this.#leases.find({ _id: { $in: names }, until: { $gt: this.#now() } }, { _id: 1 }).lean()
    return new Set(held.map(({ _id }) => _id))
  }

  async removeEnded(prefix: string, before: number): Promise<void> {
    const all = await this.#leases.find().lean()
    const ended = all.filter(({ _id, until }) => _id.startsWith(prefix) && until < before).map(({ _id }) => _id)
    if (ended.length > 0) await this.#leases.deleteMany({ _id: { $in: ended } })
  }
}
