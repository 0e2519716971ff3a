// Notes of single writes are there before the write, so a process that is lost between the two, or a write that nobody
// knows the end of, leaves a note of what may never have happened: the file that it tells of may still be on top. Such
// notes are remembered until that is settled. Whoever notes that very version anew takes it out of them; otherwise
// ending one of the two notes for good would take the other one's version as well.
import { isDuplicateKey } from '../../database/errors.ts'
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import type { Listed } from '../listing.ts'
import { WRITE_ID } from '../metadata.ts'
import { versionsOfKey } from '../names.ts'
import { headObject } from '../objects.ts'
import { QUIET_MS } from '../replica-lease.ts'
import { entryId, type ManifestEntry, type Manifests } from './manifests.ts'
import { countAnew, type NoteContext, takeOut } from './notes.ts'
import type { NoteStore } from './note-store.ts'

const PARALLEL = 16

/** `owner`: the lease of the process that writes. `isOver`: none of the writes is under way any more. */
interface DoubtDocument {
  _id: string
  bucket: string
  owner: string
  isOver: boolean
}

export type DoubtfulCore = Pick<StorageCore, 'clients' | 'database' | 'leases' | 'now' | 'newId'>

export class DoubtfulNotes {
  readonly #core: DoubtfulCore
  readonly #notes: NoteStore
  readonly #manifests: Manifests

  constructor(core: DoubtfulCore, notes: NoteStore, manifests: Manifests) {
    this.#core = core
    this.#notes = notes
    this.#manifests = manifests
  }

  get #doubts() {
    return this.#core.database.collection<DoubtDocument>('doubts')
  }

  /**
   * Remembers a note whose write is about to begin; answers under which lease.
   * @throws the driver's error: what is not remembered does not begin
   */
  async begin(noteId: string, bucket: string): Promise<string> {
    const { id: owner } = await this.#core.leases.hold()
    const change = { bucket, owner, isOver: false }
    const { matchedCount } = await this.#doubts.updateOne({ _id: noteId }, { $set: change })
    if (matchedCount > 0) return owner
    await this.#doubts.insertOne({ _id: noteId, ...change }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
    return owner
  }

  /** Whether a lease is still the one of this process: else somebody may have settled what was begun under it. */
  async isStillOurs(owner: string): Promise<boolean> {
    return (await this.#core.leases.hold()).id === owner
  }

  /** All that a note tells of has happened. */
  async end(noteId: string): Promise<void> {
    await this.#doubts.deleteOne({ _id: noteId })
  }

  /** The writes are over, and of some nobody knows whether they happened. */
  async leave(noteId: string): Promise<void> {
    await this.#doubts.updateOne({ _id: noteId }, { $set: { isOver: true } })
  }

  /**
   * Takes versions that are on top now, and were just noted in `noteId`, out of notes that tell of them what never
   * happened.
   */
  async drop(noteId: string, entries: readonly ManifestEntry[]): Promise<void> {
    const buckets = [...new Set(entries.map(({ bucket }) => bucket))]
    const found = await this.#doubts.find({ bucket: { $in: buckets } }).toArray()
    const doubts = found.filter(({ _id }) => _id !== noteId)
    if (doubts.length === 0) return
    const noted = new Set(entries.map(entryId))
    for (const doubt of doubts) {
      if (await this.#isOver(doubt))
        await this.#shrink(doubt, async (told) => told.filter((one) => noted.has(entryId(one))))
    }
  }

  /**
   * Settles what is over: of what is on top still, nothing has happened; and what a lost process has not counted,
   * counts.
   */
  async settle(): Promise<void> {
    const { clients } = this.#core
    for (const doubt of await this.#doubts.find({}).toArray()) {
      if (!(await this.#isOver(doubt))) continue
      await this.#shrink(doubt, async (told) => {
        const isOnTop = await mapParallel(
          told,
          PARALLEL,
          async ({ bucket, key, version }) => (await headObject(clients.control, { bucket, key }))?.version === version,
        )
        return told.filter((_, index) => isOnTop[index])
      })
      await this.#correct(doubt)
      await countAnew(this.#context, doubt._id)
      await this.#doubts.deleteOne({ _id: doubt._id, isOver: doubt.isOver, owner: doubt.owner })
    }
  }

  /**
   * Has a note tell of what its writes did replace: another write may have come between the look and the effect of one.
   */
  async #correct({ _id }: DoubtDocument): Promise<void> {
    const told = await this.#manifests.read(_id, { mayBeEmpty: true })
    const replaced = await mapParallel(told, PARALLEL, (entry) => this.#replacedBy(entry))
    const corrections = new Map(told.map((entry, index) => [entryId(entry), replaced[index] ?? entry]))
    await this.#manifests.change(_id, this.#core.newId(), (entry) => {
      const { version, size } = corrections.get(entryId(entry)) ?? entry
      return version === entry.version ? entry : { ...entry, version, size }
    })
  }

  /**
   * The version right beneath the one of an entry's write; null where that is not there, or has only a marker beneath.
   */
  async #replacedBy({ bucket, key, version, successor }: ManifestEntry): Promise<Listed | null> {
    if (successor === undefined) return null
    const newer: Listed[] = []
    for (const one of await versionsOfKey(this.#core, bucket, key)) {
      if (one.version === version) break
      newer.push(one)
    }
    // The write that tells of it lies right above it, mostly, and then its entry is right.
    for (const [index, one] of newer.toReversed().entries()) {
      const head = one.isMarker
        ? null
        : await headObject(this.#core.clients.control, { bucket, key, version: one.version })
      if (head?.metadata[WRITE_ID] !== successor) continue
      const beneath = newer[newer.length - index]
      return beneath && !beneath.isMarker ? beneath : null
    }
    return null
  }

  /** Whether nothing that its writer has sent can still take effect. */
  async #isOver({ isOver, owner }: DoubtDocument): Promise<boolean> {
    return isOver || (await this.#core.leases.endOf(owner)) + QUIET_MS < this.#core.now()
  }

  async #shrink({ _id }: DoubtDocument, untrue: (told: ManifestEntry[]) => Promise<ManifestEntry[]>): Promise<void> {
    const told = await this.#manifests.read(_id, { mayBeEmpty: true })
    const gone = await untrue(told)
    if (gone.length > 0) await takeOut(this.#context, _id, gone)
  }

  get #context(): NoteContext {
    return { core: this.#core, notes: this.#notes, manifests: this.#manifests }
  }
}
