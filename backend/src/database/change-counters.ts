// How replicas learn of each other's changes: one small document of numbers that each reads all the time. Who changes
// something is answered when every replica that lives has seen it, so that no next request, whichever replica it meets,
// is answered from a stale copy.
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
  /** Counts the changes of what is kept under a name. */
  names: Record<string, number>
  /**
   * The count that each replica has seen, when it said last that it lives, and how many open pages it told of changes
   * then.
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
/** Changes come in bursts: for some time after one the numbers are read more often. */
const BUSY_POLL_MS = 200
const BUSY_FOR_MS = 5_000
/** A copy may be believed this long after the numbers were read last. */
const BELIEVED_MS = 1_000
const BEAT_MS = 4_000
/** A replica that has not said so for this long does not live: nobody waits for it. */
const DEAD_MS = 10_000

/** How many replicas live, as somebody who is none of them sees it. */
export async function countReplicas(connection: Connection, now: () => number): Promise<number> {
  const document = await connection.collection<VersionsDocument>('versions').findOne({ _id: DOCUMENT })
  return Object.values(document?.replicas ?? {}).filter(({ at }) => now() - at <= DEAD_MS).length
}

export interface ChangeCounters {
  /**
   * Tells that what is kept under a name has changed. Own copies are dropped at once; answers when the other replicas
   * have dropped theirs, within a second.
   */
  bump(name: string): Promise<void>
  /** The same without waiting: for what no replica can have a copy of, such as a new person. */
  announce(name: string): Promise<void>
  /** Calls back when anybody has changed what is kept under a name. */
  onChange(name: string, drop: () => void): void
  /** Whether the numbers were read lately enough for copies to be believed. */
  isCurrent(): boolean
  /** Has this replica say how many open pages it has. */
  describePages(count: () => number): void
  /** The replicas that live, this one among them, and their open pages, some seconds ago. */
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
    // Counted from before the read: what changes while it is under way is in doubt.
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

  /** Says what was seen, and forgets replicas that are gone for long. */
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

  /** Counts a change; the number it got. */
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
      // After a second nobody believes an older copy anyway.
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
