// Takes the oldest notes of a bucket out of the database, in the background of who adds to it. A crash on the way
// leaves a note in both places, which harms nothing.
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import type { Scratch } from '../types.ts'
import type { Manifests } from './manifests.ts'
import { foldersTold, keysOf, type NoteDocument, noteKey, tellingKeysOf } from './note-keys.ts'

/** Above the first number of notes of a bucket in the database the oldest go, until the second is left. */
const SPILL_ABOVE = 300
const KEPT_IN_DATABASE = 200
/** Notes that one round takes: a database without an index of its own reads all of its notes for each. */
const BATCH = 500
/** Notes that this process adds to a bucket between two looks at how many there are. */
const LOOK_EVERY = 100
const PARALLEL = 16
const NOTHING = Buffer.alloc(0)

export class NoteSpill {
  readonly #core: Pick<StorageCore, 'database' | 'log'>
  readonly #scratch: Scratch
  readonly #manifests: Manifests
  /** Notes added since the last look, by bucket. */
  readonly #added = new Map<string, number>()
  readonly #working = new Map<string, Promise<void>>()
  #isStopping = false

  constructor(core: Pick<StorageCore, 'database' | 'log'>, scratch: Scratch, manifests: Manifests) {
    this.#core = core
    this.#scratch = scratch
    this.#manifests = manifests
  }

  get #notes() {
    return this.#core.database.collection<NoteDocument>('trash')
  }

  /** Tells that a note was added to a bucket. */
  count(bucket: string): void {
    // Nobody knows how many there are when a process begins.
    const added = (this.#added.get(bucket) ?? LOOK_EVERY) + 1
    this.#added.set(bucket, added)
    if (added < LOOK_EVERY || this.#working.has(bucket) || this.#isStopping) return
    this.#added.set(bucket, 0)
    const working = this.#look(bucket)
      .catch((error: unknown) =>
        this.#core.log.warn({ err: error, bucket }, 'old notes of the trash could not be moved'),
      )
      .finally(() => this.#working.delete(bucket))
    this.#working.set(bucket, working)
  }

  async #look(bucket: string): Promise<void> {
    const countNow = () => this.#notes.countDocuments({ bucket })
    let count = await countNow()
    if (count <= SPILL_ABOVE) return
    while (count > KEPT_IN_DATABASE && !this.#isStopping) {
      const most = Math.min(count - KEPT_IN_DATABASE, BATCH)
      await this.#move(await this.#notes.find({ bucket }).sort({ when: 1 }).limit(most).toArray())
      const left = await countNow()
      // All of them have changed meanwhile, or as many have come: the next look goes on.
      if (left >= count) return
      count = left
    }
  }

  async #move(notes: NoteDocument[]): Promise<void> {
    const put = await mapParallel(notes, PARALLEL, (note) => this.put(note))
    // The time comes first: a database that compares note by note need not look for each in the whole list.
    const times = notes.map(({ when }) => when)
    const amongThem = { when: { $gte: Math.min(...times), $lte: Math.max(...times) } }
    const there = await this.#notes.find({ ...amongThem, _id: { $in: notes.map(({ _id }) => _id) } }).toArray()
    const ended = put.filter(({ _id }) => !there.some((note) => note._id === _id))
    await this.#scratch.delete(ended.flatMap(keysOf))
    if (there.length === 0) return
    // What has changed since it was put stays for the next round: until then the database's word goes.
    const unchanged = notes.map(({ _id, path, count, bytes }) => ({ _id, path, count, bytes }))
    await this.#notes.deleteMany({ ...amongThem, $or: unchanged })
  }

  /**
   * Puts a note into the system bucket; answers it as it is there. What tells of it comes first: an order without its
   * note is passed over.
   */
  async put(note: NoteDocument): Promise<NoteDocument> {
    const spilled = { ...note, folders: await this.#foldersOf(note) }
    await mapParallel(tellingKeysOf(spilled), PARALLEL, (key) => this.#scratch.put(key, NOTHING))
    await this.#scratch.put(noteKey(note._id), Buffer.from(JSON.stringify(spilled)))
    return spilled
  }

  async #foldersOf({ _id, kind, isFile }: NoteDocument): Promise<string[]> {
    if (kind !== 'replace' || isFile) return []
    return foldersTold(await this.#manifests.read(_id, { mayBeEmpty: true }))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#working.values())
  }
}
