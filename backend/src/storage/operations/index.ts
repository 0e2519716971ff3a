// Renames, moves, copies, deletes and restores: what a person may ask for, registered and prepared; the engine carries
// them on.
import type { OperationRecord } from '../../../contract/operations.ts'
import type { Question } from '../before-reading.ts'
import type { Buckets } from '../buckets.ts'
import { AppError } from '../../lib/app-error.ts'
import type { StorageCore } from '../core.ts'
import { held } from '../held.ts'
import { followersOf, type JournalState, noteNamed, type PendingOperation } from '../journal-state.ts'
import { madeByRestore, tellingMade } from '../made-changes.ts'
import { checkNewPath, pathText, type Place } from '../paths.ts'
import type { Reader } from '../reader.ts'
import { translating } from '../s3-errors.ts'
import type {
  Arrival,
  Author,
  ChangeOptions,
  Note,
  Operations,
  PlannedChange,
  RemovalOptions,
  RestoreOptions,
  RunningOperation,
} from '../types.ts'
import { beginAtOnce } from './aliasing.ts'
import type { Engine } from './engine.ts'
import { KINDS } from './kinds.ts'
import type { PageWish } from './note-keys.ts'
import { type NotedName, TrashNotes } from './trash-notes.ts'
import { type Beginning, registerPrepared } from './registration.ts'
import { deletionOf } from './removal-preparation.ts'
import { planRestore } from './restoring.ts'
import { Tray } from './tray.ts'
import { planTransfer, textsOf, type TransferRequest } from './transfer-preparation.ts'
import type { Target } from './stacks.ts'
import type { OperationContext } from './worker.ts'

/** What a restore or a purge works on. */
interface NoteWork {
  kind: 'restore' | 'purge'
  note: Note
  by: Author
  options: RestoreOptions
}

export interface OperationsOptions {
  context: OperationContext
  engine: Engine
  reader: Reader
  buckets: Buckets
  question: Question
}

export class StorageOperations implements Operations {
  readonly #core: StorageCore
  readonly #context: OperationContext
  readonly #engine: Engine
  readonly #reader: Reader
  readonly #buckets: Buckets
  readonly #question: Question
  readonly #notes: TrashNotes
  readonly #tray: Tray

  constructor({ context, engine, reader, buckets, question }: OperationsOptions) {
    this.#core = context.core
    this.#context = context
    this.#engine = engine
    this.#reader = reader
    this.#buckets = buckets
    this.#question = question
    this.#notes = new TrashNotes(context, buckets)
    this.#tray = new Tray(context)
  }

  move(source: Place, destination: Place, options: ChangeOptions): Promise<RunningOperation> {
    return this.#transferPresent('move', { source, destination, options })
  }

  copy(source: Place, destination: Place, options: ChangeOptions): Promise<RunningOperation> {
    return this.#transferPresent('copy', { source, destination, options })
  }

