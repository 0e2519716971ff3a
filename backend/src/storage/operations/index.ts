// Renames, moves, copies, deletes and restores: what a person may ask for, checked and registered; the engine carries
// them on.
import type { OperationRecord } from '../../../contract/operations.ts'
import { AppError } from '../../lib/app-error.ts'
import { NamesAbove } from '../../lib/names-above.ts'
import type { Question } from '../before-reading.ts'
import type { Buckets } from '../buckets.ts'
import { inAttempt } from '../at-work.ts'
import type { StorageCore } from '../core.ts'
import { HELD_WAIT_MS, held } from '../held.ts'
import { covers, isDeleting, type JournalState, type PendingOperation } from '../journal.ts'
import { checkNewPath, folderKey, pathText, type Place, place } from '../paths.ts'
import type { Reader } from '../reader.ts'
import { translating } from '../s3-errors.ts'
import type { Author, ChangeOptions, Note, Operations, RestoreOptions, RunningOperation } from '../types.ts'
import { arrivalOfRestore } from './arrival.ts'
import type { Engine } from './engine.ts'
import { OperationProgress } from './progress.ts'
import { type ManifestEntry, type Size, sizeOf } from './manifests.ts'
import type { NoteDocument } from './note-keys.ts'
import { newestOfKeys, thingsIn } from './notes.ts'
import { forgetDeletion } from './deleted-notes.ts'
import { recordOf, stateIn } from './records.ts'
import type { NewOperation } from './registry.ts'
import { checkRemoval } from './removal.ts'
import { checkRestore } from './restoring.ts'
import { checkTransfer, type TransferRequest, textsOf } from './transfer.ts'
import type { Target } from './tree.ts'
import { isFenced, type OperationContext, type Owner } from './worker.ts'

const DAY_MS = 86_400_000
/** Files above which a delete is shown while it goes on: what one batch of markers does is over at once. */
const BIG_DELETE = 1000
const RECENT_MS = 60_000

/** What a restore or a purge works on. */
interface NoteWork {
  kind: 'restore' | 'purge'
  noteId: string
  by: Author
  mayReplace: boolean
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

  constructor({ context, engine, reader, buckets, question }: OperationsOptions) {
    this.#core = context.core
    this.#context = context
    this.#engine = engine
    this.#reader = reader
    this.#buckets = buckets
    this.#question = question
  }

  move(source: Place, destination: Place, options: ChangeOptions): Promise<RunningOperation> {
    return this.#transfer('move', source, destination, options)
  }

  copy(source: Place, destination: Place, options: ChangeOptions): Promise<RunningOperation> {
    return this.#transfer('copy', source, destination, options)
  }

