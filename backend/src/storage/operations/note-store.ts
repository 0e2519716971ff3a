// Notes of the trash: the newest of each bucket in the database, which stays small, the others as objects of the system
// bucket.
import { isDuplicateKey, upsert } from '../../database/errors.ts'
import { createBatch } from '../../lib/batch.ts'
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import { isBelow } from '../paths.ts'
import type { ConditionalScratch } from '../scratch.ts'
import {
  actionFolder,
  idOfOrder,
  keysOf,
  type NoteDocument,
  type NotePage,
  orderOf,
  type PageWish,
  pathFolder,
  pathKeyOf,
  sumsOf,
  tellingKeysOf,
} from './note-keys.ts'
import type { Manifests } from './manifests.ts'
import { NoteChanges } from './note-changes.ts'
import { NoteSpill } from './note-spill.ts'
import { SpilledNotes } from './spilled-notes.ts'

const PARALLEL = 16
const EXPIRE_AT_ONCE = 200
/** More than a bucket has in the database, though each process looks at that now and then only. */
const KEPT_MOST = 2_000
/** What `tellOldPaths` has done, among the upgrades of the database. */
const PATHS_TOLD = 'notes-by-path'
const NOTHING = Buffer.alloc(0)

export type NoteCore = Pick<StorageCore, 'clients' | 'systemBucket' | 'database' | 'log'>

/** How much a note has in it, and the names that it shows of that. */
export type Sums = Pick<NoteDocument, 'count' | 'bytes' | 'names' | 'things'>

export class NoteStore {
  readonly #core: NoteCore
  readonly #scratch: ConditionalScratch
  readonly #spilled: SpilledNotes
  readonly #spill: NoteSpill
  readonly #changes: NoteChanges
  readonly #insertTogether: (note: NoteDocument) => Promise<true>
  #tellOwed: () => Promise<void> = async () => undefined

