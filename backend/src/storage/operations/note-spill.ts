// Moves the oldest notes of a bucket from the database to the system bucket, in the background. After a crash, or where
// a note that is to be changed was brought back, it is in both places: what the database has counts.
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import type { ConditionalScratch } from '../scratch.ts'
import type { Manifests } from './manifests.ts'
import { foldersTold, keysOf, type NoteDocument, noteKey, tellingKeysOf, unchanged } from './note-keys.ts'

/** With more notes of a bucket than this in the database, the oldest are moved until `KEPT_IN_DATABASE` are left. */
const SPILL_ABOVE = 300
const KEPT_IN_DATABASE = 200
/** Notes per round: a database without an index of its own reads all notes for each query. */
const BATCH = 500
/** Notes that this process adds to a bucket before it counts them again. */
const LOOK_EVERY = 100
const PARALLEL = 16
const NOTHING = Buffer.alloc(0)

export class NoteSpill {
  readonly #core: Pick<StorageCore, 'database' | 'log'>
  readonly #scratch: ConditionalScratch
  readonly #manifests: Manifests
  /** Notes added since the last count, by bucket. */
  readonly #added = new Map<string, number>()
  readonly #working = new Map<string, Promise<void>>()
  #isStopping = false

  constructor(core: Pick<StorageCore, 'database' | 'log'>, scratch: ConditionalScratch, manifests: Manifests) {
    this.#core = core
    this.#scratch = scratch
    this.#manifests = manifests
  }

  get #notes() {
    return this.#core.database.collection<NoteDocument>('trash')
  }

  /** Tells that a note was added to a bucket. */
  count(bucket: string): void {
    // A new process does not know how many there are: it counts at the first note.
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
      // All of them have changed meanwhile, or as many were added: continue after the next count.
      if (left >= count) return
      count = left
    }
  }

  async #move(notes: NoteDocument[]): Promise<void> {
    const put = await mapParallel(notes, PARALLEL, (note) => this.#put(note))
    // The time comes first: a database that compares note by note need not search the whole list for each.
    const times = notes.map(({ when }) => when)
    const amongThem = { when: { $gte: Math.min(...times), $lte: Math.max(...times) } }
    const there = await this.#notes.find({ ...amongThem, _id: { $in: notes.map(({ _id }) => _id) } }).toArray()
    const gone = put.filter(({ note }) => !there.some(({ _id }) => _id === note._id))
    await mapParallel(gone, PARALLEL, ({ note }) => this.#dropEnded(note))
    // A note that has changed since it was put stays for the next round; until then the database counts.
    const moved = notes.filter((_, index) => put[index]?.isPut)
    if (there.length > 0 && moved.length > 0) await this.#notes.deleteMany({ ...amongThem, $or: moved.map(unchanged) })
  }

  /** Another replica has moved a note meanwhile, or it has ended: its manifest is emptied then. */
  async #dropEnded(note: NoteDocument): Promise<void> {
    if ((await this.#manifests.read(note._id)).length === 0) await this.#scratch.delete(keysOf(note))
  }

  /**
   * Puts a note into the system bucket; answers it as stored, and whether that is what is there now. Its pointers are
   * put first: one without its note is skipped.
   */
  async #put(note: NoteDocument): Promise<{ note: NoteDocument; isPut: boolean }> {
    const spilled = { ...note, folders: await this.#foldersOf(note) }
    const [keys, key] = [tellingKeysOf(spilled), noteKey(note._id)]
    await mapParallel(keys, PARALLEL, (pointer) => this.#scratch.put(pointer, NOTHING))
    const body = Buffer.from(JSON.stringify(spilled))
    if (await this.#scratch.replace(key, body, null)) return { note: spilled, isPut: true }
    const before = await this.#scratch.find(key)
    if (!before || before.body.equals(body)) return { note: spilled, isPut: before !== null }
    // What is there is older than what the database has, as long as the database has it.
    const isOlder = (await this.#notes.findOne(unchanged(note))) !== null
    const isPut = isOlder && (await this.#scratch.replace(key, body, before.etag))
    if (isPut) {
      const told = tellingKeysOf(JSON.parse(before.body.toString('utf8')) as NoteDocument)
      await this.#scratch.delete(told.filter((pointer) => !keys.includes(pointer)))
    }
    return { note: spilled, isPut }
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
