// Leases: a name belongs to one owner until a time, on all replicas.
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { Schema } from 'mongoose'
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
  /** Removes leases with a name prefix that ended before a time. */
  removeEnded(prefix: string, before: number): Promise<void>
}

export function createLeases(connection: Connection, now: () => number = Date.now): Leases {
  const leases = connection.model<LeaseDocument>('Lease', schema, 'leases')

  async function tryAcquire(name: string, ms: number): Promise<Lease | null> {
    const owner = randomUUID()
    const until = now() + ms
    const taken = await leases
      .findOneAndUpdate({ _id: name, until: { $lte: now() } }, { $set: { owner, until } }, { returnDocument: 'after' })
      .lean()
    if (taken) return leaseOf(name, owner, until)
    try {
      await leases.collection.insertOne({ _id: name, owner, until } as never)
      return leaseOf(name, owner, until)
    } catch (error) {
      if (isDuplicateKey(error)) return null
      throw error
    }
  }

  function leaseOf(name: string, owner: string, first: number): Lease {
    let until = first
    return {
      name,
      isHeld: () => now() < until - CLOCK_SKEW_MS,
      renew: async (ms) => {
        const wanted = now() + ms
        const { matchedCount } = await leases.updateOne(
          { _id: name, owner, until: { $gt: now() } },
          { $set: { until: wanted } },
        )
        until = matchedCount === 1 ? wanted : 0
        return matchedCount === 1
      },
      release: async () => {
        until = 0
        await leases.updateOne({ _id: name, owner }, { $set: { until: 0 } })
      },
    }
  }

  async function acquire(name: string, times: { ms: number; waitMs: number }): Promise<Lease> {
    const deadline = now() + times.waitMs
    for (;;) {
      const lease = await tryAcquire(name, times.ms)
      if (lease) return lease
      if (now() >= deadline)
        throw new AppError('unavailable', 'somebody else is changing this, try again', { retryAfter: 2 })
      await sleep(POLL_MS / 2 + Math.random() * POLL_MS)
    }
  }

  return {
    tryAcquire,
    endOf: async (name) => (await leases.findById(name).lean())?.until ?? 0,
    removeEnded: async (prefix, before) => {
      const all = await leases.find().lean()
      const ended = all
        .filter((lease) => lease._id.startsWith(prefix) && lease.until < before)
        .map((lease) => lease._id)
      if (ended.length > 0) await leases.deleteMany({ _id: { $in: ended } })
    },
    run: async (name, times, work) => {
      const lease = await acquire(name, times)
      try {
        return await work(lease)
      } finally {
        await lease.release()
      }
    },
  }
}
