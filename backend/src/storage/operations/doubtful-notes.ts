// The note of a single write is made before the write. If the process dies between the two, or the outcome of the write
// is unknown, the note may describe a replacement that never happened: its file may still be on top. Such notes are
// remembered until that is settled. Whoever notes the same version again takes it out of them, since otherwise purging
// one of the two notes would remove the version of the other. Who works on a doubtful note corrects it first.
import { isDuplicateKey } from '../../database/errors.ts'
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import type { Listed } from '../listing-page.ts'
import { isVersion, WRITE_ID } from '../metadata.ts'
import { versionsOfKey } from '../names.ts'
import { headObject } from '../objects.ts'
import { place } from '../paths.ts'
import { REPLACING } from '../notes-ahead.ts'
import { QUIET_MS } from '../replica-lease.ts'
import { entryId, type ManifestEntry, type Manifests } from './manifests.ts'
import { type NoteContext, noteOfReplaced, recount, takeOut } from './notes.ts'
import type { NoteStore } from './note-store.ts'

const PARALLEL = 16

/** `owner`: the lease of the process that writes. `isOver`: none of the writes is under way any more. */
interface DoubtDocument {
  _id: string
  bucket: string
  owner: string
  isOver: boolean
}

export type DoubtfulCore = Pick<StorageCore, 'clients' | 'database' | 'leases' | 'now'>

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
   * @throws the driver's error; the write must not begin then
   */
  async begin(noteId: string, bucket: string): Promise<string> {
    const { id: owner } = await this.#core.leases.hold()
    const change = { $set: { bucket, owner, isOver: false } }
    await this.#doubts.updateOne({ _id: noteId }, change, { upsert: true }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
    return owner
  }

  /** Forgets a note: all its writes have happened. */
  async end(noteId: string): Promise<void> {
    await this.#doubts.deleteOne({ _id: noteId })
  }

  /** Tells that the writes of a note are over, with some unknown outcomes. */
  async leave(noteId: string): Promise<void> {
    await this.#doubts.updateOne({ _id: noteId }, { $set: { isOver: true } })
  }

  /**
   * Takes versions that are on top now, and were just noted in `noteId`, out of doubtful notes: what these describe
   * never happened.
   */
  async drop(noteId: string, entries: readonly ManifestEntry[]): Promise<void> {
    const buckets = [...new Set(entries.map(({ bucket }) => bucket))]
    const found = await this.#doubts.find({ bucket: { $in: buckets } }).toArray()
    const doubts = found.filter(({ _id }) => _id !== noteId)
    if (doubts.length === 0) return
    const noted = new Set(entries.map(entryId))
    for (const doubt of await this.#over(doubts))
      await this.#shrink(doubt, async (told) => told.filter((one) => noted.has(entryId(one))))
  }

  /**
   * Settles notes whose writes are over: versions still on top were not replaced, and leave the note. Then it counts
   * the note again, as a lost process may not have.
   */
  async settle(): Promise<void> {
    const { clients } = this.#core
    for (const doubt of await this.#over(await this.#doubts.find({}).toArray())) {
      await this.#shrink(doubt, async (told) => {
        // A note follows a move. At its new place the version has another id.
        const isOnTop = await mapParallel(told, PARALLEL, async ({ bucket, key, version }) =>
          isVersion((await headObject(clients.control, { bucket, key })) ?? undefined, version),
        )
        return told.filter((_, index) => isOnTop[index])
      })
      await this.#correct(doubt)
      await recount(this.#context, doubt._id)
      // A write whose note is owed may have replaced what was looked at. Its note takes the version out of this one.
      if (await this.#core.database.collection(REPLACING).findOne({ bucket: doubt.bucket })) continue
      await this.#doubts.deleteOne({ _id: doubt._id, isOver: doubt.isOver, owner: doubt.owner })
    }
  }

  /**
   * Corrects a note, if it is in doubt, before it is restored or purged. Its process may have been lost before it saw
   * that another write came between its look and its effect. Then both notes describe one version, and purging one
   * would remove what the other has.
   */
  async correct(noteId: string): Promise<void> {
    const doubt = await this.#doubts.findOne({ _id: noteId })
    if (doubt) await this.#correct(doubt)
  }

  /**
   * Takes versions out of a note, if it is in doubt, that other writes have replaced and noted. They are not to be
   * purged with this note.
   */
  async dropReplacedByOthers(noteId: string): Promise<void> {
    const doubt = await this.#doubts.findOne({ _id: noteId })
    if (!doubt) return
    await this.#shrink(doubt, async (told) => {
      const isOthers = await mapParallel(told, PARALLEL, (entry) => this.#isNotedByReplacer(entry))
      return told.filter((_, index) => isOthers[index])
    })
  }

  /** Whether another write than that of the entry lies right above the noted version, and has noted it. */
  async #isNotedByReplacer({ bucket, key, version, successor }: ManifestEntry): Promise<boolean> {
    const versions = await versionsOfKey(this.#core, bucket, key)
    const above = versions[versions.findIndex((one) => one.version === version) - 1]
    if (!above || above.isMarker) return false
    const head = await headObject(this.#core.clients.control, { bucket, key, version: above.version })
    const replacer = head?.metadata[WRITE_ID]
    if (replacer === undefined || replacer === successor) return false
    return (await noteOfReplaced(this.#context, place(bucket, key), { version, successor: replacer })) !== null
  }

  /**
   * Corrects a note to what its writes did replace: another write may have come between the check and the effect.
   */
  async #correct({ _id }: DoubtDocument): Promise<void> {
    const told = await this.#manifests.read(_id, { mayBeEmpty: true })
    const replaced = await mapParallel(told, PARALLEL, (entry) => this.#replacedBy(entry))
    const corrections = new Map(told.map((entry, index) => [entryId(entry), replaced[index] ?? entry]))
    await this.#manifests.change(_id, (entry) => {
      const { version, size } = corrections.get(entryId(entry)) ?? entry
      return version === entry.version ? entry : { ...entry, version, size }
    })
  }

  /**
   * The version right beneath that of an entry's write, if it is another than the noted one; null too if the write is
   * missing or has only a marker beneath.
   */
  async #replacedBy({ bucket, key, version, successor }: ManifestEntry): Promise<Listed | null> {
    if (successor === undefined) return null
    const versions = await versionsOfKey(this.#core, bucket, key)
    const noted = versions.findIndex((one) => one.version === version)
    const newer = noted < 0 ? versions : versions.slice(0, noted)
    // Mostly the write lies right above the noted version, and the entry is right.
    for (const [index, one] of [...newer.entries()].toReversed()) {
      const head = one.isMarker
        ? null
        : await headObject(this.#core.clients.control, { bucket, key, version: one.version })
      if (head?.metadata[WRITE_ID] !== successor) continue
      const beneath = newer[index + 1]
      return beneath && !beneath.isMarker ? beneath : null
    }
    return null
  }

  /** Those of which no request of the writer can still take effect. */
  async #over(doubts: readonly DoubtDocument[]): Promise<DoubtDocument[]> {
    const { leases, now } = this.#core
    const owners = new Set(doubts.filter(({ isOver }) => !isOver).map(({ owner }) => owner))
    const gone = new Set<string>()
    const look = async (owner: string) => {
      if (!leases.isOwn(owner) && (await leases.endOf(owner)) + QUIET_MS < now()) gone.add(owner)
    }
    await Promise.all([...owners].map(look))
    return doubts.filter(({ isOver, owner }) => isOver || gone.has(owner))
  }

  async #shrink({ _id }: DoubtDocument, untrue: (told: ManifestEntry[]) => Promise<ManifestEntry[]>): Promise<void> {
    const told = await this.#manifests.read(_id, { mayBeEmpty: true })
    const gone = await untrue(told)
    if (gone.length > 0) await takeOut(this.#context, _id, gone)
  }

  get #context(): NoteContext {
    return { notes: this.#notes, manifests: this.#manifests }
  }
}