  async #transferPresent(
    kind: 'move' | 'copy',
    { source, ...wish }: { source: Place; destination: Place; options: ChangeOptions },
  ): Promise<RunningOperation> {
    const { destination: at, options } = wish
    for (const asked of [source, at]) await this.#question.ask(asked)
    const parts = { core: this.#core, reader: this.#reader }
    const atOnce = await beginAtOnce(parts, { kind, source, ...wish }, (request) => this.#transfer(request))
    const running = atOnce ?? (await this.#transfer({ kind, source: await this.#targetAt(source), ...wish }))
    const made = { kind: kind === 'move' ? 'moved' : 'copied', at, from: source, by: options.by } as const
    return tellingMade(running, this.#core.onMade, [made])
  }

  async #targetAt(at: Place): Promise<Target> {
    const { kind } = await this.#reader.stat(at)
    return { at, isFile: kind === 'file' }
  }

  async restoreTo(
    deleted: { noteId: string; name: string },
    destination: Place,
    options: ChangeOptions,
  ): Promise<RunningOperation> {
    await this.#notes.untilMoved(deleted.noteId)
    const running = await this.#transfer({ ...(await this.#notes.copyOf(deleted)), destination, options })
    return tellingMade(running, this.#core.onMade, [{ kind: 'restored', at: destination, by: options.by }])
  }

  async plan(change: PlannedChange): Promise<Arrival> {
    if (change.kind === 'restore') {
      const note = await this.note(change.noteId)
      return translating(() => planRestore(this.#context, { note, ...change.options }))
    }
    const { deleted, destination, options } = change
    const copy = await this.#notes.copyOf(deleted)
    return translating(() => planTransfer(this.#context, { ...copy, destination, options }))
  }

  async #transfer(request: TransferRequest): Promise<RunningOperation> {
    checkNewPath(request.destination)
    await this.#buckets.ensure(request.destination.bucket)
    const { kind, source, options, known } = request
    const { by, history = false } = options
    const [texts, { isFile }, follows] = [textsOf(request), source, known !== undefined]
    const isTaken = (other: PendingOperation, state: JournalState) =>
      other.dst === texts.dst &&
      (other.state === 'copying' || (other.state === 'aliased' && followersOf(state, other).length === 0))
    return this.#begin({
      op: { id: this.#core.newId(), kind, ...texts, isFile, userId: by.userId, state: 'new', history, follows },
      prepare: (run, onRefused) => KINDS[kind].prepare(run, request, onRefused),
      takenNow: (state) => {
        if (options.conflict === 'fail' && state.ops.some((other) => isTaken(other, state)))
          throw new AppError('conflict', 'something with that name is on its way')
      },
    })
  }

  #register(beginning: Beginning): ReturnType<typeof registerPrepared> {
    return registerPrepared({ context: this.#context, engine: this.#engine }, beginning)
  }

  async #begin(beginning: Beginning): Promise<RunningOperation> {
    const { run } = await this.#register(beginning)
    return { id: run.id, committed: this.#engine.carryOn(run) }
  }

  async remove(at: Place, options: RemovalOptions): Promise<{ id: string }> {
    await this.#question.ask(at)
    const [target, usage] = await Promise.all([
      this.#targetAt(at),
      options.asksBelow === false ? translating(() => this.#reader.usage(at, options.isLimited === false)) : null,
    ])
    const expected = target.isFile ? null : usage
    const [id, { by }] = [this.#core.newId(), options]
    const wanted = this.#context.deleted.idFor(id, at.bucket, by)
    const { run, op } = await this.#register({
      op: deletionOf(id, { target, options, wanted }),
      prepare: (own, onRefused) => KINDS.delete.prepare(own, { target, options, wanted, expected }, onRefused),
    })
    void this.#engine.carryOn(run)
    this.#core.onMade({ kind: 'deleted', at, by })
    return { id: noteNamed(op) }
  }

  async restore(noteId: string, by: Author, options: RestoreOptions = {}): Promise<RunningOperation> {
    const note = await this.note(noteId)
    const made = madeByRestore(note, by, options)
    return tellingMade(await this.#onNote({ kind: 'restore', note, by, options }), this.#core.onMade, made)
  }

  async purge(noteId: string, by: Author): Promise<RunningOperation> {
    return this.#onNote({ kind: 'purge', note: await this.note(noteId), by, options: {} })
  }

  /** Registers what works on the place of a note, once its delete is closed or, where it stops that, beside it. */
  async #onNote({ kind, note: { id: noteId, at, isFile }, by, options }: NoteWork): Promise<RunningOperation> {
    await this.#question.ask(at)
    if (!options.stops) await this.#notes.untilDeleted(noteId)
    // The id names the note: whoever carries the operation on finds it there.
    const id = `${this.#core.newId()}-${noteId}`
    const text = pathText(at)
    const { rev } = this.#core.journal.last
    const freeSince = kind === 'restore' && !isFile && (await this.#reader.isKnownFree(at)) ? rev : undefined
    const texts = kind === 'restore' ? { src: null, dst: text } : { src: text, dst: null }
    const { override = false, stops = false } = options
    return this.#begin({
      op: { id, kind, ...texts, isFile, userId: by.userId, state: 'new', merge: override, stops },
      prepare: async (run, onRefused) => {
        // Who waited behind another one on the same note finds nothing to do, and one that grew meanwhile is seen
        // whole.
        const note = await this.note(noteId)
        // More was deleted in the same action: its place is not the one that is held.
        if (pathText(note.at) !== text) throw held()
        return KINDS[kind].prepare(run, { note, by, freeSince, ...options }, onRefused)
      },
    })
  }

  note(id: string): Promise<Note> {
    return this.#notes.note(id)
  }

  notes(buckets: string[], wish: PageWish): Promise<{ notes: Note[]; cursor: string | null }> {
    return this.#notes.page(buckets, wish)
  }

  notesOfAction(buckets: string[], of: { userId: number; action: string }): Promise<Note[]> {
    return this.#notes.ofAction(buckets, of)
  }

  noted(id: string, isWhole = false): Promise<NotedName[]> {
    return this.#notes.named(id, isWhole)
  }

  async pending(): Promise<string[]> {
    return (await this.#core.journal.read()).ops.map(({ id }) => id)
  }

  list(userId: number): Promise<OperationRecord[]> {
    return this.#tray.list(userId)
  }

  recent(): Promise<{ userId: number; record: OperationRecord }[]> {
    return this.#tray.recent()
  }

  get(id: string, userId: number): Promise<OperationRecord> {
    return this.#tray.get(id, userId)
  }

  cancel(id: string, userId: number): Promise<void> {
    return this.#tray.cancel(id, userId)
  }
}
