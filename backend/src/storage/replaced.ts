// Notes for the trash what single writes are about to replace: one note for what a person did in one go, however many
// files that was, with its entries in the system bucket. A note for each file would fill the database in one upload.
import { createBatch } from '../lib/batch.ts'
import type { StorageCore } from './core.ts'
import { noteNamed, type PendingOperation } from './journal-state.ts'
import { operationsOf } from './note-operations.ts'
import type { DoubtfulNotes } from './operations/doubtful-notes.ts'
import { beginNote, entryOf, firstOfEach, type GrowingNote, type Replaced, sortedFor, widen } from './growing-note.ts'
import { type AheadCore, NotesAhead } from './notes-ahead.ts'
import { type NotedWrite, NoteSums } from './note-sums.ts'
import type { ManifestEntry, Manifests } from './operations/manifests.ts'
import { type NoteContext, noteOfReplaced, type ReplacedVersion, takeOut, takeOutWrite } from './operations/notes.ts'
import { replacedId } from './operations/noting.ts'
import type { NoteStore } from './operations/note-store.ts'
import type { Place } from './paths.ts'
import { translating } from './s3-errors.ts'

/** What is known of an operation, also of one that is closed. */
type Operation = Pick<PendingOperation, 'id' | 'kind' | 'note'>

/** How long an action that the client names may pause and still be one. */
const NAMED_PAUSE_MS = 10 * 60_000
/** Writes without a name for their action count as one while they come closer together than this. */
const UNNAMED_PAUSE_MS = 10_000

type ReplacedCore = AheadCore & Pick<StorageCore, 'journal'>

export class ReplacedNotes {
  readonly #core: ReplacedCore
  readonly #notes: NoteStore
  readonly #manifests: Manifests
  readonly #doubts: DoubtfulNotes
  readonly #groups = new Map<string, GrowingNote>()
  readonly #sums: NoteSums
  readonly #ahead: NotesAhead
  readonly #noteTogether: (all: Replaced[]) => Promise<(NotedWrite | null)[]>

  constructor(
    core: ReplacedCore,
    { notes, manifests, doubts }: { notes: NoteStore; manifests: Manifests; doubts: DoubtfulNotes },
  ) {
    this.#core = core
    this.#notes = notes
    this.#manifests = manifests
    this.#doubts = doubts
    this.#sums = new NoteSums({ core, notes, manifests, doubts })
    this.#noteTogether = createBatch((lists: Replaced[][]) => this.#noteLists(lists))
    this.#ahead = new NotesAhead({ core, note: (all) => this.#noteTogether(all) })
    notes.beforeReading(() => this.tell())
  }

  /**
   * Notes a file that is about to be replaced; null where its action has noted an earlier version of it.
   * @throws AppError `unavailable`: what cannot be noted must not be replaced
   */
  async note(replaced: Replaced): Promise<NotedWrite | null> {
    // What an action has replaced first comes first.
    await this.tell()
    const [noted] = await this.#noteTogether([replaced])
    return noted ?? null
  }

  /** The same by one command to the database, which many share: the note itself is made soon after. */
  noteAhead(replaced: Replaced): Promise<NotedWrite> {
    return this.#ahead.add(replaced)
  }

