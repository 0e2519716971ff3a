// What all operations on a note of the trash share: which note it is, where its versions lie, and taking entries out.
import { AppError } from '../../lib/app-error.ts'
import { NamesAbove } from '../../lib/names-above.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { walkYielding } from '../../lib/yielding.ts'
import type { Listed } from '../listing-page.ts'
import { isVersion } from '../metadata.ts'
import { noteNamed } from '../journal-state.ts'
import { namesAbove } from '../names.ts'
import { folderKey, type Place, place } from '../paths.ts'
import type { Note } from '../types.ts'
import { entryId, lastOfEach, type ManifestEntry } from './manifests.ts'
import type { NoteDocument } from './note-keys.ts'
import type { Target } from './stacks.ts'
import { tally, tallyOf, thingOf } from './tally.ts'
import type { OperationContext } from './worker.ts'

const PARALLEL = 16
const RETRY_S = 5

/** A note that is there, but has none of what it holds. */
export const unreadable = (): AppError =>
  new AppError('unavailable', 'what the trash holds cannot be read', { retryAfter: RETRY_S })

/** The note that an operation's id names. */
export const noteIdOf = (operationId: string): string => noteNamed({ id: operationId })

/** The position of a noted version among those of its key (oldest first); -1 if it is missing. */
export const positionOf = ({ version }: Pick<ManifestEntry, 'version'>, versions: Listed[]): number =>
  versions.findLastIndex((one) => isVersion(one, version))

/** Takes entries out of a note, and removes an empty one. Entries that are added meanwhile stay. */
export async function takeOut(context: NoteContext, noteId: string, entries: readonly ManifestEntry[]): Promise<void> {
  const taken = new Set(entries.map(entryId))
  const note = await context.notes.note(noteId)
  const told = await context.manifests.read(noteId)
  await takeOutTold(context, { noteId, note, told, isTaken: (entry) => taken.has(entryId(entry)) })
}

/**
 * Removes the note of a delete with the batches that were read of its manifest. Nobody adds to such a note while
 * somebody works on it: a delete of the same action waits.
 */
export async function endDeletedNote(
  { notes, manifests }: NoteContext,
  noteId: string,
  batches: string[],
): Promise<void> {
  // The note goes first: an existing note is never empty.
  await notes.remove([noteId])
  await manifests.drop(batches)
}

/** Takes out the entry of one write. Another write of the same action may have noted the same version. */
export async function takeOutWrite(context: NoteContext, noteId: string, write: ManifestEntry): Promise<void> {
  const isTaken = (entry: ManifestEntry) => entryId(entry) === entryId(write) && entry.successor === write.successor
  const note = await context.notes.note(noteId)
  const told = await context.manifests.readAll(noteId)
  // A single listing may have missed it.
  if (told.some(isTaken)) await takeOutTold(context, { noteId, note, told, isTaken })
}

/** `note`: as it was before its manifest was read. */
interface Taking {
  noteId: string
  note: NoteDocument | null
  told: ManifestEntry[]
  isTaken(entry: ManifestEntry): boolean
}

async function takeOutTold(context: NoteContext, { noteId, note, told, isTaken }: Taking): Promise<void> {
  const left = told.filter((entry) => !isTaken(entry))
  // The note goes first: an existing note is never empty.
  if (left.length === 0) await context.notes.remove([noteId])
  await context.manifests.change(noteId, (entry) => (isTaken(entry) ? null : entry))
  if (left.length === 0) {
    await context.manifests.replaceBetween(noteId, '', [])
    // Its writer may have read it a moment ago, and written the note again.
    return removeEmpty(context, noteId)
  }
  if (note) await setSums(context, note, left)
}

/**
 * Gives a note the sums of what its manifest has now.
 * @param note as it was before the manifest was read
 */
export async function setSums(
  context: NoteContext,
  note: NoteDocument,
  entries: readonly ManifestEntry[],
): Promise<void> {
  if (!(await context.notes.setSums(note, tallyOf(note.kind, entries)))) await recount(context, note._id)
}

