// What single writes are about to replace is noted for the trash: one note for what a person did in one go, however
// many files it was, with its entries in the system bucket. A note for each file would fill the database in one upload.
import { NAMES_TOLD } from '../../contract/trash.ts'
import { createBatch } from '../lib/batch.ts'
import type { StorageCore } from './core.ts'
import { noteNamed, type PendingOperation } from './journal.ts'
import type { DoubtfulNotes } from './operations/doubtful-notes.ts'
import { type ManifestEntry, type Manifests, namesTold, sizeOf } from './operations/manifests.ts'
import {
  countAnew,
  noteOfReplaced,
  type NoteContext,
  type ReplacedVersion,
  removeEmpty,
  takeOut,
  takeOutWrite,
} from './operations/notes.ts'
import { replacedId } from './operations/noting.ts'
import type { NoteDocument } from './operations/note-keys.ts'
import type { NoteStore } from './operations/note-store.ts'
import { folderAround, nameOf, overlap, pathText, type Place, place } from './paths.ts'
import type { Author } from './types.ts'

/** One file that was replaced: the version that was on top, and the one that is now. */
export interface Replaced {
  at: Place
  by: Author
  /** The file's path as the person sees it. */
  shown: string
  version: string
  size: number
  /** The name of the write that made it (`WRITE_ID`), where one of ours has. */
  writtenBy: string | undefined
  /** The name of the write that replaces it: its version is not there yet. */
  successor: string
}

/** A write whose note is there. One of the two is called when it is over. */
export interface NotedWrite {
  /** It has happened, or its note was taken back. */
  end(): void
  /** Nobody knows whether it has happened. Ends when that is told, or could not be. */
  leave(): Promise<void>
}

/** What is known of an operation, also of one that is closed. */
type Operation = Pick<PendingOperation, 'id' | 'kind' | 'note'>

/**
 * What a client names as one action may pause for so long; what nobody names belongs together when it comes close
 * together.
 */
const NAMED_PAUSE_MS = 10 * 60_000
const UNNAMED_PAUSE_MS = 10_000
/** Count and bytes of a growing note are written down this often. */
const SUM_EVERY_MS = 1_000
/** What the database did not take is told again after this. */
const TELL_AGAIN_MS = 5_000

/**
 * A note that may still grow. Of each file the version before the action is noted, however often the action writes it.
 * Of one path it has one version: where somebody else's file came between, another note begins.
 */
interface Group {
  note: NoteDocument
  /** The paths, each with the version that is noted of it. */
  keys: Map<string, string>
  /** The names of the writes that it has notes of. */
  writes: Set<string>
  lastAt: number
  /** What the database does not know yet. */
  count: number
  bytes: number
  /** Writes under way, and whether the end of one is unknown. */
  open: number
  isDoubtful: boolean
  /** Under which lease it is remembered that writes are under way; null: it is not. And what is being told of that. */
  owner: string | null
  telling: Promise<void>
}

export class ReplacedNotes {
  readonly #core: Pick<StorageCore, 'now' | 'newId' | 'log'>
  readonly #notes: NoteStore
  readonly #manifests: Manifests
  readonly #doubts: DoubtfulNotes
  readonly #groups = new Map<string, Group>()
  readonly #summing = new Map<Group, NodeJS.Timeout>()
  #isStopping = false
  readonly #noteTogether: (replaced: Replaced) => Promise<NotedWrite | null>

  constructor(
    core: Pick<StorageCore, 'now' | 'newId' | 'log'>,
    { notes, manifests, doubts }: { notes: NoteStore; manifests: Manifests; doubts: DoubtfulNotes },
  ) {
    this.#core = core
    this.#notes = notes
    this.#manifests = manifests
    this.#doubts = doubts
    this.#noteTogether = createBatch((all: Replaced[]) => this.#noteAll(all))
  }

  /**
   * Notes a file that is about to be replaced; null where the action it belongs to has noted an earlier version of it.
   * @throws AppError `unavailable`: what cannot be noted is not replaced
   */
  note(replaced: Replaced): Promise<NotedWrite | null> {
    return this.#noteTogether(replaced)
  }

