// The notes of the trash as the rest of the back end sees them.
import { AppError } from '../../lib/app-error.ts'
import type { Buckets } from '../buckets.ts'
import { HELD_WAIT_MS, held } from '../held.ts'
import { covers, type JournalState, type PendingOperation } from '../journal-state.ts'
import { isDeleting } from '../note-operations.ts'
import { place } from '../paths.ts'
import type { Note } from '../types.ts'
import type { TransferRequest } from './transfer-preparation.ts'
import type { NoteDocument, PageWish } from './note-keys.ts'
import { entriesNamed, nameOfNotedKey, newestOfKeys, thingsIn, unreadable } from './notes.ts'
import type { OperationContext } from './worker.ts'

const DAY_MS = 86_400_000

/** One file or folder of a note: names are relative to its place. `thing`: what was deleted as one. */
export interface NotedName {
  name: string
  size: number
  thing: string
}

export class TrashNotes {
  readonly #core: OperationContext['core']
  readonly #context: Pick<OperationContext, 'notes' | 'manifests'>
  readonly #buckets: Pick<Buckets, 'retentionDays'>

  constructor(context: OperationContext, buckets: Pick<Buckets, 'retentionDays'>) {
    this.#core = context.core
    this.#context = context
    this.#buckets = buckets
  }

  // The journal is read before the notes: the sums of a note whose deletes are closed are final.

  async note(id: string): Promise<Note> {
    const journal = await this.#core.journal.read()
    const note = await this.#context.notes.note(id)
    if (!note) throw new AppError('notFound', 'no such note in the trash')
    return this.#describeNote(note, journal)
  }

  async page(buckets: string[], wish: PageWish): Promise<{ notes: Note[]; cursor: string | null }> {
    const journal = await this.#core.journal.read()
    const { notes, cursor } = await (await this.#context.notes.listings()).page(buckets, wish)
    return { notes: notes.map((note) => this.#describeNote(note, journal)), cursor }
  }

  async ofAction(buckets: string[], of: { userId: number; action: string }): Promise<Note[]> {
    const journal = await this.#core.journal.read()
    const notes = await (await this.#context.notes.listings()).ofAction(buckets, of)
    return notes.map((note) => this.#describeNote(note, journal))
  }

  #describeNote(note: NoteDocument, journal: JournalState): Note {
    return {
      id: note._id,
      // Notes of a Nido that knew deletes only have no kind.
      kind: note.kind ?? 'delete',
      by: { userId: note.userId, username: note.username, action: note.action ?? '' },
      at: place(note.bucket, note.path),
      shown: note.shown,
      isFile: note.isFile,
      things: note.things ?? 1,
      names: note.names ?? [],
      when: new Date(note.when),
      expires: new Date(note.when + this.#buckets.retentionDays * DAY_MS),
      // What is taken out of a growing note may be counted before it is.
      count: Math.max(0, note.count),
      bytes: Math.max(0, note.bytes),
      pending: isDeleting(journal, note._id),
    }
  }

  /**
   * What a note has in it. `isWhole` waits for the close of its delete.
   * @throws AppError `notFound`; `locked` when that takes too long; `unavailable` where nothing is found in a note that
   *   is there: MinIO under great load tells a folder as empty that it cannot look into
   */
  async named(id: string, isWhole: boolean): Promise<NotedName[]> {
    if (isWhole) await this.untilDeleted(id)
    const note = await this.note(id)
    const entries = await newestOfKeys(await this.#context.manifests.read(id))
    if (entries.length === 0 && !(await this.note(id)).pending) throw unreadable()
    if (note.kind === 'replace')
      return entries.map(({ key, size }) => ({
        name: nameOfNotedKey(note, key),
        size,
        thing: nameOfNotedKey(note, key),
      }))
    return (await thingsIn(entries)).flatMap((thing) =>
      thing.entries.map(({ key, size }) => ({
        name: nameOfNotedKey(note, key),
        size,
        thing: nameOfNotedKey(note, thing.target.at.path),
      })),
    )
  }

  /** A copy of what was deleted, or of one thing in it. @throws AppError `notFound` */
  async copyOf(deleted: {
    noteId: string
    name: string
  }): Promise<Pick<TransferRequest, 'kind' | 'source' | 'pinned'>> {
    const { noteId, name } = deleted
    const note = await this.note(noteId)
    const entries = await entriesNamed(this.#context, note, [name])
    const isFile = name === '' ? note.isFile : entries.some(({ key }) => nameOfNotedKey(note, key) === name)
    const nameOf = (key: string) => nameOfNotedKey(note, key).slice(name === '' ? 0 : name.length + 1)
    const pinned = entries.map((entry) => ({ ...entry, name: nameOf(entry.key) }))
    return { kind: 'copy', source: { at: note.at, isFile }, pinned }
  }

  /** Waits until all deletes of a note are closed. @throws AppError `locked` when that takes too long */
  async untilDeleted(noteId: string): Promise<void> {
    if (!(await this.#core.journal.until((state) => !isDeleting(state, noteId), HELD_WAIT_MS))) throw held()
  }

  /** What is being moved is told of elsewhere when that is over. @throws AppError `locked` when it takes too long */
  async untilMoved(noteId: string): Promise<void> {
    const { journal } = this.#core
    const isMove = ({ kind }: PendingOperation) => kind === 'move'
    if (!(await journal.read()).ops.some(isMove)) return
    const texts = (await this.#context.manifests.read(noteId, { mayBeEmpty: true })).map(
      ({ bucket, key }) => `${bucket}/${key}`,
    )
    const isMoving = (op: PendingOperation) => isMove(op) && texts.some((text) => covers(op.src, op, text))
    if (!(await journal.until(({ ops }) => !ops.some(isMoving), HELD_WAIT_MS))) throw held()
  }
}