/** Removes a note if it is empty. */
export async function removeEmpty({ notes, manifests }: NoteContext, noteId: string): Promise<void> {
  if ((await manifests.read(noteId, { mayBeEmpty: true })).length === 0) await notes.remove([noteId])
}

/** The last entry of each key: a late upload may have been noted after the first one, and is what comes back. */
export const newestOfKeys = (entries: readonly ManifestEntry[]): Promise<ManifestEntry[]> =>
  lastOfEach(entries, ({ key }) => key)

/** What is needed to count notes and to change them. */
export type NoteContext = Pick<OperationContext, 'notes' | 'manifests'>

/**
 * Counts a note from its manifest; again, where somebody has changed its sums meanwhile. Answers how often it has been
 * counted by now (`NoteDocument.recounts`); null where it is gone.
 */
export async function recount({ notes, manifests }: NoteContext, noteId: string): Promise<number | null> {
  for (;;) {
    const note = await notes.note(noteId)
    if (!note) return null
    if (await notes.setSums(note, await tally(manifests, noteId, note.kind))) return (note.recounts ?? 0) + 1
  }
}

/** A version that a write has replaced, or was about to. */
export interface ReplacedVersion {
  version: string
  successor: string
}

/** The note with the version that a write has replaced; null for none. */
export async function noteOfReplaced(
  { notes, manifests }: NoteContext,
  at: Place,
  { version, successor }: ReplacedVersion,
): Promise<{ id: string; entry: ManifestEntry } | null> {
  const listings = await notes.listings()
  for (const { _id: id } of await listings.replacing(at.bucket, ['', ...namesAbove(at), at.path])) {
    const all = await manifests.readAll(id)
    const entry = all.find((one) => one.key === at.path && one.version === version && one.successor === successor)
    if (entry) return { id, entry }
  }
  return null
}

/**
 * What a key is called in a note: relative to its place, which may have grown since; '' for a file that is all of it.
 */
export const nameOfNotedKey = ({ at, isFile }: Pick<Note, 'at' | 'isFile'>, key: string): string =>
  isFile ? '' : key.slice(folderKey(at).length)

/**
 * What a note has under some names, folders with all that is in them; all of it without names.
 * @throws AppError `notFound` when that is nothing
 */
export async function entriesNamed(
  { manifests }: Pick<OperationContext, 'manifests'>,
  note: Pick<Note, 'id' | 'at' | 'isFile'>,
  names: string[] = [''],
): Promise<ManifestEntry[]> {
  return pickNamed(note, await manifests.read(note.id), names)
}

/** The same of what was read of a note. @throws AppError `notFound` */
export function pickNamed(
  note: Pick<Note, 'at' | 'isFile'>,
  noted: ManifestEntry[],
  names: string[] = [''],
): ManifestEntry[] {
  const wanted = new NamesAbove(names)
  const picked = noted.filter(({ key }) => wanted.has(nameOfNotedKey(note, key)))
  if (picked.length === 0) throw new AppError('notFound', 'no such item in the trash')
  return picked
}

/** One thing that was deleted, and what of it is noted. */
export interface NotedThing {
  target: Target
  entries: ManifestEntry[]
}

/** The things that were deleted: the name of an entry is relative to its own thing. */
export async function thingsIn(entries: readonly ManifestEntry[]): Promise<NotedThing[]> {
  const things = new Map<string, NotedThing>()
  await walkYielding(entries, (entry) => {
    const { path, isFile } = thingOf(entry)
    const id = `${isFile} ${path}`
    const thing = things.get(id) ?? { target: { at: place(entry.bucket, path), isFile }, entries: [] }
    thing.entries.push(entry)
    things.set(id, thing)
  })
  return [...things.values()]
}

/** Removes all notes that were made before a time. */
export async function endNotes(
  { notes, manifests }: Pick<OperationContext, 'notes' | 'manifests'>,
  before: number,
): Promise<void> {
  const listings = await notes.listings()
  for (let ids = await listings.before(before); ids.length > 0; ids = await listings.before(before)) {
    await mapParallel(ids, PARALLEL, (id) => manifests.remove(id))
    await notes.remove(ids)
  }
}
