// Writes down what people do. It is collected for a moment and then written at once, so that an upload of many files
// costs the database little. What a process has collected and not written is lost with it.
import type { Model } from 'mongoose'
import { changeItems } from '../../database/item-lists.ts'
import type { Log } from '../../lib/log.ts'
import { folderAround, isBelow, nameOf, pathText, type Place } from '../../storage/paths.ts'
import type { MadeChange } from '../../storage/types.ts'
import { withMore } from './merging.ts'
import type { ActivityDocument, KeptActivity } from './model.ts'

/** The shortest time between two writes of a bucket's document. */
const FLUSH_EVERY_MS = 2_000
/** What waits for the database, at most. */
const HELD_MAX = 1_000

export interface ActivityLogOptions {
  model: Model<ActivityDocument>
  log: Pick<Log, 'warn'>
  now(): number
  newId(): string
}

/** What happened in a bucket and is not written yet, the oldest first. */
interface Held {
  entries: KeptActivity[]
  timer: NodeJS.Timeout | undefined
  flushedAt: number
}

export class ActivityLog {
  readonly #options: ActivityLogOptions
  readonly #held = new Map<string, Held>()
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: ActivityLogOptions) {
    this.#options = options
  }

  /** Notes a change. Returns at once and never fails. */
  note(change: MadeChange): void {
    const entry = this.#entryOf(change)
    if (entry === null) return
    // What leaves a bucket is seen by those who see that bucket only.
    const buckets = new Set([change.at.bucket, ...(change.kind === 'moved' && change.from ? [change.from.bucket] : [])])
    for (const bucket of buckets) this.#hold(bucket, entry)
  }

  /** What happened in a bucket, the newest first. */
  async of(bucket: string): Promise<KeptActivity[]> {
    const items = (await this.#options.model.findById(bucket).lean<ActivityDocument>())?.items ?? []
    return withMore(items, this.#held.get(bucket)?.entries ?? [], this.#options.now())
  }

  /** Forgets what happened at and below a place whose files are gone for good. */
  async forget(at: Place): Promise<void> {
    const { model } = this.#options
    const root = pathText(at)
    const isThere = (folder: string) => folder === root || isBelow(folder, root)
    const isGone = ({ folder, from }: KeptActivity) => isThere(folder) || (from !== null && isThere(from.folder))
    this.#held.delete(at.bucket)
    for (const { _id, items } of await model.find({}).lean<ActivityDocument[]>())
      if (items.some(isGone)) await changeItems(model, _id, (now) => now.filter((entry) => !isGone(entry)))
  }

  #entryOf({ kind, at, from, by }: MadeChange): KeptActivity | null {
    const { newId, now } = this.#options
    const folder = folderAround(at)
    if (folder === null) return null
    const [name, nameBefore] = [nameOf(at.path), from && nameOf(from.path)]
    const before = from && folderAround(from)
    return {
      id: newId(),
      at: now(),
      kind,
      by: by && { id: by.userId, name: by.username ?? '' },
      folder: pathText(folder),
      names: [name],
      count: 1,
      from: before
        ? { folder: pathText(before), ...(nameBefore === undefined || nameBefore === name ? {} : { name: nameBefore }) }
        : null,
    }
  }

  #hold(bucket: string, entry: KeptActivity): void {
    const held = this.#held.get(bucket) ?? { entries: [], timer: undefined, flushedAt: -Infinity }
    this.#held.set(bucket, held)
    held.entries.push(entry)
    if (held.entries.length > HELD_MAX) held.entries.shift()
    this.#schedule(bucket, held)
  }

  #schedule(bucket: string, held: Held): void {
    const wait = Math.max(0, held.flushedAt + FLUSH_EVERY_MS - performance.now())
    held.timer ??= setTimeout(() => {
      this.#writing = this.#flush(bucket).catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'what people have done could not be written down; it is tried again')
        this.#schedule(bucket, held)
      })
    }, wait).unref()
  }

  async #flush(bucket: string): Promise<void> {
    const held = this.#held.get(bucket)
    if (held === undefined) return
    clearTimeout(held.timer)
    Object.assign(held, { timer: undefined, flushedAt: performance.now() })
    const entries = [...held.entries]
    if (entries.length === 0) return
    const { model, now } = this.#options
    if (await changeItems(model, bucket, (items) => withMore(items, entries, now())))
      held.entries = held.entries.filter((entry) => !entries.includes(entry))
    if (held.entries.length > 0) this.#schedule(bucket, held)
  }

  /** Writes everything that is collected. */
  async stop(): Promise<void> {
    await this.#writing
    await Promise.allSettled([...this.#held.keys()].map((bucket) => this.#flush(bucket)))
  }
}
