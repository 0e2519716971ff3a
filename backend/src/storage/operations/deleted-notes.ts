// The notes of deletes. For some minutes, deletes of one action share a note, whose place widens to the folder that
// holds them all. A delete is registered before it joins a note, and while it is pending nobody restores or removes
// the note.
import { createHash } from 'node:crypto'
import { NAMES_TOLD } from '../../../contract/trash.ts'
import { createBatch } from '../../lib/batch.ts'
import type { StorageCore } from '../core.ts'
import { type PendingOperation, noteNamed } from '../journal-state.ts'
import { folderAround, isBelow, nameOf, overlap, pathText, type Place, place, placeOfText } from '../paths.ts'
import type { Author, PlaceUsage, RemovalOptions } from '../types.ts'
import { type Holding, holdingPlace } from './holding.ts'
import type { Manifests, Size } from './manifests.ts'
import type { NoteDocument } from './note-keys.ts'
import { recount, removeEmpty } from './notes.ts'
import type { NoteStore } from './note-store.ts'
import type { Target } from './stacks.ts'

/** Deletes share a note within this time. Deleted versions stay longer than that. */
const JOIN_WINDOW_MS = 10 * 60_000
/** No note was counted so often. */
const UNKNOWN = -1

type Sum = Required<Pick<NoteDocument, 'things' | 'count' | 'bytes'>>

/**
 * A delete that is in a note with others. `sum`: what it adds to the note when it is over; `recounts`: how often the
 * note had been counted before the delete had entries in its manifest.
 */
interface Joined {
  noteId: string
  sum: Sum
  recounts: number
}

/**
 * What is to be deleted. `wanted`: the note that it is to be in. `expected`: about what a tree has in it,
 * where it need not be listed first.
 */
export interface RemovalRequest {
  target: Target
  options: RemovalOptions
  wanted: string
  expected: PlaceUsage | null
}

/** What a delete takes; `deletedBefore`: when something of it was deleted last, in milliseconds, 0 for never. */
export interface Taken extends Size {
  deletedBefore(): Promise<number>
}

/** A delete that is to be noted. */
export type Deletion = RemovalRequest & Taken

export class DeletedNotes {
  readonly #core: Pick<StorageCore, 'now'>
  readonly #notes: NoteStore
  readonly #manifests: Manifests
  /** By the operation's id. */
  readonly #joined = new Map<string, Joined>()
  readonly #settleTogether: (operationId: string) => Promise<true>

  constructor(core: Pick<StorageCore, 'now'>, notes: NoteStore, manifests: Manifests) {
    this.#core = core
    this.#notes = notes
    this.#manifests = manifests
    this.#settleTogether = createBatch((ids: string[]) => this.#write(ids))
  }