  /** Whether a note tells that a write has replaced a version. */
  async isNoted(at: Place, replaced: ReplacedVersion): Promise<boolean> {
    return (await noteOfReplaced(this.#context, at, replaced)) !== null
  }

  /**
   * Takes out of its note what a write has not replaced after all: it is on top again, or still, or another replaced
   * it.
   */
  async forget(at: Place, replaced: ReplacedVersion): Promise<void> {
    const found = await noteOfReplaced(this.#context, at, replaced)
    if (!found) return
    for (const group of this.#groups.values()) {
      if (group.note._id !== found.id) continue
      await this.#sum(group)
      if (group.keys.get(at.path) === replaced.version) group.keys.delete(at.path)
    }
    await takeOutWrite(this.#context, found.id, found.entry)
  }

  /** Leaves to an operation what it has noted itself: it came between a write's look and its effect. */
  async leaveTo(op: Operation, at: Place, replaced: ReplacedVersion): Promise<void> {
    const isIt = isVersionAt(at, replaced.version)
    for (const id of op.kind === 'delete' ? [replacedId(op.id), noteNamed(op)] : [replacedId(op.id)]) {
      const noted = await this.#manifests.read(id, { mayBeEmpty: true })
      if (noted.some(isIt)) return this.forget(at, replaced)
    }
  }

  /** Takes out of an operation's note a version that is on top again. */
  async takeFrom({ id }: Operation, at: Place, version: string): Promise<void> {
    const noted = await this.#manifests.read(replacedId(id), { mayBeEmpty: true })
    const isIt = isVersionAt(at, version)
    if (noted.some(isIt)) await takeOut(this.#context, replacedId(id), noted.filter(isIt))
  }

  get #context(): NoteContext {
    return { core: this.#core, notes: this.#notes, manifests: this.#manifests }
  }

  async #noteAll(all: Replaced[]): Promise<(NotedWrite | null)[]> {
    this.#forgetOld()
    const keyOf = ({ at, by }: Replaced) => JSON.stringify([by.userId, at.bucket, by.action ?? ''])
    const noted = await Promise.all([...Map.groupBy(all, keyOf)].map(([key, replaced]) => this.#noteIn(key, replaced)))
    return all.map((replaced) => noted.flatMap((writes) => writes.get(replaced) ?? [])[0] ?? null)
  }

  #forgetOld(): void {
    for (const [key, { note, lastAt }] of this.#groups) {
      if (this.#core.now() - lastAt > (note.action === '' ? UNNAMED_PAUSE_MS : NAMED_PAUSE_MS)) this.#groups.delete(key)
    }
  }

  /** Answers what of it is noted now. */
  async #noteIn(key: string, all: Replaced[]): Promise<ReadonlyMap<Replaced, NotedWrite>> {
    const known = await this.#stillThere(key)
    const kinds = Map.groupBy(all, (one) => kindIn(known, one))
    // What the action has written itself before: it is nothing to bring back, and goes for good with the note.
    const between = kinds.get('between') ?? []
    if (known && between.length > 0)
      await this.#manifests.addBetween(known.note._id, this.#core.newId(), between.map(entryOf))
    for (const { successor } of between) known?.writes.add(successor)
    const fresh = firstOfEach(kinds.get('fresh') ?? [])
    const noted = await this.#noteFresh(key, known, fresh)
    const foreign = firstOfEach(kinds.get('foreign') ?? [])
    return new Map([...noted, ...(await this.#noteFresh(key, undefined, foreign))])
  }

  /** Notes it in a note that is known, or in a new one, which is the one that grows from now on. */
  async #noteFresh(key: string, known: Group | undefined, fresh: Replaced[]): Promise<Map<Replaced, NotedWrite>> {
    const [first] = fresh
    if (first === undefined) return new Map()
    const group = known ?? newGroup(this.#begin(first))
    this.#groups.set(key, group)
    group.open += fresh.length
    try {
      await this.#tellOf(group, fresh, known !== undefined)
    } catch (error) {
      this.#close(group, fresh.length)
      throw error
    }
    return new Map(fresh.map((one) => [one, this.#writeIn(group)]))
  }

  async #tellOf(group: Group, fresh: Replaced[], isKnown: boolean): Promise<void> {
    group.lastAt = this.#core.now()
    const widened = this.#widen(group, fresh)
    const entries = fresh.map(entryOf)
    const bytes = entries.reduce((sum, { size }) => sum + size, 0)
    const isAgain = fresh.some(({ at }) => group.keys.has(at.path))
    for (const { at, version, successor } of fresh) {
      group.keys.set(at.path, version)
      group.writes.add(successor)
    }
    await this.#remember(group)
    // An entry never lies outside of what its note tells; and no note is there before what it has in it.
    if (isKnown && widened) await this.#notes.update(group.note._id, widened)
    await this.#manifests.add(group.note._id, this.#core.newId(), entries)
    if (isAgain) await this.#countAnew(group)
    else if (isKnown) {
      group.count += entries.length
      group.bytes += bytes
      this.#sumSoon(group)
    } else await this.#notes.insert({ ...group.note, count: entries.length, bytes })
    await this.#doubts.drop(group.note._id, entries)
  }

  /** A version that is noted once more, since it was still or again on top, counts once. */
  async #countAnew(group: Group): Promise<void> {
    await this.#sum(group)
    await countAnew(this.#context, group.note._id)
  }

  #writeIn(group: Group): NotedWrite {
    return {
      end: () => this.#close(group, 1),
      leave: async () => {
        group.isDoubtful = true
        this.#close(group, 1)
        // Who asks next may be about to note the same version.
        if (group.open === 0) await this.#sum(group)
      },
    }
  }

  #close(group: Group, writes: number): void {
    group.open -= writes
    if (group.open === 0) this.#sumSoon(group)
  }

  #sumSoon(group: Group, ms = SUM_EVERY_MS): void {
    if (!this.#summing.has(group)) this.#summing.set(group, setTimeout(() => void this.#sum(group), ms).unref())
  }

  /** Has it remembered that writes are under way which nothing but their note tells of. */
  async #remember(group: Group): Promise<void> {
    await group.telling
    group.owner ??= await this.#doubts.begin(group.note._id, group.note.bucket)
  }

  async #tellOver(group: Group): Promise<void> {
    await group.telling
    const { owner } = group
    if (group.open > 0 || owner === null) return
    group.owner = null
    group.telling = (group.isDoubtful ? this.#doubts.leave(group.note._id) : this.#doubts.end(group.note._id)).catch(
      (error: unknown) => {
        this.#core.log.debug({ err: error, note: group.note._id }, 'that a write is over could not be told')
        group.owner = owner
        if (!this.#isStopping) this.#sumSoon(group, TELL_AGAIN_MS)
      },
    )
    await group.telling
  }

  // What was restored, ended or moved meanwhile grows no more: what it has lies elsewhere than the group knows.
  async #stillThere(key: string): Promise<Group | undefined> {
    const group = this.#groups.get(key)
    if (!group) return undefined
    const note = await this.#notes.note(group.note._id)
    if (note && note.bucket === group.note.bucket && note.path === group.note.path) return group
    this.#groups.delete(key)
    return undefined
  }

  #begin({ at, by, shown }: Replaced): NoteDocument {
    return {
      _id: `${this.#core.newId()}r`,
      kind: 'replace',
      action: by.action ?? '',
      userId: by.userId,
      username: by.username,
      bucket: at.bucket,
      path: at.path,
      shown,
      isFile: true,
      names: [],
      when: this.#core.now(),
      count: 0,
      bytes: 0,
    }
  }

  /** Makes a note's place hold all that is replaced; answers what of it changed, null for nothing. */
  #widen({ note }: Group, all: Replaced[]): Partial<NoteDocument> | null {
    const before = JSON.stringify(note)
    for (const { at } of all) {
      while (!isWithin(at, note)) {
        note.path = folderAround(place(note.bucket, note.path))?.path ?? ''
        note.shown = note.shown.slice(0, Math.max(1, note.shown.lastIndexOf('/')))
        note.isFile = false
      }
      if (note.names.length < NAMES_TOLD) note.names.push(nameOf(at.path))
    }
    const { path, shown, isFile, names } = note
    return JSON.stringify(note) === before ? null : { path, shown, isFile, names }
  }

  async #sum(group: Group): Promise<void> {
    clearTimeout(this.#summing.get(group))
    this.#summing.delete(group)
    const { note, count, bytes } = group
    group.count = 0
    group.bytes = 0
    try {
      if (count > 0) await this.#add(group, { count, bytes })
    } catch (error) {
      this.#core.log.warn({ err: error, note: note._id }, 'how much was replaced could not be written down')
    }
    await this.#tellOver(group)
  }

  async #add({ note, owner }: Group, more: Pick<NoteDocument, 'count' | 'bytes'>): Promise<void> {
    // Who took this process for lost has counted it.
    if (owner !== null && !(await this.#doubts.isStillOurs(owner))) return countAnew(this.#context, note._id)
    if (await this.#notes.add(note._id, more)) return
    // What was in the note has been restored or ended meanwhile: it tells what came since.
    const since = await this.#manifests.read(note._id, { mayBeEmpty: true })
    if (since.length === 0) return
    await this.#notes.insert({ ...note, ...sizeOf(since), names: namesTold(since) })
    // Whoever takes the rest out removes the note before that, or sees it here.
    await removeEmpty(this.#context, note._id)
  }

  /** Writes down what is still to be told. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#summing.keys()].map((group) => this.#sum(group)))
  }
}

const newGroup = (note: NoteDocument): Group => ({
  note,
  keys: new Map(),
  writes: new Set(),
  lastAt: 0,
  count: 0,
  bytes: 0,
  open: 0,
  isDoubtful: false,
  owner: null,
  telling: Promise.resolve(),
})

/**
 * `fresh`: to be noted, `between`: the action's own, `foreign`: somebody else's, of a path that the note has another
 * version of.
 */
function kindIn(group: Group | undefined, { at, version, writtenBy }: Replaced): 'fresh' | 'between' | 'foreign' {
  // What is on top again (`forget`) may be replaced again.
  if (!group || (group.keys.get(at.path) ?? version) === version) return 'fresh'
  return writtenBy !== undefined && group.writes.has(writtenBy) ? 'between' : 'foreign'
}

const isVersionAt =
  (at: Place, version: string) =>
  (entry: ManifestEntry): boolean =>
    entry.bucket === at.bucket && entry.key === at.path && entry.version === version

const firstOfEach = (all: Replaced[]): Replaced[] =>
  all.filter(({ at }, index) => all.findIndex((other) => other.at.path === at.path) === index)
const entryOf = ({ at, version, size, successor }: Replaced): ManifestEntry => ({
  bucket: at.bucket,
  key: at.path,
  name: at.path,
  version,
  size,
  successor,
})

const isWithin = (at: Place, note: NoteDocument): boolean => {
  const [own, text] = [pathText(place(note.bucket, note.path)), pathText(at)]
  return note.isFile ? own === text : overlap(own, text) && own.length < text.length
}
