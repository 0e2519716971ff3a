// What other replicas wrote lately. Every replica has to show at once what another one has acknowledged, though its own
// index may not have heard of it yet. So a replica that writes names the place in the journal's own document, where
// each reader looks anyway (announced-writes.ts). One that alone serves people marks the bucket instead, every few
// seconds.
import type { Connection } from 'mongoose'
import type { JournalState } from '../journal-state.ts'
import { pathText, type Place } from '../paths.ts'
import { AnnouncedWrites, type WrittenPlaces } from './announced-writes.ts'
import { EVENT_LAG_MS, HeardWrites, type ToldByEvents } from './heard-writes.ts'

interface MarksDocument {
  _id: string
  marks: Record<string, number>
}

export const MARKS_ID = 'writes'
/** One mark stands for all writes in its bucket during this time. */
const RENEW_MS = 3_000
const KEEP_MS = 60_000

export interface WriteMarksOptions {
  database: Connection
  /** Milliseconds since 1970; only ever compared with own times of writers. */
  now: () => number
  /** Names this replica among the others. */
  self: string
  /** Whether a bucket is marked rather than a place named: then writes cost least, and reads of others most. */
  marksBuckets: () => boolean
  /** Called when a mark is written; resolves when no other replica goes by what it knew before (journal-trust.ts). */
  heardByAll: () => Promise<void>
  /** What writes places down, and forgets those of a replica that is gone (journal.ts). */
  journal: {
    putWrites(written: WrittenPlaces): Promise<JournalState | null>
    read(): Promise<JournalState>
    dropWrites(writer: string, turn: number): Promise<void>
  }
  /** Resolves when no other replica goes by its memory of the journal. */
  endOthers: () => Promise<void>
}

/** What a look at the journal has found beside it. */
export interface FoundMarks {
  marks: Readonly<Record<string, number>>
  writes: Readonly<Record<string, WrittenPlaces>>
}

export class WriteMarks {
  readonly #options: WriteMarksOptions
  /** Own marks: when each was begun, and the request that writes it down. */
  readonly #own = new Map<string, { begun: number; written: Promise<void> }>()
  /** Others' marks: what each says, and when that was heard (`performance.now`). */
  readonly #others = new Map<string, { at: number; heard: number }>()
  readonly #announced: AnnouncedWrites
  readonly #heard = new HeardWrites()
  /** What others have written down, as last found. */
  #found: FoundMarks = { marks: {}, writes: {} }
  #cleanedAt = -Infinity

  constructor(options: WriteMarksOptions) {
    this.#options = options
    this.#announced = new AnnouncedWrites({
      now: options.now,
      put: (written) => options.journal.putWrites(written),
      endOthers: options.endOthers,
    })
  }

  /**
   * Tells the other replicas of a write, and which version it has made ('' where nobody knows). Await it before the
   * write is acknowledged. Answers the journal as it is after the call.
   */
  async announce(at: Place, version = ''): Promise<JournalState> {
    const marked = this.#marked(at.bucket)
    const reading = marked ? this.#options.journal.read() : this.#announced.announce(pathText(at), version)
    const [journal] = await Promise.all([reading, marked])
    this.#clean()
    return journal
  }

  /** The mark that stands for a write in a bucket now; null where its place is to be named. */
  #marked(bucket: string): Promise<void> | null {
    const known = this.#own.get(bucket)
    if (known && performance.now() - known.begun < RENEW_MS) return known.written
    return this.#options.marksBuckets() ? this.#mark(bucket) : null
  }

  #mark(bucket: string): Promise<void> {
    const written = this.#write(bucket)
    this.#own.set(bucket, { begun: performance.now(), written })
    // A failed mark stands for nothing.
    written.catch(() => this.#own.delete(bucket))
    return written
  }

  async #write(bucket: string): Promise<void> {
    const mark = { [`marks.${fieldOf(bucket, this.#options.self)}`]: this.#options.now() }
    await this.#marks.updateOne({ _id: MARKS_ID }, { $set: mark }, { upsert: true })
    await this.#options.heardByAll()
  }

  get #marks() {
    return this.#options.database.collection<MarksDocument>('journal')
  }

  /** Takes in what a look at the journal has just found; answers whether any of others is new. */
  hear({ marks, writes }: FoundMarks): boolean {
    const { self } = this.#options
    const isOther = ([field]: [string, unknown]) => field !== self && !field.endsWith(`:${self}`)
    this.#found = {
      marks: Object.fromEntries(Object.entries(marks).filter(isOther)),
      writes: Object.fromEntries(Object.entries(writes).filter(isOther)),
    }
    const isNew = this.#heard.hear(this.#found.writes)
    return this.#hearMarks(this.#found.marks) || isNew
  }

  #hearMarks(marks: FoundMarks['marks']): boolean {
    let isNew = false
    // The look may have begun long before: a mark that it has found stands for writes until now.
    const heard = performance.now()
    for (const [field, at] of Object.entries(marks)) {
      if (this.#others.get(field)?.at === at) continue
      this.#others.set(field, { at, heard })
      isNew = true
    }
    for (const field of this.#others.keys()) if (!(field in marks)) this.#others.delete(field)
    return isNew
  }

  /** Whether somewhere in a bucket another replica has written of which events until a time do not tell. */
  isBehind(bucket: string, toldUntil: number): boolean {
    const prefix = fieldOf(bucket, '')
    const marked = [...this.#others].filter(([field]) => field.startsWith(prefix)).map(([, { heard }]) => heard)
    const heardAt = Math.max(this.#heard.heardAt(bucket), ...marked.map((heard) => heard + RENEW_MS))
    return heardAt + EVENT_LAG_MS > toldUntil
  }

  /** The places at, above or below a path where another replica has written what events have not told. */
  doubtful(path: string, told: ToldByEvents): string[] {
    return this.#heard.doubtful(path, told)
  }

  /** What `HeardWrites.isInDoubt` tells. */
  isInDoubt(place: string): boolean {
    return this.#heard.isInDoubt(place)
  }

  /** What `HeardWrites.looked` does. */
  looked(place: string, begun: number): void {
    this.#heard.looked(place, begun)
  }

  /** What was announced there lately, as one text to compare (`HeardWrites.saysOf`). */
  saysOf(path: string, toldUntil: number): string {
    return this.#heard.saysOf(path, toldUntil)
  }

  /** Removes now and then what replicas have left that are gone, and only where it is still what was found. */
  #clean(): void {
    if (performance.now() - this.#cleanedAt < KEEP_MS) return
    this.#cleanedAt = performance.now()
    const { now, journal } = this.#options
    const old = Object.entries(this.#found.marks).filter(([, at]) => now() - at > KEEP_MS)
    const gone = Object.entries(this.#found.writes).filter(([, { at }]) => now() - at > KEEP_MS)
    const fields = old.map(([field, at]) => [`marks.${field}`, at] as const)
    const unset = Object.fromEntries(fields.map(([field]) => [field, '' as const]))
    void Promise.all([
      ...(old.length > 0
        ? [this.#marks.updateOne({ _id: MARKS_ID, ...Object.fromEntries(fields) }, { $unset: unset })]
        : []),
      ...gone.map(([writer, { turn }]) => journal.dropWrites(writer, turn)),
      // The next time comes.
    ]).catch(() => undefined)
  }
}

// Field names must not hold dots. Bucket names hold no underscores, so none is taken for another.
const fieldOf = (bucket: string, replica: string): string => `${bucket.replaceAll('.', '_')}:${replica}`
