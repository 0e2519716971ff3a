// Which buckets other replicas wrote to lately. Every replica has to show at once what another one has acknowledged,
// though its own index may not have heard of it yet. So a replica that writes marks the bucket, beside the journal,
// where each reader looks anyway.
import type { Connection } from 'mongoose'

interface MarksDocument {
  _id: string
  marks: Record<string, number>
}

export const MARKS_ID = 'writes'
/** One mark stands for all writes in its bucket during this time. */
const RENEW_MS = 3_000
/** The last write that a mark stands for comes at most this long after the mark is heard, with some margin. */
export const MARK_LASTS_MS = RENEW_MS + 500
const KEEP_MS = 60_000

export interface WriteMarksOptions {
  database: Connection
  /** Milliseconds since 1970; only ever compared with own times of writers. */
  now: () => number
  /** Names this replica among the others. */
  self: string
  /** Called when a mark is written; resolves when no other replica goes by what it knew before (journal-trust.ts). */
  heardByAll: () => Promise<void>
}

export class WriteMarks {
  readonly #options: WriteMarksOptions
  /** Own marks: when each was begun, and the request that writes it down. */
  readonly #own = new Map<string, { begun: number; written: Promise<void> }>()
  /** Others' marks: what each says, and when that was heard (`performance.now`). */
  readonly #others = new Map<string, { at: number; heard: number }>()

  constructor(options: WriteMarksOptions) {
    this.#options = options
  }

  /** Tells the other replicas of a write in a bucket. Await it before the write is acknowledged. */
  announce(bucket: string): Promise<void> {
    const known = this.#own.get(bucket)
    if (known && performance.now() - known.begun < RENEW_MS) return known.written
    const written = this.#write(bucket)
    this.#own.set(bucket, { begun: performance.now(), written })
    // A failed mark stands for nothing.
    written.catch(() => this.#own.delete(bucket))
    return written
  }

  async #write(bucket: string): Promise<void> {
    const { database, now, self } = this.#options
    const old = [...this.#others].filter(([, { at }]) => now() - at > KEEP_MS).map(([field]) => [`marks.${field}`, ''])
    await database.collection<MarksDocument>('journal').updateOne(
      { _id: MARKS_ID },
      {
        $set: { [`marks.${fieldOf(bucket, self)}`]: now() },
        ...(old.length > 0 ? { $unset: Object.fromEntries(old) } : {}),
      },
      { upsert: true },
    )
    await this.#options.heardByAll()
  }

  /**
   * Takes in the marks that a look at the journal has found; `begun`: when that look began (`performance.now`). Answers
   * whether any of others is new.
   */
  hear(marks: Record<string, number>, begun: number): boolean {
    let isNew = false
    for (const [field, at] of Object.entries(marks)) {
      if (field.endsWith(`:${this.#options.self}`) || this.#others.get(field)?.at === at) continue
      this.#others.set(field, { at, heard: begun })
      isNew = true
    }
    for (const field of this.#others.keys()) if (!(field in marks)) this.#others.delete(field)
    return isNew
  }

  /** When another replica's write in a bucket was last heard of (`performance.now`); -Infinity for never. */
  heardAt(bucket: string): number {
    const prefix = fieldOf(bucket, '')
    return Math.max(
      -Infinity,
      ...[...this.#others].filter(([field]) => field.startsWith(prefix)).map(([, { heard }]) => heard),
    )
  }
}

// Field names must not hold dots. Bucket names hold no underscores, so none is taken for another.
const fieldOf = (bucket: string, replica: string): string => `${bucket.replaceAll('.', '_')}:${replica}`
