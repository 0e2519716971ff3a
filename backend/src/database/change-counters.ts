// How replicas learn of each other's changes: a small document of counters that each reads continuously. A change is
// answered when every running replica has seen it, so that no later request, on whichever replica, is answered from a
// stale cache. A process in which nobody is there reads them seldom, believes in no cache, and says so: nobody waits
// for it.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Model } from 'mongoose'
import { Attention } from '../lib/attention.ts'
import type { Log } from '../lib/log.ts'
import type { Connection } from './connection.ts'
import { upsert } from './errors.ts'
import { DEAD_MS, type Replica, type UsedYtDlp, VERSIONS_ID, type VersionsDocument, versionsModel } from './versions.ts'

const POLL_MS = 500
/** Changes come in bursts, so after one the counters are read more often for some time. */
const BUSY_POLL_MS = 200
const BUSY_FOR_MS = 5_000
/** While nobody is there. A worker hears of new jobs that way. */
const IDLE_POLL_MS = 4_500
const IDLE_WORKER_POLL_MS = 1_000
/** How long after the last read of the counters a cache may be trusted. */
const BELIEVED_MS = 1_000
const BEAT_MS = 4_000

const NEVER: Replica = { seen: -1, at: 0 }

/** Whom a process serves: people, alone or beside other replicas, or nobody. */
export type Serving = 'alone' | 'among others' | 'nobody'

interface ChangeCountersOptions {
  now?: () => number
  attention?: Pick<Attention, 'isPaid' | 'rest' | 'wake'>
}

export class ChangeCounters {
  readonly #model: Model<VersionsDocument>
  readonly #log: Log
  readonly #now: () => number
  readonly #attention: Pick<Attention, 'isPaid' | 'rest' | 'wake'>
  readonly #self = `replicas.${randomBytes(9).toString('hex')}`
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #known = new Map<string, number>()
  #told: Replica = NEVER
  #readAt = 0
  /** Stays so until a read that began after the others were told otherwise. */
  #isIdle = false
  #changedAt = 0
  #others: Replica[] = []
  /** The ids of those that have been dead for long. */
  #gone: string[] = []
  #countPages = () => 0
  #lacks: string[] | undefined
  /** The workers that were last heard of, where they end when they have nothing to do. */
  #resting: Replica[] | null = null
  #ytDlp: UsedYtDlp | undefined
  #isRunning = false
  #round: Promise<void> = Promise.resolve()

  constructor(
    connection: Connection,
    log: Log,
    { now = Date.now, attention = new Attention() }: ChangeCountersOptions = {},
  ) {
    this.#model = versionsModel(connection)
    this.#log = log
    this.#now = now
    this.#attention = attention
  }

