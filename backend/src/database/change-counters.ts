// How replicas learn of each other's changes: a small document of counters that each reads continuously. A change is
// answered when every running replica has seen it, so that no later request, on whichever replica, is answered from a
// stale cache.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Schema } from 'mongoose'
import type { Log } from '../lib/log.ts'
import type { Connection } from './connection.ts'
import { upsert } from './errors.ts'

interface VersionsDocument {
  _id: string
  /** Counts all changes. */
  count: number
  /** Counts the changes under each name. */
  names: Record<string, number>
  /**
   * The count that each replica had seen at its last heartbeat, and how many pages it had open then.
   */
  replicas: Record<string, { seen: number; at: number; pages?: number }>
}

const mixed = Schema.Types.Mixed
const schema = new Schema<VersionsDocument>(
  { _id: { type: String, required: true }, count: Number, names: mixed, replicas: mixed },
  { versionKey: false, minimize: false },
)

const DOCUMENT = 'versions'
const POLL_MS = 500
/** Changes come in bursts, so after one the counters are read more often for some time. */
const BUSY_POLL_MS = 200
const BUSY_FOR_MS = 5_000
/** How long after the last read of the counters a cache may be trusted. */
const BELIEVED_MS = 1_000
const BEAT_MS = 4_000
/** A replica without a heartbeat for this long counts as dead, and nobody waits for it. */
const DEAD_MS = 10_000

/** How many replicas are running, for a process that is none of them. */
export async function countReplicas(connection: Connection, now: () => number): Promise<number> {
  const document = await connection.collection<VersionsDocument>('versions').findOne({ _id: DOCUMENT })
  return Object.values(document?.replicas ?? {}).filter(({ at }) => now() - at <= DEAD_MS).length
}

export interface ChangeCounters {
  /**
   * Announces a change under a name. This replica's caches are dropped at once; resolves when the other replicas have
   * dropped theirs, within a second.
   */
  bump(name: string): Promise<void>
  /** The same without waiting: for what no replica can have cached, such as a new person. */
  announce(name: string): Promise<void>
  /** Registers a callback for changes under a name. */
  onChange(name: string, drop: () => void): void
  /** Whether the counters were read recently enough to trust caches. */
  isCurrent(): boolean
  /** Sets how this replica counts its open pages. */
  describePages(count: () => number): void
  /** The running replicas, including this one, and their open pages, some seconds ago. */
  household(): { replicas: number; pages: number }
  start(): Promise<void>
  stop(): Promise<void>
}

export function createChangeCounters(connection: Connection, log: Log, now: () => number = Date.now): ChangeCounters {
  const versions = connection.model<VersionsDocument>('Versions', schema, 'versions')
  const self = `replicas.${randomBytes(9).toString('hex')}`
  const listeners = new Map<string, Set<() => void>>()
  const known = new Map<string, number>()
  let told = { seen: -1, at: 0 }
  let readAt = 0
  let changedAt = 0
  let household = { replicas: 1, pages: 0 }
  let countPages = () => 0
  let running = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function drop(name: string): void {
    for (const listener of listeners.get(name) ?? []) listener()
  }

  async function read(): Promise<void> {
    // The time before the read counts, because a change during the read may have been missed.
    const began = now()
    const document = await versions.findById(DOCUMENT).lean()
    for (const [name, version] of Object.entries(document?.names ?? {})) {
      if (known.get(name) === version) continue
      known.set(name, version)
      changedAt = began
      drop(name)
    }
    readAt = began
    const others = Object.entries(document?.replicas ?? {}).filter(
      ([id, { at }]) => `replicas.${id}` !== self && began - at <= DEAD_MS,
    )
    household = { replicas: others.length + 1, pages: others.reduce((sum, [, { pages = 0 }]) => sum + pages, 0) }
    const seen = document?.count ?? 0
    if (seen !== told.seen || began - told.at > BEAT_MS) await tell(seen, document?.replicas ?? {})
  }

  /** Writes this replica's heartbeat, and removes replicas that have been dead for long. */
  async function tell(seen: number, replicas: VersionsDocument['replicas']): Promise<void> {
    const gone = Object.entries(replicas)
      .filter(([, { at }]) => now() - at > 3 * DEAD_MS)
      .map(([id]) => [`replicas.${id}`, ''])
    const mine = { seen, at: now(), pages: countPages() }
    await upsert(() =>
      versions.updateOne(
        { _id: DOCUMENT },
        { $set: { [self]: mine }, ...(gone.length > 0 ? { $unset: Object.fromEntries(gone) } : {}) },
        { upsert: true },
      ),
    )
    told = mine
  }

  async function poll(): Promise<void> {
    try {
      await read()
    } catch (error) {
      log.warn({ err: error }, 'the versions could not be read')
    }
    if (running) schedule()
  }

  function schedule(): void {
    timer = setTimeout(
      () => {
        round = poll()
      },
      now() - changedAt < BUSY_FOR_MS ? BUSY_POLL_MS : POLL_MS,
    ).unref()
  }

  /** Counts a change and returns its number. */
  async function count(name: string): Promise<number> {
    drop(name)
    const after = await upsert(() =>
      versions
        .findOneAndUpdate(
          { _id: DOCUMENT },
          { $inc: { count: 1, [`names.${name}`]: 1 } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean(),
    )
    drop(name)
    return after?.count ?? 0
  }

  async function haveAllSeen(change: number): Promise<boolean> {
    const document = await versions.findById(DOCUMENT).lean()
    return Object.entries(document?.replicas ?? {}).every(
      ([id, { seen, at }]) => `replicas.${id}` === self || seen >= change || now() - at > DEAD_MS,
    )
  }

  return {
    announce: async (name) => void (await count(name)),
    bump: async (name) => {
      const change = await count(name)
      // After a second nobody trusts an older cache anyway.
      const deadline = now() + BELIEVED_MS
      while (!(await haveAllSeen(change)) && now() < deadline) await sleep(BUSY_POLL_MS / 5)
    },
    onChange: (name, listener) => {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
    },
    describePages: (count) => {
      countPages = count
    },
    household: () => ({ replicas: household.replicas, pages: household.pages + countPages() }),
    isCurrent: () => now() - readAt < BELIEVED_MS,
    start: async () => {
      running = true
      await read()
      schedule()
    },
    stop: async () => {
      running = false
      clearTimeout(timer)
      await round
      await versions
        .updateOne({ _id: DOCUMENT }, { $unset: { [self]: '' } })
        .catch((error: unknown) => log.debug({ err: error }, 'could not sign off'))
    },
  }
}
