// What notes of the trash there are: those in the database, and those that have left it for the system bucket.
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import { isBelow } from '../paths.ts'
import {
  actionFolder,
  idOfOrder,
  type NoteDocument,
  type NotePage,
  orderOf,
  type PageWish,
  pathFolder,
} from './note-keys.ts'
import type { SpilledNotes } from './spilled-notes.ts'

const PARALLEL = 16
const EXPIRE_AT_ONCE = 200
/** More than a bucket has in the database, though each process looks at that now and then only. */
const KEPT_MOST = 2_000

export class NoteListings {
  readonly #core: Pick<StorageCore, 'database'>
  readonly #spilled: SpilledNotes

  constructor(core: Pick<StorageCore, 'database'>, spilled: SpilledNotes) {
    this.#core = core
    this.#spilled = spilled
  }

  get #kept() {
    return this.#core.database.collection<NoteDocument>('trash')
  }

  /** One note, wherever it is; null for none. */
  async note(id: string): Promise<NoteDocument | null> {
    return (await this.#kept.findOne({ _id: id })) ?? (await this.#spilled.note(id))
  }

  /** A page of the notes in some buckets. */
  async page(buckets: string[], { limit, after = '' }: PageWish): Promise<NotePage> {
    const kept = await this.#kept.find({ bucket: { $in: buckets } }).toArray()
    const known = new Map<string, NoteDocument | null>(kept.map((note) => [orderOf(note), note]))
    for (const bucket of buckets) {
      for (const order of await this.#spilled.orders(bucket, { after, most: limit + 1 }))
        if (!known.has(order)) known.set(order, null)
    }
    const orders = [...known.keys()].filter((order) => order > after).sort()
    const shown = orders.slice(0, limit)
    const notes = await mapParallel(
      shown,
      PARALLEL,
      async (order) => known.get(order) ?? this.#spilled.note(idOfOrder(order)),
    )
    return {
      notes: notes.filter((note) => note !== null),
      cursor: orders.length > limit ? (shown.at(-1) ?? null) : null,
    }
  }

  /** All notes in a bucket, in no order. */
  async *all(bucket: string): AsyncGenerator<NoteDocument> {
    // The database first: what leaves it meanwhile is found in the system bucket and known by its id.
    const kept = await this.#kept.find({ bucket }).toArray()
    yield* kept
    yield* this.#spilled.all(bucket, new Set(kept.map(({ _id }) => _id)))
  }

  /** All notes of what a person did in one go. */
  async ofAction(buckets: string[], of: Pick<NoteDocument, 'userId' | 'action'>): Promise<NoteDocument[]> {
    const { userId, action } = of
    const kept = await this.#kept.find({ userId, action, bucket: { $in: buckets } }).toArray()
    const folders = await mapParallel(buckets, PARALLEL, (bucket) => this.#spilled.idsIn(actionFolder(bucket, of)))
    const others = folders.flat().filter((id) => !kept.some(({ _id }) => _id === id))
    const spilled = await mapParallel(others, PARALLEL, (id) => this.#spilled.note(id))
    return [...kept, ...spilled.filter((note) => note !== null)].sort((a, b) => b.when - a.when)
  }

  /**
   * Notes of replaced files that may tell of one that was replaced just now: those of its own path and of the folders
   * above it, the newest first. Such notes are in the database.
   */
  replacing(bucket: string, paths: string[]): Promise<NoteDocument[]> {
    const found = this.#kept.find({ bucket, kind: 'replace', path: { $in: paths } })
    return found.sort({ when: -1 }).limit(KEPT_MOST).toArray()
  }

  /** Notes of what was replaced at or below a place: only what is told there is looked at. */
  async replacedIn({ bucket, path }: Pick<NoteDocument, 'bucket' | 'path'>): Promise<NoteDocument[]> {
    const found = await mapParallel(await this.#spilled.idsIn(pathFolder(bucket, path)), PARALLEL, (id) =>
      this.note(id),
    )
    const isAtOrBelow = (note: NoteDocument) => note.path === path || isBelow(note.path, path)
    const isIn = (note: NoteDocument) => note.kind === 'replace' && note.bucket === bucket && isAtOrBelow(note)
    return found.filter((note) => note !== null).filter(isIn)
  }

  /** Notes of several replaced files, which have left the database, that may tell of some at or below a place. */
  async spilledAround(at: Pick<NoteDocument, 'bucket' | 'path'>): Promise<NoteDocument[]> {
    const notes = await mapParallel(await this.#spilled.idsAround(at), PARALLEL, (id) => this.note(id))
    return notes.filter((note) => note !== null)
  }

  /** Ids of notes that were made before a time, a bounded number of them. */
  async before(time: number): Promise<string[]> {
    const kept = await this.#kept
      .find({ when: { $lt: time } })
      .limit(EXPIRE_AT_ONCE)
      .toArray()
    const ids = kept.map(({ _id }) => _id)
    for await (const bucket of this.#spilled.buckets()) {
      if (ids.length < EXPIRE_AT_ONCE) ids.push(...(await this.#spilled.before(bucket, time, EXPIRE_AT_ONCE)))
    }
    return [...new Set(ids)].slice(0, EXPIRE_AT_ONCE)
  }
}