  /**
   * Announces a change under a name. This replica's caches are dropped at once; resolves when the other replicas have
   * dropped theirs, within a second.
   */
  async bump(name: string): Promise<void> {
    const change = await this.#count(name)
    // After a second nobody trusts an older cache anyway.
    const deadline = this.#now() + BELIEVED_MS
    while (!(await this.#haveAllSeen(change)) && this.#now() < deadline) await sleep(BUSY_POLL_MS / 5)
  }

  /** The same without waiting: for what may be seen elsewhere a moment later. */
  async announce(name: string): Promise<void> {
    await this.#count(name)
  }

  /** Counts a change and returns its number. */
  async #count(name: string): Promise<number> {
    this.#drop(name)
    const after = await upsert(() =>
      this.#model
        .findOneAndUpdate(
          { _id: VERSIONS_ID },
          { $inc: { count: 1, [`names.${name}`]: 1 } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean(),
    )
    this.#drop(name)
    return after?.count ?? 0
  }

  async #haveAllSeen(change: number): Promise<boolean> {
    const document = await this.#model.findById(VERSIONS_ID).lean()
    return Object.entries(document?.replicas ?? {}).every(
      ([id, { seen, at, isIdle }]) =>
        `replicas.${id}` === this.#self || isIdle || seen >= change || this.#now() - at > DEAD_MS,
    )
  }

  /** Registers a callback for changes under a name. */
  onChange(name: string, drop: () => void): void {
    const all = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, all.add(drop))
  }

  #drop(name: string): void {
    for (const listener of this.#listeners.get(name) ?? []) listener()
  }

  /** Whether the counters were read recently enough to trust caches. */
  isCurrent(): boolean {
    return !this.#isIdle && this.#now() - this.#readAt < BELIEVED_MS
  }

  /** Sets how this replica counts its open pages. */
  describePages(count: () => number): void {
    this.#countPages = count
  }

  /** Says that this process is a worker, and which programs it lacks. Others know it within some seconds. */
  describeWorker(lacks: string[]): void {
    this.#lacks = lacks
  }

  /** Says that workers end when they have nothing to do, and are there again when they are needed. */
  describeResting(): void {
    this.#resting = [{ ...NEVER, lacks: [] }]
  }

  /** Says which yt-dlp this worker uses. */
  describeYtDlp(used: UsedYtDlp): void {
    this.#ytDlp = used
    this.#told = NEVER
  }

  /** The running replicas of the API, including this one, and their open pages, some seconds ago. */
  household(): { replicas: number; pages: number } {
    const others = this.#others.filter(({ lacks }) => lacks === undefined)
    const pages = others.reduce((sum, { pages: open = 0 }) => sum + open, this.#countPages())
    return { replicas: others.length + 1, pages }
  }

  /** Whom this process serves, as far as it has heard. */
  serving(): Serving {
    if (this.#lacks !== undefined) return 'nobody'
    return this.isCurrent() && this.household().replicas === 1 ? 'alone' : 'among others'
  }

  /**
   * The running workers, what any of them lacks, and which yt-dlp each uses, some seconds ago. One that rests counts as
   * it was.
   */
  workers(): { running: number; lacking: string[]; ytDlp: UsedYtDlp[] } {
    const others = this.#otherWorkers.length > 0 ? this.#otherWorkers : (this.#resting ?? [])
    const lacking = [this.#lacks, ...others.map(({ lacks }) => lacks)].filter((lacks) => lacks !== undefined)
    const ytDlp = [this.#ytDlp, ...others.map((other) => other.ytDlp)].filter((used) => used !== undefined)
    return { running: lacking.length, lacking: [...new Set(lacking.flat())], ytDlp }
  }

  get #otherWorkers(): Replica[] {
    return this.#others.filter(({ lacks }) => lacks !== undefined)
  }

  async start(): Promise<void> {
    this.#isRunning = true
    await this.#read()
    this.#round = this.#follow()
  }

  async #follow(): Promise<void> {
    while (this.#isRunning) {
      const isBusy = this.#now() - this.#changedAt < BUSY_FOR_MS
      const idleMs = this.#lacks === undefined ? IDLE_POLL_MS : IDLE_WORKER_POLL_MS
      await this.#attention.rest(isBusy ? BUSY_POLL_MS : POLL_MS, isBusy ? BUSY_POLL_MS : idleMs)
      if (!this.#isRunning) return
      try {
        await this.#read()
      } catch (error) {
        this.#log.warn({ err: error }, 'the versions could not be read')
      }
    }
  }

  async #read(): Promise<void> {
    // The time before the read counts, because a change during the read may have been missed.
    const began = this.#now()
    const isIdle = !this.#attention.isPaid
    this.#isIdle ||= isIdle
    const isTold = (this.#told.isIdle ?? false) === isIdle && began - this.#told.at <= BEAT_MS
    const document = await (isTold ? this.#model.findById(VERSIONS_ID).lean() : this.#tell(this.#told.seen, isIdle))
    const { names = {}, replicas = {}, count: seen = 0 } = document ?? {}
    for (const [name, version] of Object.entries(names)) {
      if (this.#known.get(name) === version) continue
      this.#known.set(name, version)
      this.#changedAt = began
      this.#drop(name)
    }
    this.#gone = Object.entries(replicas).flatMap(([id, { at }]) => (began - at > 3 * DEAD_MS ? [id] : []))
    this.#others = Object.entries(replicas)
      .filter(([id, { at }]) => `replicas.${id}` !== this.#self && began - at <= DEAD_MS)
      .map(([, other]) => other)
    if (this.#resting !== null && this.#otherWorkers.length > 0) this.#resting = this.#otherWorkers
    if (isIdle) return
    this.#readAt = began
    this.#isIdle = false
    if (seen !== this.#told.seen) await this.#tell(seen, false)
  }

  /**
   * Writes this replica's heartbeat, and removes replicas that have been dead for long. Answers the document as it is
   * from then on: who changes something later finds what was told.
   */
  async #tell(seen: number, isIdle: boolean): Promise<VersionsDocument | null> {
    const mine: Replica = { seen, at: this.#now(), pages: this.#countPages() }
    if (isIdle) mine.isIdle = true
    if (this.#lacks) mine.lacks = this.#lacks
    if (this.#ytDlp) mine.ytDlp = this.#ytDlp
    const gone = Object.fromEntries(this.#gone.map((id) => [`replicas.${id}`, '']))
    const document = await upsert(() =>
      this.#model
        .findOneAndUpdate(
          { _id: VERSIONS_ID },
          { $set: { [this.#self]: mine }, ...(this.#gone.length > 0 ? { $unset: gone } : {}) },
          { upsert: true, returnDocument: 'after' },
        )
        .lean(),
    )
    this.#told = mine
    return document
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#attention.wake()
    await this.#round
    await this.#model
      .updateOne({ _id: VERSIONS_ID }, { $unset: { [this.#self]: '' } })
      .catch((error: unknown) => this.#log.debug({ err: error }, 'could not sign off'))
  }
}