  /** The id of the note for a delete: the same in all replicas, or its own if it is not part of an action. */
  idFor(operationId: string, bucket: string, { userId, action }: Author): string {
    if (!action) return operationId
    const window = Math.floor(this.#core.now() / JOIN_WINDOW_MS)
    return `${createHash('sha256')
      .update(JSON.stringify([userId, bucket, action, window]))
      .digest('hex')
      .slice(0, 32)}d`
  }

  /** Notes a delete before it happens; answers in which note. */
  async add(operationId: string, deletion: Deletion): Promise<string> {
    const { wanted } = deletion
    if (wanted !== operationId && (await this.#join(operationId, deletion))) return wanted
    await this.#notes.insert(this.#documentOf(operationId, deletion))
    return operationId
  }

  #documentOf(_id: string, { target, options, count, bytes }: Deletion): NoteDocument {
    const { at, isFile } = target
    const { by, shown } = options
    return {
      _id,
      kind: 'delete',
      action: by.action ?? '',
      userId: by.userId,
      username: by.username,
      bucket: at.bucket,
      path: at.path,
      shown: shown.source,
      isFile,
      things: 1,
      names: [nameOf(at.path)],
      when: this.#core.now(),
      count,
      bytes,
    }
  }

  /** A note has one delete of each name, so that it is clear what a restore brings back. */
  async #mayHave({ bucket, path }: NoteDocument, { target, deletedBefore }: Deletion): Promise<boolean> {
    if (!overlap(pathText(target.at), pathText(place(bucket, path)))) return false
    return (await deletedBefore()) > this.#core.now() - 2 * JOIN_WINDOW_MS
  }

  /** False if the note is no longer in the database, or may have deleted some of the same. */
  async #join(operationId: string, deletion: Deletion): Promise<boolean> {
    const { wanted: noteId, count, bytes } = deletion
    for (;;) {
      const note = await this.#notes.note(noteId)
      if (!note) {
        if (await this.#notes.insertIfAbsent(this.#documentOf(noteId, deletion))) {
          this.#joined.set(operationId, { noteId, sum: NO_SUM, recounts: 0 })
          return true
        }
        continue
      }
      if (await this.#mayHave(note, deletion)) return false
      const widened = widen(note, deletion.target.at)
      if (widened && !(await this.#notes.replaceKept(note, widened))) {
        if (!(await this.#notes.isKept(noteId))) return false
        continue
      }
      this.#joined.set(operationId, { noteId, sum: { things: 1, count, bytes }, recounts: note.recounts ?? 0 })
      return true
    }
  }

  /** Forgets a delete that was refused. */
  forget(operationId: string): void {
    this.#joined.delete(operationId)
  }

  /** Makes the sums of its note those with a delete in it, if the delete has joined one, before it closes. */
  async settle(operationId: string): Promise<void> {
    await this.#settleTogether(operationId)
  }

  async #write(operationIds: string[]): Promise<true[]> {
    const settled = operationIds.flatMap((id) => {
      const joined = this.#joined.get(id)
      return joined ? [{ id, joined }] : []
    })
    for (const [noteId, all] of Map.groupBy(settled, ({ joined }) => joined.noteId)) {
      try {
        await this.#addTo(
          noteId,
          all.map(({ joined }) => joined),
        )
      } catch (error) {
        // Nobody knows whether they were added: the next time the note is counted.
        for (const { joined } of all) joined.recounts = UNKNOWN
        throw error
      }
      for (const { id } of all) this.#joined.delete(id)
    }
    return operationIds.map(() => true)
  }

  async #addTo(noteId: string, joined: Joined[]): Promise<void> {
    const [{ recounts } = { recounts: 0 }] = joined
    const sum = joined.reduce((total, one) => plus(total, one.sum), NO_SUM)
    const isSame = joined.every((one) => one.recounts === recounts)
    if (isSame && sum.things === 0 && ((await this.#notes.note(noteId))?.recounts ?? 0) === recounts) return
    if (isSame && (await this.#notes.add(noteId, sum, recounts))) return
    await recount({ notes: this.#notes, manifests: this.#manifests }, noteId)
  }
}

const NO_SUM: Sum = { things: 0, count: 0, bytes: 0 }
const plus = (a: Sum, b: Sum): Sum => ({
  things: a.things + b.things,
  count: a.count + b.count,
  bytes: a.bytes + b.bytes,
})

/** How the place and names of a note change when another delete joins it; null if they do not. */
function widen(note: NoteDocument, at: Place): Partial<NoteDocument> | null {
  let [own, { shown }] = [place(note.bucket, note.path), note]
  let isFile = note.isFile
  while (isFile || !isBelow(pathText(at), pathText(own))) {
    own = folderAround(own) ?? place(note.bucket, '')
    shown = shown.slice(0, Math.max(1, shown.lastIndexOf('/')))
    isFile = false
  }
  const names = note.names.length < NAMES_TOLD ? [...note.names, nameOf(at.path)] : note.names
  return own.path === note.path && names === note.names ? null : { path: own.path, shown, isFile, names }
}

/** Takes back the note of a delete that was refused, unless other deletes are in it. */
export async function forgetDeletion(
  holding: Holding,
  op: Pick<PendingOperation, 'id' | 'src' | 'note'>,
): Promise<void> {
  const { context } = holding
  const note = noteNamed(op)
  context.deleted.forget(op.id)
  // It is registered with the note that it wants to join, but may have got one of its own.
  await context.notes.remove([op.id])
  if (note === op.id) return
  const wish = { at: placeOfText(op.src ?? ''), purpose: 'sweep' as const, waits: true, note }
  await holdingPlace(holding, wish, () => removeEmpty(context, note))
}