  /** Makes the notes that are owed (`noteAhead`). Whoever reads notes, or waits for an operation, calls it first. */
  tell(): Promise<void> {
    return translating(() => this.#ahead.tell())
  }

  /** Makes the notes that lost processes owed. */
  recover(): Promise<void> {
    return this.#ahead.recover(({ at, ...replaced }) => this.isNoted(at, replaced))
  }

  /** Whether a note tells that a write has replaced a version. */
  async isNoted(at: Place, replaced: ReplacedVersion): Promise<boolean> {
    return (await noteOfReplaced(this.#context, at, replaced)) !== null
  }

  /** Takes a version out of its note that the write has not replaced after all. */
  async forget(at: Place, replaced: ReplacedVersion): Promise<void> {
    if (await this.#ahead.drop({ at, ...replaced })) return
    const found = await noteOfReplaced(this.#context, at, replaced)
    if (!found) return
    for (const group of this.#groups.values()) {
      if (group.note._id !== found.id) continue
      if (group.keys.get(at.path) === replaced.version) group.keys.delete(at.path)
    }
    await takeOutWrite(this.#context, found.id, found.entry)
  }

  /** Takes a version out of the write's note where an operation that came between has noted it itself. */
  async leaveTo(op: Operation, at: Place, replaced: ReplacedVersion): Promise<void> {
    if (await this.hasTaken(op, objectAt(at), replaced.version)) await this.forget(at, replaced)
  }

  /**
   * Whether an operation has noted a version as one that it deleted or replaced; of a folder's marker, which has none,
   * any.
   */
  async hasTaken(op: Operation, object: NotedObject, version?: string): Promise<boolean> {
    const isIt = isVersionOf(object, version)
    for (const id of op.kind === 'delete' ? [replacedId(op.id), noteNamed(op)] : [replacedId(op.id)]) {
      const noted = await this.#manifests.read(id, { mayBeEmpty: true })
      if (noted.some(isIt)) return true
    }
    return false
  }

  /** Takes out of an operation's note a version that is on top again. */
  async takeFrom({ id }: Operation, at: Place, version: string): Promise<void> {
    const noted = await this.#manifests.read(replacedId(id), { mayBeEmpty: true })
    const isIt = isVersionOf(objectAt(at), version)
    if (noted.some(isIt)) await takeOut(this.#context, replacedId(id), noted.filter(isIt))
  }

  /** Writes down what is not yet. */
  async stop(): Promise<void> {
    await this.#ahead.stop()
    await this.#sums.stop()
  }

  get #context(): NoteContext {
    return { notes: this.#notes, manifests: this.#manifests }
  }

  async #noteLists(lists: Replaced[][]): Promise<(NotedWrite | null)[][]> {
    this.#forgetOld()
    const keyOf = ({ at, by }: Replaced) => JSON.stringify([by.userId, at.bucket, by.action ?? ''])
    const groups = [...Map.groupBy(lists.flat(), keyOf)]
    const noted = await Promise.all(groups.map(([key, replaced]) => this.#noteIn(key, replaced)))
    const writes = new Map(noted.flatMap((some) => [...some]))
    return lists.map((all) => all.map((replaced) => writes.get(replaced) ?? null))
  }

  #forgetOld(): void {
    for (const [key, { note, lastAt }] of this.#groups) {
      if (this.#core.now() - lastAt > (note.action === '' ? UNNAMED_PAUSE_MS : NAMED_PAUSE_MS)) this.#groups.delete(key)
    }
  }

  /** Answers those that are noted now. */
  async #noteIn(key: string, all: Replaced[]): Promise<Map<Replaced, NotedWrite>> {
    const noted = new Map<Replaced, NotedWrite>()
    let known = await this.#stillThere(key)
    for (let left = all; left.length > 0; known = undefined) {
      const { fresh, between, rest } = sortedFor(known, left)
      const added = await this.#noteFresh(key, known, firstOfEach(fresh))
      for (const [one, write] of added) noted.set(one, write)
      await this.#noteBetween(key, between).catch(async (error: unknown) => {
        await Promise.all([...noted.values()].map((write) => write.leave()))
        throw error
      })
      left = rest
    }
    return noted
  }

  /** Notes what the action has written itself. It is nothing to bring back, and goes for good with the note. */
  async #noteBetween(key: string, between: Replaced[]): Promise<void> {
    const group = this.#groups.get(key)
    if (!group || between.length === 0) return
    await this.#manifests.addBetween(group.note._id, this.#core.newId(), between.map(entryOf))
    for (const { successor } of between) group.writes.add(successor)
  }

  /** Notes files in the known note, or in a new one, which is the one that grows from now on. */
  async #noteFresh(key: string, known: GrowingNote | undefined, fresh: Replaced[]): Promise<Map<Replaced, NotedWrite>> {
    const [first] = fresh
    if (first === undefined) return new Map()
    const group = known ?? beginNote(`${this.#core.newId()}r`, this.#core.now(), first)
    this.#groups.set(key, group)
    group.open += fresh.length
    try {
      await this.#tellOf(group, fresh, known !== undefined)
    } catch (error) {
      this.#sums.close(group, fresh.length)
      throw error
    }
    return new Map(fresh.map((one) => [one, this.#sums.write(group)]))
  }

  async #tellOf(group: GrowingNote, fresh: Replaced[], isKnown: boolean): Promise<void> {
    group.lastAt = this.#core.now()
    const widened = widen(group, fresh)
    const entries = fresh.map(entryOf)
    const bytes = entries.reduce((sum, { size }) => sum + size, 0)
    const isAgain = fresh.some(({ at }) => group.keys.has(at.path))
    for (const { at, version, successor } of fresh) {
      group.keys.set(at.path, version)
      group.writes.add(successor)
    }
    if (fresh.some(({ isOver }) => !isOver)) await this.#sums.remember(group)
    // First the note's place, then the entries, then a new note: no entry lies outside its note's place, and no note
    // is there before its entries.
    if (isKnown && widened) await this.#notes.update(group.note._id, widened)
    group.begun += 1
    try {
      await this.#manifests.add(group.note._id, this.#core.newId(), entries)
    } catch (error) {
      // They may be there all the same.
      if (isKnown) group.recounts = null
      throw error
    } finally {
      group.ended += 1
    }
    if (isKnown) {
      group.count += entries.length
      group.bytes += bytes
      // A version may be noted twice, when it is still or again on top. It counts once.
      if (isAgain) group.recounts = null
      this.#sums.sumSoon(group)
    } else await this.#notes.insert({ ...group.note, count: entries.length, bytes })
    await this.#doubts.drop(group.note._id, entries)
  }

  /** The growing note, unless it was restored, ended or moved meanwhile, or somebody is about to. */
  async #stillThere(key: string): Promise<GrowingNote | undefined> {
    const group = this.#groups.get(key)
    if (!group) return undefined
    const note = await this.#notes.note(group.note._id)
    const isWorkedOn = operationsOf(this.#core.journal.last, group.note._id).length > 0
    if (note && !isWorkedOn && note.bucket === group.note.bucket && note.path === group.note.path) return group
    this.#groups.delete(key)
    return undefined
  }
}

/** What an entry of a note is about. */
type NotedObject = Pick<ManifestEntry, 'bucket' | 'key'>

const objectAt = ({ bucket, path }: Place): NotedObject => ({ bucket, key: path })

const isVersionOf =
  ({ bucket, key }: NotedObject, version: string | undefined) =>
  (entry: ManifestEntry): boolean =>
    entry.bucket === bucket && entry.key === key && (version === undefined || entry.version === version)
