// What operations note for the trash beside what they delete: files that they replace, move out of the way or leave
// behind. Each note is there before what it tells of happens.
import { createHash } from 'node:crypto'
import type { Listed } from '../listing.ts'
import { noteNamed } from '../journal.ts'
import { isBelow, place, placeOfText } from '../paths.ts'
import { type ManifestEntry, namesTold, sizeOf } from './manifests.ts'
import type { NoteDocument } from './note-keys.ts'
import type { OperationRound } from './worker.ts'

type Noting = Pick<OperationRound, 'context' | 'op'>

/** An id of a note of an operation's own. A restore's own id comes before that of the note it works on. */
const noteId = (operationId: string, what: string): string => `${operationId.split('-', 1)[0]}${what}`
/** The id of the note of what an operation replaces. */
export const replacedId = (operationId: string): string => noteId(operationId, 'r')

/**
 * Who works on an operation, and how it calls the places; what is over in a moment has no record, but a delete has its
 * note.
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

/** Makes a note, or adds to one that was there; what it has is there before it. */
async function putNote(
  { context }: Noting,
  note: Omit<NoteDocument, 'names' | 'when' | 'count' | 'bytes'>,
  entries: ManifestEntry[],
): Promise<void> {
  await context.manifests.add(note._id, context.core.newId(), entries)
  const all = await context.manifests.read(note._id)
  const told = { names: note.kind === 'replace' ? namesTold(all) : [], ...sizeOf(all) }
  if (!(await context.notes.insertIfAbsent({ ...note, ...told, when: context.core.now() })))
    await context.notes.update(note._id, told)
  // What is left behind lay beneath what was moved: what a note tells of its end has happened.
  if (note.kind === 'replace') await context.doubts.drop(note._id, entries)
}

/**
 * Notes what an operation is about to replace at its destination. Done again, by another owner too, it adds to what was
 * noted.
 */
export async function noteReplaced(noting: Noting, entries: ManifestEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { op } = noting
  const { userId, username, action, destination } = await wordsOf(noting)
  const { bucket, path } = placeOfText(op.dst ?? '')
  const note = {
    _id: replacedId(op.id),
    kind: 'replace' as const,
    action,
    userId,
    username,
    bucket,
    path,
    isFile: op.isFile,
  }
  await putNote(noting, { ...note, shown: destination || `/${path}` }, entries)
}

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

/** Notes the older versions that a move to another bucket leaves behind, as if they had been deleted there. */
export async function noteLeftBehind(noting: Noting, entries: ManifestEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { op } = noting
  const { userId, username, action, source } = await wordsOf(noting)
  const { bucket, path } = placeOfText(op.src ?? '')
  const note = {
    _id: noteId(op.id, 'b'),
    kind: 'delete' as const,
    action,
    userId,
    username,
    bucket,
    path,
    isFile: op.isFile,
  }
  await putNote(noting, { ...note, shown: source || `/${path}` }, entries)
}

/** How a person calls a place at, above or below one whose name they know; texts of `pathText`. */
function shownAs(text: string, base: { text: string; shown: string }): string {
  if (base.shown !== '' && isBelow(text, base.text)) return base.shown + text.slice(base.text.length)
  const levels = isBelow(base.text, text) ? base.text.slice(text.length).split('/').length - 1 : 0
  const segments = base.shown.split('/')
  return levels > 0 && levels < segments.length - 1
    ? segments.slice(0, -levels).join('/')
    : `/${placeOfText(text).path}`
}

/** An operation that was undone has replaced nothing. */
export async function forgetReplaced({ context, op }: Noting): Promise<void> {
  await context.notes.remove([replacedId(op.id)])
  await context.manifests.remove(replacedId(op.id))
}
