// Records of uploads, as a process keeps them that alone serves people. A chunk mostly comes right after the beginning
// of its upload, or after the chunk before it. So a record is made, and changed after each chunk, with its lease taken
// for the next one, which needs no command to get it. When a file is there that came in one chunk, its record is
// deleted a moment later, together with others. Until then this process says that it is gone. If the process dies
// before, the record stays as one to which nothing was ever sent: whoever sends the chunk again is told that the file
// is there, and otherwise the record expires within the hour.
import type { Connection } from 'mongoose'
import type { Log } from '../../lib/log.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { afterChunk, type UploadRecord } from './record.ts'
import { UPLOAD_LEASE_MS, UploadRecords } from './records.ts'

/** The prefix of the tokens of these leases. */
const AHEAD_OWNER = 'ahead-'
/** A lease that is taken for the next chunk. Another process that gets it waits no longer than that. */
const AHEAD_LEASE_MS = 2_000
/** The lease counts without asking for so long; the first renewal comes well before its end (`locks.ts`). */
const BELIEVED_MS = 1_000
/** Ended ones are deleted after this time, or when there are so many. */
const DELETE_AFTER_MS = 500
const DELETE_MAX = 64
const TRY_AGAIN_MS = 5_000
const PARALLEL = 8

export interface RememberingRecordsOptions {
  database: Connection
  log: Log
  now(): number
  newId(): string
  /** Whether no other process serves people. */
  isAlone(): boolean
}

/** A record whose lease is taken for the next chunk. */
interface Kept {
  record: UploadRecord
  /** Until when the lease counts without asking, by two clocks: the monotonic one stands still in a sleep. */
  until: { ticks: number; time: number }
}

/** Whether the file came in one chunk, so that nothing was written into its record. */
const isAsMade = ({ length, offset, held }: UploadRecord) => length > 0 && offset === 0 && held === ''

export class RememberingRecords extends UploadRecords {
  readonly #options: RememberingRecordsOptions
  /** By id, the oldest first. */
  readonly #kept = new Map<string, Kept>()
  /** The tokens of the leases of ended ones, by id. */
  readonly #ended = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: RememberingRecordsOptions) {
    super(options.database, options.now)
    this.#options = options
  }

  override async find(id: string): Promise<UploadRecord | null> {
    if (this.#ended.has(id)) return null
    const kept = this.#kept.get(id)
    return kept && this.#isBelieved(kept) ? { ...kept.record } : super.find(id)
  }

  override async insert(record: UploadRecord): Promise<boolean> {
    if (this.#ended.has(record._id)) await this.#deleteEnded()
    if (!this.#options.isAlone() || record.length <= 0) return super.insert(record)
    return this.#keeping(record, (leased) => super.insert(leased))
  }

  override async take(id: string, owner: string): Promise<UploadRecord | null> {
    const kept = this.#kept.get(id)
    if (!kept || !this.#isBelieved(kept)) return this.claim(id, owner)
    this.#kept.delete(id)
    return kept.record
  }

  override async claim(id: string, owner: string): Promise<UploadRecord | null> {
    if (this.#ended.has(id)) return null
    const record = this.#kept.get(id)?.record
    this.#kept.delete(id)
    const lease = { leaseOwner: owner, leaseUntil: this.#options.now() + UPLOAD_LEASE_MS }
    // The token is in the record until somebody else takes the lease.
    const isHanded = record !== undefined && (await this.change(id, record.leaseOwner, lease))
    return isHanded ? { ...record, ...lease } : super.claim(id, owner)
  }

  override pause(record: UploadRecord, owner: string): Promise<boolean> {
    if (!this.#options.isAlone() || record.length <= 0) return super.pause(record, owner)
    return this.#keeping(record, ({ leaseOwner, leaseUntil }) =>
      this.change(record._id, owner, { ...afterChunk(record), leaseOwner, leaseUntil }),
    )
  }

  /** Writes a record with its lease taken for the next chunk, and keeps it; false where it was not written. */
  async #keeping(record: UploadRecord, write: (leased: UploadRecord) => Promise<boolean>): Promise<boolean> {
    const { now, newId } = this.#options
    const [ticks, time] = [performance.now(), now()]
    const leased = { ...record, leaseOwner: `${AHEAD_OWNER}${newId()}`, leaseUntil: time + AHEAD_LEASE_MS }
    if (!(await write(leased))) return false
    this.#forgetOld()
    this.#kept.set(record._id, { record: leased, until: { ticks: ticks + BELIEVED_MS, time: time + BELIEVED_MS } })
    return true
  }

  override async end(record: UploadRecord, owner: string): Promise<void> {
    // What is claimed would stay so if this process died.
    if (!this.#options.isAlone() || record.isClaimed || !isAsMade(record)) return super.end(record, owner)
    this.#ended.set(record._id, owner)
    if (this.#ended.size >= DELETE_MAX) this.#deleteAll()
    else this.#timer ??= setTimeout(() => this.#deleteAll(), DELETE_AFTER_MS).unref()
  }

  override async count(actor: string): Promise<number> {
    await this.#deleteEnded()
    return super.count(actor)
  }

  override async idle(which: Parameters<UploadRecords['idle']>[0]): Promise<UploadRecord[]> {
    // Nobody works on what only waits for its next chunk.
    if ('userId' in which) await this.#giveBack(({ userId }) => userId === which.userId)
    return super.idle(which)
  }

  /** Returns leases that were taken for the next chunk. */
  async #giveBack(isMeant: (record: UploadRecord) => boolean): Promise<void> {
    const meant = [...this.#kept.values()].filter(({ record }) => isMeant(record))
    for (const { record } of meant) this.#kept.delete(record._id)
    await mapParallel(meant, PARALLEL, ({ record }) => this.release(record._id, record.leaseOwner))
  }

  /** Leaves nothing for which another process would have to wait. */
  async stop(): Promise<void> {
    await Promise.all([this.#giveBack(() => true), this.#deleteEnded()])
  }

  override async all(): Promise<UploadRecord[]> {
    await this.#deleteEnded()
    return super.all()
  }

  /** Deletes the records of all that have ended by now. */
  async #deleteEnded(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const leases = [...this.#ended].map(([id, owner]) => ({ id, owner }))
    if (leases.length === 0) return
    await Promise.all(leases.map(({ id, owner }) => this.remove(id, owner)))
    for (const { id, owner } of leases) if (this.#ended.get(id) === owner) this.#ended.delete(id)
  }

  /** The same, for nobody who waits. What could not be deleted is deleted with the next. */
  #deleteAll(): void {
    this.#deleteEnded().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the records of ended uploads are deleted later')
      this.#timer ??= setTimeout(() => this.#deleteAll(), TRY_AGAIN_MS).unref()
    })
  }

  #isBelieved({ until }: Kept): boolean {
    return performance.now() < until.ticks && this.#options.now() < until.time
  }

  /** Forgets those whose lease has run out. */
  #forgetOld(): void {
    for (const [id, { record }] of this.#kept) {
      if (record.leaseUntil > this.#options.now()) return
      this.#kept.delete(id)
    }
  }
}
