// Which buckets other replicas wrote to lately. What a replica acknowledged, every other one has to show at once, and
// its index may not have heard of it yet: so a replica that writes marks the bucket, beside the journal, where each
// reader looks anyway.
import type { Connection } from 'mongoose'

interface MarksDocument {
  _id: string
  marks: Record<string, number>
}

export const MARKS_ID = 'writes'
/** One mark serves all writes in its bucket for so long. */
const RENEW_MS = 3_000
/** A mark is heard before the last write that it stands for: by this much at most, and a little. */
export const MARK_LASTS_MS = RENEW_MS + 500
const KEEP_MS = 60_000

export interface WriteMarksOptions {
  database: Connection
  /** Milliseconds since 1970; only ever compared with own times of writers. */
  now: () => number
  /** Names this replica among the others. */
  self: string
}

export class WriteMarks {
  readonly #options: WriteMarksOptions
  /** Own marks: when each was begun, and when it is written down. */
  readonly #own = new Map<string, { begun: number; written: Promise<void> }>()
  /** Others' marks: what each says, and when that was heard, by the clock of `performance.now`. */
  readonly #others = new Map<string, { at: number; heard: number }>()

  constructor(options: WriteMarksOptions) {
    this.#options = options
  }

  /** Tells the other replicas of a write in a bucket; to be waited for before the write is acknowledged. */
  announce(bucket: string): Promise<void> {
    const known = this.#own.get(bucket)
    if (known && performance.now() - known.begun < RENEW_MS) return known.written
    const written = this.#write(bucket)
    this.#own.set(bucket, { begun: performance.now(), written })
    // One that failed covers nothing.
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
  }

  /**
   * What a look at the journal brought along. `begun` is when that look was begun, by the clock of `performance.now`.
   */
  hear(marks: Record<string, number>, begun: number): void {
    for (const [field, at] of Object.entries(marks)) {
      if (field.endsWith(`:${this.#options.self}`) || this.#others.get(field)?.at === at) continue
      this.#others.set(field, { at, heard: begun })
    }
    for (const field of this.#others.keys()) if (!(field in marks)) this.#others.delete(field)
  }

  /**
   * When another replica was last heard to have written in a bucket, by the clock of `performance.now`; -Infinity for
   * never.
   */
  heardAt(bucket: string): number {
    const prefix = fieldOf(bucket, '')
    return Math.max(
      -Infinity,
      ...[...this.#others].filter(([field]) => field.startsWith(prefix)).map(([, { heard }]) => heard),
    )
  }
}

// Names of fields hold no dot, names of buckets no underscore.
const fieldOf = (bucket: string, replica: string): string => `${bucket.replaceAll('.', '_')}:${replica}`