  async #transfer(
    kind: 'move' | 'copy',
    source: Place,
    destination: Place,
    options: ChangeOptions,
  ): Promise<RunningOperation> {
    for (const at of [source, destination]) await this.#question.ask(at)
    const { kind: sourceKind } = await this.#reader.stat(source)
    await this.#buckets.ensure(destination.bucket)
    const target: Target = { at: source, isFile: sourceKind === 'file' }
    const { check, admit, history = false } = options
    return this.#begin(
      {
        id: this.#core.newId(),
        kind,
        source: target,
        destination,
        mayReplace: options.conflict === 'override',
        check,
        admit,
        history,
      },
      options,
    )
  }

  async #begin(request: TransferRequest, options: ChangeOptions): Promise<RunningOperation> {
    checkNewPath(request.destination)
    const { id, kind, source } = request
    const texts = textsOf(request)
    const progress = new OperationProgress(this.#context.records, id)
    const owner = await this.#registered(
      { id, kind, ...texts, isFile: source.isFile, userId: options.by.userId, state: 'new', history: request.history },
      options.conflict === 'fail' ? texts.dst : null,
      async (own) => {
        const { merge } = await translating(() => checkTransfer(this.#context, own, request, progress))
        await progress.begin({ by: options.by, kind, ...options.shown, isDir: !source.isFile })
        return this.#context.registry.step(id, own.lease, (op) => {
          op.state = 'copying'
          op.merge = merge
          // The manifest pins what a copy takes: its source is free from here on.
          if (kind === 'copy') op.src = null
          return true
        })
      },
    )
    return { id, committed: this.#engine.carryOn({ id, kind }, owner, progress) }
  }

  /** Registers, runs the checks, and goes on; what is refused leaves no trace. */
  async #registered(
    op: NewOperation,
    wanted: string | null,
    check: (owner: Owner) => Promise<true | null>,
  ): Promise<Owner> {
    const owner = await this.#engine.owner()
    this.#engine.take(op.id, owner)
    try {
      await this.#context.registry.register(op, owner.lease, (state) => {
        if (wanted !== null && state.ops.some((other) => other.dst === wanted && other.state === 'copying'))
          throw new AppError('conflict', 'something with that name is on its way')
      })
      try {
        if (!(await inAttempt(owner.attempt, () => check(owner)))) throw held()
      } catch (error) {
        await this.#context.registry.close(op.id, owner.lease, 'refused')
        if (op.kind === 'copy' || op.kind === 'restore') await this.#context.manifests.dropWork([op.id])
        throw isFenced(error) ? tooLate(error) : error
      }
      return owner
    } catch (error) {
      this.#engine.letGo(op.id, owner)
      throw error
    }
  }

  async remove(at: Place, options: Omit<ChangeOptions, 'conflict'>): Promise<{ id: string }> {
    await this.#question.ask(at)
    const { kind } = await this.#reader.stat(at)
    const id = this.#core.newId()
    const target: Target = { at, isFile: kind === 'file' }
    const progress = new OperationProgress(this.#context.records, id)
    const wanted = this.#context.deleted.idFor(id, at.bucket, options.by)
    let noteId = id
    let isNoted = false
    let becoming = 0
    const owner = await this.#registered(
      {
        id,
        kind: 'delete',
        src: pathText(at),
        dst: null,
        isFile: target.isFile,
        userId: options.by.userId,
        state: 'new',
        ...(wanted !== id && { note: wanted }),
      },
      null,
      async (own) => {
        const { count, bytes, deletedBefore } = await translating(() =>
          checkRemoval(this.#context, own, target, options.check),
        )
        progress.expect(count, bytes)
        // The tray shows what takes more than a moment.
        if (count > BIG_DELETE)
          await progress.begin({ by: options.by, kind: 'delete', ...options.shown, isDir: !target.isFile })
        // Without versions nothing can be brought back.
        if (this.#core.clients.capabilities.versioning) {
          const again = deletedBefore > this.#core.now() - this.#context.deleted.windowMs
          noteId = await this.#context.deleted.add({
            operationId: id,
            noteId: wanted,
            at,
            isFile: target.isFile,
            by: options.by,
            shown: options.shown.source,
            count,
            bytes,
            again,
          })
          isNoted = true
          await this.#core.failpoints.at('delete.noted', pathText(at))
          // From the moment it is hidden it is history: nobody is to find it in neither sum.
          becoming = bytes
          await this.#core.onHistory({ at, bytes })
        }
        return this.#context.registry.step(id, own.lease, (op, draft) => {
          op.state = 'removing'
          op.since = draft.rev
          op.note = noteId
          return true
        })
      },
    ).catch(async (error: unknown) => {
      if (becoming > 0) await this.#core.onHistory({ at, bytes: -becoming })
      // It was noted before it was refused.
      if (isNoted) await forgetDeletion(this.#context, this.#engine, { id, src: pathText(at), note: noteId })
      throw error
    })
    void this.#engine.carryOn({ id, kind: 'delete' }, owner, progress)
    return { id: noteId }
  }

  restore(
    noteId: string,
    by: Author,
    { names, override = false, admit }: RestoreOptions = {},
  ): Promise<RunningOperation> {
    return this.#onNote({ kind: 'restore', noteId, by, mayReplace: override }, async (id, { note, owner }) => {
      const entries = await this.#entriesOf(note, names ?? [''])
      if (names) await this.#context.manifests.keepWork(id, entries)
      await translating(() => checkRestore({ context: this.#context, owner }, note, { entries, mayReplace: override }))
      if (admit) await admit(await translating(() => arrivalOfRestore(this.#context, id, { note, entries })))
      return sizeOf(entries)
    })
  }

  purge(noteId: string, by: Author): Promise<RunningOperation> {
    return this.#onNote({ kind: 'purge', noteId, by, mayReplace: false }, async (_id, { note }) => note)
  }

  /**
   * Registers what works on the place of a note, once its delete is closed. `check` answers how much there is to do.
   */
  async #onNote(
    { kind, noteId, by, mayReplace }: NoteWork,
    check: (id: string, found: { note: Note; owner: Owner }) => Promise<Size>,
  ): Promise<RunningOperation> {
    const note = await this.note(noteId)
    await this.#question.ask(note.at)
    await this.#untilDeleted(noteId)
    // The id names the note: whoever carries the operation on finds it there.
    const id = `${this.#core.newId()}-${noteId}`
    const text = pathText(note.at)
    const texts = kind === 'restore' ? { src: null, dst: text } : { src: text, dst: null }
    const progress = new OperationProgress(this.#context.records, id)
    const owner = await this.#registered(
      { id, kind, ...texts, isFile: note.isFile, userId: by.userId, state: 'new', merge: mayReplace },
      null,
      async (own) => {
        // Who waited behind another one on the same note finds nothing to do, and one that grew meanwhile is seen
        // whole.
        const now = await this.note(noteId)
        // More was deleted in the same action: its place is not the one that is held.
        if (pathText(now.at) !== text) throw held()
        const { count, bytes } = await check(id, { note: now, owner: own })
        progress.expect(count, bytes)
        await progress.begin({
          by,
          kind,
          source: note.shown,
          destination: kind === 'restore' ? note.shown : '',
          isDir: !note.isFile,
        })
        return this.#context.registry.step(id, own.lease, (op) => {
          op.state = 'running'
          return true
        })
      },
    )
    return { id, committed: this.#engine.carryOn({ id, kind }, owner, progress) }
  }

  /** Waits until all deletes of a note are closed. @throws AppError `locked` when that takes too long */
  async #untilDeleted(noteId: string): Promise<void> {
    if (!(await this.#core.journal.until((state) => !isDeleting(state, noteId), HELD_WAIT_MS))) throw held()
  }

  /** What is being moved is told of elsewhere when that is over. @throws AppError `locked` when it takes too long */
  async #untilMoved(noteId: string): Promise<void> {
    const { journal } = this.#core
    const isMove = ({ kind }: PendingOperation) => kind === 'move'
    if (!(await journal.read()).ops.some(isMove)) return
    const texts = (await this.#context.manifests.read(noteId, { mayBeEmpty: true })).map(
      ({ bucket, key }) => `${bucket}/${key}`,
    )
    const isMoving = (op: PendingOperation) => isMove(op) && texts.some((text) => covers(op.src, op, text))
    if (!(await journal.until(({ ops }) => !ops.some(isMoving), HELD_WAIT_MS))) throw held()
  }

  /**
   * What a note has under some names, folders with all that is in them.
   * @throws AppError `notFound` when that is nothing
   */
  async #entriesOf(note: Note, names: string[]): Promise<ManifestEntry[]> {
    const wanted = new NamesAbove(names)
    const picked = (await this.#context.manifests.read(note.id)).filter(({ key }) => wanted.has(nameInNote(note, key)))
    if (picked.length === 0) throw new AppError('notFound', 'no such item in the trash')
    return picked
  }

  async restoreTo(
    { noteId, name }: { noteId: string; name: string },
    destination: Place,
    options: ChangeOptions,
  ): Promise<RunningOperation> {
    await this.#untilMoved(noteId)
    const note = await this.note(noteId)
    const entries = await this.#entriesOf(note, [name])
    const isFile = name === '' ? note.isFile : entries.some(({ key }) => nameInNote(note, key) === name)
    const pinned = entries.map((entry) => ({
      ...entry,
      name: nameInNote(note, entry.key).slice(name === '' ? 0 : name.length + 1),
    }))
    await this.#buckets.ensure(destination.bucket)
    return this.#begin(
      {
        id: this.#core.newId(),
        kind: 'copy',
        source: { at: note.at, isFile },
        destination,
        mayReplace: options.conflict === 'override',
        check: options.check,
        admit: options.admit,
        pinned,
        history: false,
      },
      options,
    )
  }

  async note(id: string): Promise<Note> {
    const note = await this.#context.notes.note(id)
    if (!note) throw new AppError('notFound', 'no such note in the trash')
    return this.#describeNote(note, await this.#core.journal.read())
  }

  async notes(
    buckets: string[],
    wish: { limit: number; after?: string | undefined },
  ): Promise<{ notes: Note[]; cursor: string | null }> {
    const { notes, cursor } = await this.#context.notes.page(buckets, wish)
    const journal = await this.#core.journal.read()
    return { notes: notes.map((note) => this.#describeNote(note, journal)), cursor }
  }

  async notesOfAction(buckets: string[], of: { userId: number; action: string }): Promise<Note[]> {
    const notes = await this.#context.notes.ofAction(buckets, of)
    const journal = await this.#core.journal.read()
    return notes.map((note) => this.#describeNote(note, journal))
  }

  #describeNote(note: NoteDocument, journal: JournalState): Note {
    return {
      // Notes of a Nido that knew deletes only have no kind.
      id: note._id,
      kind: note.kind ?? 'delete',
      by: { userId: note.userId, username: note.username, action: note.action ?? '' },
      at: place(note.bucket, note.path),
      shown: note.shown,
      isFile: note.isFile,
      things: note.things ?? 1,
      names: note.names ?? [],
      // What is taken out of a growing note may be counted before it is.
      when: new Date(note.when),
      expires: new Date(note.when + this.#buckets.retentionDays * DAY_MS),
      count: Math.max(0, note.count),
      bytes: Math.max(0, note.bytes),
      pending: isDeleting(journal, note._id),
    }
  }

  async noted(id: string, isWhole = false): Promise<{ name: string; size: number; thing: string }[]> {
    if (isWhole) await this.#untilDeleted(id)
    const note = await this.note(id)
    const entries = newestOfKeys(await this.#context.manifests.read(id))
    if (note.kind === 'replace')
      return entries.map(({ key, size }) => ({ name: nameInNote(note, key), size, thing: nameInNote(note, key) }))
    return thingsIn(entries).flatMap((thing) =>
      thing.entries.map(({ key, size }) => ({
        name: nameInNote(note, key),
        size,
        thing: nameInNote(note, thing.target.at.path),
      })),
    )
  }

  async pending(): Promise<string[]> {
    return (await this.#core.journal.read()).ops.map(({ id }) => id)
  }

  async list(userId: number): Promise<OperationRecord[]> {
    const documents = await this.#context.records.ofUser(userId)
    const journal = await this.#core.journal.read()
    return documents.map((document) => recordOf({ ...document, state: stateIn(journal, document) }))
  }

  async recent(): Promise<{ userId: number; record: OperationRecord }[]> {
    const documents = await this.#context.records.since(this.#core.now() - RECENT_MS)
    const journal = await this.#core.journal.read()
    return documents.map((document) => ({
      userId: document.userId,
      record: recordOf({ ...document, state: stateIn(journal, document) }),
    }))
  }

  async get(id: string, userId: number): Promise<OperationRecord> {
    const document = await this.#context.records.get(id)
    if (!document || document.userId !== userId) throw new AppError('notFound', 'there is no such operation')
    return recordOf({ ...document, state: stateIn(await this.#core.journal.read(), document) })
  }

  async cancel(id: string, userId: number): Promise<void> {
    await this.get(id, userId)
    if (!(await this.#context.registry.cancel(id))) throw new AppError('conflict', 'it has happened already')
  }
}

/**
 * What a key is called in a note: relative to its place, which may have grown since; '' for a file that is all of it.
 */
const tooLate = (cause: unknown): AppError =>
  new AppError('unavailable', 'it took too long to begin; nothing was done', { cause, retryAfter: 5 })
const nameInNote = ({ at, isFile }: Pick<Note, 'at' | 'isFile'>, key: string): string =>
  isFile ? '' : key.slice(folderKey(at).length)
