// Notes of operations about files that they replace, move out of the way or leave behind. Each note is made before what
// it describes happens.
import { createHash } from 'node:crypto'
import type { Listed } from '../listing-page.ts'
import { noteNamed } from '../journal-state.ts'
import { isBelow, place, placeOfText } from '../paths.ts'
import type { ManifestEntry } from './manifests.ts'
import type { NoteDocument } from './note-keys.ts'
import { recount, removeEmpty } from './notes.ts'
import { tally } from './tally.ts'
import type { OperationContext, OperationRound } from './worker.ts'

type Noting = Pick<OperationRound, 'context' | 'owner' | 'op'>

/** The id of a note that an operation makes. The id of a restore also names the note that it works on. */
const noteId = (operationId: string, what: string): string => `${operationId.split('-', 1)[0]}${what}`
/** The id of the note of what an operation replaces. */
export const replacedId = (operationId: string): string => noteId(operationId, 'r')

/**
 * Who asked for an operation, and the paths as that person sees them. Short operations have no record, but a delete has
 * its note.
 */
async function wordsOf({
  context,
  op,
}: Noting): Promise<Pick<NoteDocument, 'userId' | 'username' | 'action'> & { source: string; destination: string }> {
  const record = await context.records.get(op.id)
  if (record) return record
  const note = await context.notes.note(noteNamed(op))
  return {
    userId: op.userId,
    username: note?.username ?? '',
    action: note?.action ?? '',
    source: note?.shown ?? '',
    destination: '',
  }
}

type OwnNote = Omit<NoteDocument, 'names' | 'when' | 'count' | 'bytes'>

/** Makes a note, or adds to an existing one. Its entries are written first. */
async function putNote({ context, owner }: Noting, note: OwnNote, entries: ManifestEntry[]): Promise<void> {
  await owner.manifests.add(note._id, context.core.newId(), entries)
  const told = await tally(context.manifests, note._id, note.kind)
  if (!(await context.notes.insertIfAbsent({ ...note, ...told, when: context.core.now() })))
    await recount(context, note._id)
  await dropDoubts(context, note, entries)
}

/** Takes replaced versions out of doubtful notes. Versions left behind lay beneath others, so they are not in these. */
async function dropDoubts({ doubts }: OperationContext, note: OwnNote, entries: ManifestEntry[]): Promise<void> {
  if (note.kind === 'replace') await doubts.drop(note._id, entries)
}

/**
 * A note that grows with the batches of an operation. Done again, by another owner too, it adds to what was noted.
 */
class NoteInBatches {
  readonly #noting: Noting
  readonly #describe: () => Promise<OwnNote>
  #note: OwnNote | null = null
  #isTold = true

  constructor(noting: Noting, describe: () => Promise<OwnNote>) {
    this.#noting = noting
    this.#describe = describe
  }

  /** Notes what is about to happen. */
  async add(entries: ManifestEntry[]): Promise<void> {
    if (entries.length === 0) return
    const { context, owner } = this.#noting
    if (!this.#note) {
      this.#note = await this.#describe()
      return putNote(this.#noting, this.#note, entries)
    }
    this.#isTold = false
    await owner.manifests.add(this.#note._id, context.core.newId(), entries)
    await dropDoubts(context, this.#note, entries)
  }

  /** Counts what was added since the note was made. */
  async end(): Promise<void> {
    const { context } = this.#noting
    if (this.#note && !this.#isTold) await recount(context, this.#note._id)
  }
}

/** What a note of all of one end of an operation tells of it. */
async function describeEnd(noting: Noting, end: 'source' | 'destination'): Promise<Omit<OwnNote, '_id' | 'kind'>> {
  const { op } = noting
  const { userId, username, action, ...shown } = await wordsOf(noting)
  const { bucket, path } = placeOfText((end === 'source' ? op.src : op.dst) ?? '')
  return { userId, username, action, bucket, path, isFile: op.isFile, shown: shown[end] || `/${path}` }
}

/** The note of what an operation is about to replace at its destination. */
export class ReplacedNote extends NoteInBatches {
  constructor(noting: Noting) {
    super(noting, async () => ({
      _id: replacedId(noting.op.id),
      kind: 'replace',
      ...(await describeEnd(noting, 'destination')),
    }))
  }
}

/** The note of older versions that a move to another bucket leaves behind, as if they had been deleted there. */
export class LeftBehindNote extends NoteInBatches {
  constructor(noting: Noting) {
    super(noting, async () => ({
      _id: noteId(noting.op.id, 'b'),
      kind: 'delete',
      ...(await describeEnd(noting, 'source')),
    }))
  }
}

/** Notes what an operation is about to replace at its destination. */
export const noteReplaced = (noting: Noting, entries: ManifestEntry[]): Promise<void> =>
  new ReplacedNote(noting).add(entries)

/**
 * Notes a live file that an operation is about to move out of its way: another tool, or a late upload, put it at the
 * name of a folder.
 */
export async function noteMovedAside(noting: Noting, bucket: string, { key, version, size }: Listed): Promise<void> {
  const { op } = noting
  const { userId, username, action, source, destination } = await wordsOf(noting)
  const base =
    op.dst !== null && destination !== ''
      ? { text: op.dst, shown: destination }
      : { text: op.src ?? op.dst ?? '', shown: source }
  const _id = noteId(op.id, `w${createHash('sha256').update(key).digest('hex').slice(0, 12)}`)
  const note = { _id, kind: 'replace' as const, action, userId, username, bucket, path: key, isFile: true }
  await putNote(noting, { ...note, shown: shownAs(`${bucket}/${key}`, base) }, [
    { bucket, key, name: key, version, size },
  ])
  if (version !== '') await noting.context.core.onHistory({ at: place(bucket, key), bytes: size })
}

/** The path, as a person sees it, of a place at, above or below one whose shown path is known; texts of `pathText`. */
function shownAs(text: string, base: { text: string; shown: string }): string {
  if (base.shown !== '' && isBelow(text, base.text)) return base.shown + text.slice(base.text.length)
  const levels = isBelow(base.text, text) ? base.text.slice(text.length).split('/').length - 1 : 0
  const segments = base.shown.split('/')
  return levels > 0 && levels < segments.length - 1
    ? segments.slice(0, -levels).join('/')
    : `/${placeOfText(text).path}`
}

/** Removes the note of replaced files of an operation that was undone. */
export async function forgetReplaced({ context, op }: Noting): Promise<void> {
  await context.notes.remove([replacedId(op.id)])
  await context.manifests.remove(replacedId(op.id))
  // It may have been on its way out of the database.
  await removeEmpty(context, replacedId(op.id))
}