  constructor(core: NoteCore, scratch: ConditionalScratch, manifests: Manifests) {
    this.#core = core
    this.#scratch = scratch
    this.#spilled = new SpilledNotes(core, scratch)
    this.#spill = new NoteSpill(core, scratch, manifests)
    this.#changes = new NoteChanges(core, this.#spilled, ({ bucket }) => this.#spill.count(bucket))
    this.#insertTogether = createBatch(async (notes: NoteDocument[]) => {
      await this.#notes.insertMany(notes)
      return notes.map(() => true as const)
    })
  }

  get #notes() {
    return this.#core.database.collection<NoteDocument>('trash')
  }

  /** Registers who makes notes that are owed; called before notes are looked for. */
  beforeReading(tellOwed: () => Promise<void>): void {
    this.#tellOwed = tellOwed
  }

  /** Adds a note of an id that nobody else has. */
  async insert(note: NoteDocument): Promise<void> {
    await this.#tellPath(note)
    await this.#insertTogether(note)
    this.#spill.count(note.bucket)
  }

  /** Adds a note; false where there is one of that id in the database. */
  async insertIfAbsent(note: NoteDocument): Promise<boolean> {
    await this.#tellPath(note)
    try {
      await this.#notes.insertOne(note)
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
    this.#spill.count(note.bucket)
    return true
  }

  // Told before it is there: a rename passes over what it does not find.
  async #tellPath(note: NoteDocument): Promise<void> {
    for (const key of pathKeyOf(note)) await this.#scratch.put(key, NOTHING)
  }

  async note(id: string): Promise<NoteDocument | null> {
    return (await this.#notes.findOne({ _id: id })) ?? (await this.#spilled.note(id))
  }

  /** Whether a note is still in the database. */
  async isKept(id: string): Promise<boolean> {
    return (await this.#notes.findOne({ _id: id })) !== null
  }

  /**
   * Changes a note in the database unless its place has changed: false where it has, or is not there. For deletes
   * alone.
   */
  async replaceKept({ _id, path, isFile }: NoteDocument, change: Partial<NoteDocument>): Promise<boolean> {
    return (await this.#notes.updateOne({ _id, path, isFile }, { $set: change })).matchedCount === 1
  }

  /** Changes a note that is there, but for its sums; its place too. */
  async update(
    id: string,
    change: Partial<Omit<NoteDocument, '_id' | 'when' | keyof Sums | 'recounts'>>,
  ): Promise<void> {
    const before = await this.note(id)
    if (!before) return
    const after = { ...before, ...change }
    await this.#tellPath(after)
    while (!(await this.#changes.change({ _id: id }, { $set: change }))) if (!(await this.isKept(id))) return
    const stale = pathKeyOf(before).filter((key) => !pathKeyOf(after).includes(key))
    await this.#scratch.delete([...stale, ...(after.bucket === before.bucket ? [] : tellingKeysOf(before))])
  }

  /**
   * Adds to the sums of a note; false where it was counted meanwhile, or is gone.
   * @param recounts how often it had been counted before anything of what is added was in its manifest
   */
  add(id: string, { things = 0, count, bytes }: Omit<Sums, 'names'>, recounts: number): Promise<boolean> {
    const filter = { _id: id, recounts: recounts === 0 ? { $exists: false } : recounts }
    return this.#changes.change(filter, { $inc: { count, bytes, ...(things > 0 && { things }) } })
  }

  /** Sets the sums of a note. False where they have changed since it was read, or it is gone. */
  setSums(read: NoteDocument, sums: Sums): Promise<boolean> {
    return this.#changes.change(
      { _id: read._id, ...sumsOf(read) },
      { $set: { ...sums, recounts: (read.recounts ?? 0) + 1 } },
    )
  }

  /** A page of the notes in some buckets. */
  async page(buckets: string[], { limit, after = '' }: PageWish): Promise<NotePage> {
    await this.#tellOwed()
    const kept = await this.#notes.find({ bucket: { $in: buckets } }).toArray()
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
    await this.#tellOwed()
    // The database first: what leaves it meanwhile is found in the system bucket and known by its id.
    const kept = await this.#notes.find({ bucket }).toArray()
    yield* kept
    yield* this.#spilled.all(bucket, new Set(kept.map(({ _id }) => _id)))
  }

  /** All notes of what a person did in one go. */
  async ofAction(buckets: string[], of: Pick<NoteDocument, 'userId' | 'action'>): Promise<NoteDocument[]> {
    await this.#tellOwed()
    const { userId, action } = of
    const kept = await this.#notes.find({ userId, action, bucket: { $in: buckets } }).toArray()
    const folders = await mapParallel(buckets, PARALLEL, (bucket) => this.#spilled.idsIn(actionFolder(bucket, of)))
    const others = folders.flat().filter((id) => !kept.some(({ _id }) => _id === id))
    const spilled = await mapParallel(others, PARALLEL, (id) => this.#spilled.note(id))
    return [...kept, ...spilled.filter((note) => note !== null)].sort((a, b) => b.when - a.when)
  }

  /**
   * Notes of replaced files that may tell of one that was replaced just now: those of its own path and of the folders
   * above it, the newest first. Such notes are in the database.
   */
  async replacingNotes(bucket: string, paths: string[]): Promise<NoteDocument[]> {
    await this.#tellOwed()
    const found = this.#notes.find({ bucket, kind: 'replace', path: { $in: paths } })
    return found.sort({ when: -1 }).limit(KEPT_MOST).toArray()
  }

  /** Notes of what was replaced at or below a place: only what is told there is looked at. */
  async replacedIn({ bucket, path }: Pick<NoteDocument, 'bucket' | 'path'>): Promise<NoteDocument[]> {
    await this.#tellOwed()
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
    const kept = await this.#notes
      .find({ when: { $lt: time } })
      .limit(EXPIRE_AT_ONCE)
      .toArray()
    const ids = kept.map(({ _id }) => _id)
    for await (const bucket of this.#spilled.buckets()) {
      if (ids.length < EXPIRE_AT_ONCE) ids.push(...(await this.#spilled.before(bucket, time, EXPIRE_AT_ONCE)))
    }
    return [...new Set(ids)].slice(0, EXPIRE_AT_ONCE)
  }

  /** Removes notes wherever they are; missing ones are passed over. */
  async remove(ids: string[]): Promise<void> {
    if (ids.length === 0) return
    const notes = (await mapParallel(ids, PARALLEL, (id) => this.note(id))).filter((note) => note !== null)
    // The database first: who moves a note out of it meanwhile sees that it has gone, and takes back what it put.
    await this.#notes.deleteMany({ _id: { $in: ids } })
    await this.#scratch.delete(notes.flatMap(keysOf))
    // And again: who changes a note that has left it copies it there, and looks whether it is still where it was.
    if (notes.some(({ folders }) => folders)) await this.#notes.deleteMany({ _id: { $in: ids } })
  }

  /** Tells the places of notes that an earlier Nido made of what was replaced: it told none. Done once. */
  async tellOldPaths(): Promise<void> {
    const upgrades = this.#core.database.collection<{ _id: string }>('upgrades')
    if (await upgrades.findOne({ _id: PATHS_TOLD })) return
    await mapParallel(await this.#notes.find({ kind: 'replace' }).toArray(), PARALLEL, (note) => this.#tellPath(note))
    await upsert(() => upgrades.updateOne({ _id: PATHS_TOLD }, { $set: { _id: PATHS_TOLD } }, { upsert: true }))
  }

  /** Waits for what is on its way out of the database. */
  async stop(): Promise<void> {
    await this.#spill.stop()
  }
}
