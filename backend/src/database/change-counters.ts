// How replicas learn of each other's changes: a small document of counters that each reads continuously. A change is
// answered when every running replica has seen it, so that no later request, on whichever replica, is answered from a
// stale cache.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Model, Schema } from 'mongoose'
import type { Log } from '../lib/log.ts'
import type { Connection } from './connection.ts'
import { upsert } from './errors.ts'

/** The version that a worker uses; and the one that was chosen, if it does not run there. */
export interface UsedYtDlp {
  version: string | null
  refused: string | null
}

interface Replica {
  seen: number
  at: number
  pages?: number
  /** For a worker: the programs that it lacks, and the yt-dlp that it uses. */
  lacks?: string[]
  ytDlp?: UsedYtDlp
}

interface VersionsDocument {
  _id: string
  /** Counts all changes. */
  count: number
  /** Counts the changes under each name. */
  names: Record<string, number>
  /**
   * The count that each process had seen at its last heartbeat, and how many pages it had open then.
   */
  replicas: Record<string, Replica>
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

/** How many replicas and workers are running, for a process that is none of them. */
export async function countProcesses(
  connection: Connection,
  now: () => number,
): Promise<{ replicas: number; workers: number }> {
  const document = await connection.collection<VersionsDocument>('versions').findOne({ _id: DOCUMENT })
  const living = Object.values(document?.replicas ?? {}).filter(({ at }) => now() - at <= DEAD_MS)
  const workers = living.filter(({ lacks }) => lacks !== undefined).length
  return { replicas: living.length - workers, workers }
}

export class ChangeCounters {
  readonly #model: Model<VersionsDocument>
  readonly #log: Log
  readonly #now: () => number
  readonly #self = `replicas.${randomBytes(9).toString('hex')}`
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #known = new Map<string, number>()
  #told = { seen: -1, at: 0 }
  #readAt = 0
  #changedAt = 0
  #others: Replica[] = []
  #countPages = () => 0
  #lacks: string[] | undefined
  #ytDlp: UsedYtDlp | undefined
  #isRunning = false
  #round: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(connection: Connection, log: Log, now: () => number = Date.now) {
    this.#model = connection.model<VersionsDocument>('Versions', schema, 'versions')
    this.#log = log
    this.#now = now
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

  /** The same without waiting: for what no replica can have cached, such as a new person. */
  async announce(name: string): Promise<void> {
    await this.#count(name)
  }

  /** Counts a change and returns its number. */
  async #count(name: string): Promise<number> {
    this.#drop(name)
    const after = await upsert(() =>
      this.#model
        .findOneAndUpdate(
          { _id: DOCUMENT },
          { $inc: { count: 1, [`names.${name}`]: 1 } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean(),
    )
    this.#drop(name)
    return after?.count ?? 0
  }

  async #haveAllSeen(change: number): Promise<boolean> {
    const document = await this.#model.findById(DOCUMENT).lean()
    return Object.entries(document?.replicas ?? {}).every(
      ([id, { seen, at }]) => `replicas.${id}` === this.#self || seen >= change || this.#now() - at > DEAD_MS,
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
    return this.#now() - this.#readAt < BELIEVED_MS
  }

  /** Sets how this replica counts its open pages. */
  describePages(count: () => number): void {
    this.#countPages = count
  }

  /** Says that this process is a worker, and which programs it lacks. Others know it within some seconds. */
  describeWorker(lacks: string[]): void {
    this.#lacks = lacks
  }

  /** Says which yt-dlp this worker uses. */
  describeYtDlp(used: UsedYtDlp): void {
    this.#ytDlp = used
    this.#told = { seen: -1, at: 0 }
  }

  /** The running replicas of the API, including this one, and their open pages, some seconds ago. */
  household(): { replicas: number; pages: number } {
    const others = this.#others.filter(({ lacks }) => lacks === undefined)
    const pages = others.reduce((sum, { pages: open = 0 }) => sum + open, this.#countPages())
    return { replicas: others.length + 1, pages }
  }

  /** Whom this process serves, as far as it has heard: people, alone or beside other replicas, or nobody. */
  serving(): 'alone' | 'among others' | 'nobody' {
    if (this.#lacks !== undefined) return 'nobody'
    return this.isCurrent() && this.household().replicas === 1 ? 'alone' : 'among others'
  }

  /** The running workers, what any of them lacks, and which yt-dlp each uses, some seconds ago. */
  workers(): { running: number; lacking: string[]; ytDlp: UsedYtDlp[] } {
    const lacking = [this.#lacks, ...this.#others.map(({ lacks }) => lacks)].filter((lacks) => lacks !== undefined)
    const ytDlp = [this.#ytDlp, ...this.#others.map((other) => other.ytDlp)].filter((used) => used !== undefined)
    return { running: lacking.length, lacking: [...new Set(lacking.flat())], ytDlp }
  }

  async start(): Promise<void> {
    this.#isRunning = true
    await this.#read()
    this.#schedule()
  }

  #schedule(): void {
    this.#timer = setTimeout(
      () => {
        this.#round = this.#poll()
      },
      this.#now() - this.#changedAt < BUSY_FOR_MS ? BUSY_POLL_MS : POLL_MS,
    ).unref()
  }

  async #poll(): Promise<void> {
    try {
      await this.#read()
    } catch (error) {
      this.#log.warn({ err: error }, 'the versions could not be read')
    }
    if (this.#isRunning) this.#schedule()
  }

  async #read(): Promise<void> {
    // The time before the read counts, because a change during the read may have been missed.
    const began = this.#now()
    const { names = {}, replicas = {}, count: seen = 0 } = (await this.#model.findById(DOCUMENT).lean()) ?? {}
    for (const [name, version] of Object.entries(names)) {
      if (this.#known.get(name) === version) continue
      this.#known.set(name, version)
      this.#changedAt = began
      this.#drop(name)
    }
    this.#readAt = began
    this.#others = Object.entries(replicas)
      .filter(([id, { at }]) => `replicas.${id}` !== this.#self && began - at <= DEAD_MS)
      .map(([, other]) => other)
    if (seen !== this.#told.seen || began - this.#told.at > BEAT_MS) await this.#tell(seen, replicas)
  }

  /** Writes this replica's heartbeat, and removes replicas that have been dead for long. */
  async #tell(seen: number, replicas: VersionsDocument['replicas']): Promise<void> {
    const gone = Object.entries(replicas)
      .filter(([, { at }]) => this.#now() - at > 3 * DEAD_MS)
      .map(([id]) => [`replicas.${id}`, ''])
    const mine: Replica = { seen, at: this.#now(), pages: this.#countPages() }
    if (this.#lacks) mine.lacks = this.#lacks
    if (this.#ytDlp) mine.ytDlp = this.#ytDlp
    await upsert(() =>
      this.#model.updateOne(
        { _id: DOCUMENT },
        { $set: { [this.#self]: mine }, ...(gone.length > 0 ? { $unset: Object.fromEntries(gone) } : {}) },
        { upsert: true },
      ),
    )
    this.#told = mine
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#timer)
    await this.#round
    await this.#model
      .updateOne({ _id: DOCUMENT }, { $unset: { [this.#self]: '' } })
      .catch((error: unknown) => this.#log.debug({ err: error }, 'could not sign off'))
  }
}
