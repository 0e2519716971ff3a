// Notes of the trash: the newest of each bucket in the database, which stays small, the others as objects of the system
// bucket.
import { isDuplicateKey, upsert } from '../../database/errors.ts'
import { createBatch } from '../../lib/batch.ts'
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import type { ConditionalScratch } from '../scratch.ts'
import { keysOf, type NoteDocument, pathKeyOf, sumsOf, tellingKeysOf } from './note-keys.ts'
import type { Manifests } from './manifests.ts'
import { NoteChanges } from './note-changes.ts'
import { NoteListings } from './note-listings.ts'
import { NoteSpill } from './note-spill.ts'
import { SpilledNotes } from './spilled-notes.ts'

const PARALLEL = 16
/** What `tellOldPaths` has done, among the upgrades of the database. */
const PATHS_TOLD = 'notes-by-path'
const NOTHING = Buffer.alloc(0)

export type NoteCore = Pick<StorageCore, 'clients' | 'systemBucket' | 'database' | 'log'>

/** How much a note has in it, and the names that it shows of that. */
export type Sums = Pick<NoteDocument, 'count' | 'bytes' | 'names' | 'things'>

export class NoteStore {
  readonly #core: NoteCore
  readonly #scratch: ConditionalScratch
  readonly #listings: NoteListings
  readonly #spill: NoteSpill
  readonly #changes: NoteChanges
  readonly #insertTogether: (note: NoteDocument) => Promise<true>
  #tellOwed: () => Promise<void> = async () => undefined

  constructor(core: NoteCore, scratch: ConditionalScratch, manifests: Manifests) {
    this.#core = core
    this.#scratch = scratch
    const spilled = new SpilledNotes(core, scratch)
    this.#listings = new NoteListings(core, spilled)
    this.#spill = new NoteSpill(core, scratch, manifests)
    this.#changes = new NoteChanges(core, spilled, ({ bucket }) => this.#spill.count(bucket))
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

  /** What notes there are, once those that are owed are made. */
  async listings(): Promise<NoteListings> {
    await this.#tellOwed()
    return this.#listings
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

  /** One note, wherever it is; null for none. */
  note(id: string): Promise<NoteDocument | null> {
    return this.#listings.note(id)
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
