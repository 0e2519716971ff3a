// The notes of what is deleted. Deletes that a person names as one action join one note for some minutes: its place
// widens to the folder that holds them all. Who joins has registered its delete, and while that is pending nobody
// restores or ends the note.
import { createHash } from 'node:crypto'
import { NAMES_TOLD } from '../../../contract/trash.ts'
import { createBatch } from '../../lib/batch.ts'
import type { StorageCore } from '../core.ts'
import { type PendingOperation, noteNamed } from '../journal.ts'
import { folderAround, isBelow, nameOf, pathText, type Place, place, placeOfText } from '../paths.ts'
import type { Author, ChangeOptions } from '../types.ts'
import { type Holding, holdingPlace } from './holding.ts'
import type { Size } from './manifests.ts'
import type { NoteDocument } from './note-keys.ts'
import { removeEmpty } from './notes.ts'
import type { NoteStore } from './note-store.ts'
import type { Target } from './stacks.ts'

/** A note is joined within a stretch of time of this length: all that is deleted stays longer. */
const JOIN_WINDOW_MS = 10 * 60_000

type Sum = Required<Pick<NoteDocument, 'things' | 'count' | 'bytes'>>

/** What is to be deleted. `wanted`: the note that it is to be in. */
export interface RemovalRequest {
  target: Target
  options: Omit<ChangeOptions, 'conflict'>
  wanted: string
}

/** What a delete takes; `deletedBefore`: when something of it was deleted last, in milliseconds, 0 for never. */
export interface Taken extends Size {
  deletedBefore: number
}

/** A delete that is to be noted. */
export type Deletion = RemovalRequest & Taken

export class DeletedNotes {
  readonly #core: Pick<StorageCore, 'now'>
  readonly #notes: NoteStore
  readonly #sums = new Map<string, Sum>()
  readonly #settleTogether: (id: string) => Promise<true>

  constructor(core: Pick<StorageCore, 'now'>, notes: NoteStore) {
    this.#core = core
    this.#notes = notes
    this.#settleTogether = createBatch((ids: string[]) => this.#write(ids))
  }

  /** The note that a delete is to be in: the same for all replicas, or its own where it is no part of an action. */
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
    const { wanted, deletedBefore } = deletion
    // Of one name a note has one delete, so that what comes back by it is sure. Joining ends with the window.
    const isAgain = deletedBefore > this.#core.now() - 2 * JOIN_WINDOW_MS
    if (wanted !== operationId && !isAgain && (await this.#join(wanted, deletion))) return wanted
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

  /** False where the note has left the database already. */
  async #join(id: string, deletion: Deletion): Promise<boolean> {
    for (;;) {
      const note = await this.#notes.note(id)
      if (!note) {
        if (await this.#notes.insertIfAbsent(this.#documentOf(id, deletion))) return true
        continue
      }
      const widened = widen(note, deletion.target.at)
      if (widened && !(await this.#notes.replaceKept(note, widened))) {
        if (!(await this.#notes.isKept(id))) return false
        continue
      }
      this.#add(id, deletion)
      return true
    }
  }

  #add(id: string, { count, bytes }: Deletion): void {
    this.#sums.set(id, plus(this.#sums.get(id), { things: 1, count, bytes }))
  }

  /** Writes down how much has joined a note, before what joined it is over. */
  async settle(id: string): Promise<void> {
    await this.#settleTogether(id)
  }

  async #write(ids: string[]): Promise<true[]> {
    for (const id of new Set(ids)) {
      const sum = this.#sums.get(id)
      this.#sums.delete(id)
      try {
        if (sum) await this.#notes.add(id, sum)
      } catch (error) {
        if (sum) this.#sums.set(id, plus(this.#sums.get(id), sum))
        throw error
      }
    }
    return ids.map(() => true)
  }
}

const NO_SUM: Sum = { things: 0, count: 0, bytes: 0 }
const plus = (a = NO_SUM, b: Sum): Sum => ({
  things: a.things + b.things,
  count: a.count + b.count,
  bytes: a.bytes + b.bytes,
})

/** What of a note's place and names changes when something else is deleted; null for nothing. */
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

/** A delete was refused before it happened: of its note goes what nobody else is in. */
export async function forgetDeletion(
  holding: Holding,
  op: Pick<PendingOperation, 'id' | 'src' | 'note'>,
): Promise<void> {
  const { context } = holding
  const note = noteNamed(op)
  // It is registered with the note that it wishes to join, and may have got one of its own.
  await context.notes.remove([op.id])
  if (note === op.id) return
  const wish = { at: placeOfText(op.src ?? ''), purpose: 'sweep' as const, waits: true, note }
  await holdingPlace(holding, wish, () => removeEmpty(context, note))
}
