// Takes a backup: holds changes back for a moment, writes down what is there, and copies the bytes afterwards.
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import { broughtFrom } from '../journal-state.ts'
import { type ContentOptions, copyContent } from './contents.ts'
import {
  type BackupEntry,
  databaseName,
  fromLines,
  listedName,
  type Moment,
  momentName,
  PART_ENTRIES,
  snapshotId,
  SNAPSHOTS,
  storedName,
  type Summary,
  summaryName,
  toLines,
} from './format.ts'
import { holdChanges } from './hold.ts'
import { Moves } from './moves.ts'
import { presentAt, presentBelow } from './present.ts'
import type { BackupTarget } from './target.ts'

const PARALLEL = 16
/** The clock of the storage is known to a second; changes are held back for longer than that. */
const CLOCK_MARGIN_MS = 1_500
/** Told, so that something moves on a screen. */
const TELL_EVERY_MS = 5_000

export interface TakeOptions {
  core: StorageCore
  target: BackupTarget
  bucketPrefix: string
  /** The buckets of people's files. */
  buckets(): Promise<string[]>
  /** The database of the household, as JSON lines. */
  dumpDatabase(): Promise<Buffer>
  /** Told how many entries are in the backup so far. */
  tell(objects: number): void
}

/**
 * What a backup that was interrupted has copied is not copied again; its moment is over, and a new one begins.
 * @throws what S3, the database or the target says
 */
export async function takeBackup(options: TakeOptions): Promise<Summary> {
  const { core, target } = options
  const moves = new Moves(core, await core.journal.read())
  try {
    const moment = await writeMoment(options, moves)
    const summary = await copyAll({ ...options, moves }, moment)
    await target.putSmall(summaryName(moment.id), Buffer.from(JSON.stringify(summary)))
    return summary
  } finally {
    moves.stop()
  }
}

/** Writes down what the household is at a moment. */
async function writeMoment(options: TakeOptions, moves: Moves): Promise<Moment> {
  const { core, target, bucketPrefix } = options
  const buckets = await options.buckets()
  const newest = await newestIn(target)
  const hold = await holdChanges(core, buckets)
  try {
    const database = await options.dumpDatabase()
    // Each process knows the clock of the storage to a second only, and of two backups the later one is kept.
    const at = Math.max(core.clients.clock.now(), newest + 1)
    const id = snapshotId(at)
    const { journal } = hold
    const entries = presentAt(core, { bucketPrefix, buckets, journal, until: at + CLOCK_MARGIN_MS })
    const lists = new Lists(target, id)
    for await (const entry of entries) await lists.add(entry)
    await hold.release()
    for (const destination of await moves.destinations()) {
      // What readers saw there at the moment is listed already.
      if (broughtFrom(journal, destination).length > 0) continue
      for await (const entry of presentBelow(core, destination, bucketPrefix)) await lists.add(entry)
    }
    const parts = await lists.end()
    await target.putSmall(databaseName(id), database)
    const moment: Moment = { format: 1, id, at, bucketPrefix, journal, parts, heldMs: Math.round(hold.heldMs()) }
    // The last: what has no moment is no backup.
    await target.putSmall(momentName(id), Buffer.from(JSON.stringify(moment)))
    return moment
  } finally {
    await hold.release()
  }
}

/** The time of the newest backup, whole or not, in ms since 1970; 0 for none. */
async function newestIn(target: BackupTarget): Promise<number> {
  let newest = ''
  for await (const name of target.list(SNAPSHOTS)) if (name.endsWith('/moment.json') && name > newest) newest = name
  return newest === '' ? 0 : (((await readJson(target, newest)) as Moment | null)?.at ?? 0)
}

/** Writes entries in lists of a thousand. */
class Lists {
  readonly #target: BackupTarget
  readonly #id: string
  #entries: BackupEntry[] = []
  #parts = 0

  constructor(target: BackupTarget, id: string) {
    this.#target = target
    this.#id = id
  }

  async add(entry: BackupEntry): Promise<void> {
    this.#entries.push(entry)
    if (this.#entries.length === PART_ENTRIES) await this.#write()
  }

  async #write(): Promise<void> {
    await this.#target.putSmall(listedName(this.#id, this.#parts), toLines(this.#entries))
    this.#entries = []
    this.#parts += 1
  }

  /** Answers how many lists there are. */
  async end(): Promise<number> {
    if (this.#entries.length > 0) await this.#write()
    return this.#parts
  }
}

async function copyAll(options: TakeOptions & ContentOptions, moment: Moment): Promise<Summary> {
  const { target, tell } = options
  const { id, at, heldMs } = moment
  const summary: Summary = { id, at, objects: 0, bytes: 0, copiedBytes: 0, gone: 0, heldMs }
  const timer = setInterval(() => tell(summary.objects), TELL_EVERY_MS)
  try {
    for (let part = 0; part < moment.parts; part += 1) {
      const listed = fromLines<BackupEntry>(await needed(target, listedName(id, part)))
      const copied = await mapParallel(listed, PARALLEL, async (entry) => {
        const done = await copyContent(options, entry)
        summary.objects += done ? 1 : 0
        summary.gone += done ? 0 : 1
        summary.bytes += done?.entry.size ?? 0
        summary.copiedBytes += done?.copiedBytes ?? 0
        return done?.entry
      })
      await target.putSmall(storedName(id, part), toLines(copied.filter((entry) => entry !== undefined)))
    }
    return summary
  } finally {
    clearInterval(timer)
  }
}

/** @throws Error where it is missing */
export async function needed(target: BackupTarget, name: string): Promise<Buffer> {
  const body = await target.getSmall(name)
  if (!body) throw new Error(`the backup has lost ${name}`)
  return body
}

export async function readJson(target: BackupTarget, name: string): Promise<unknown> {
  const body = await target.getSmall(name)
  return body && (JSON.parse(body.toString()) as unknown)
}
