// How what works on a note of the trash goes on and ends: restores and purges alike.
import { eachYielding } from '../../lib/yielding.ts'
import type { PendingOperation } from '../journal-state.ts'
import type { Author, Note } from '../types.ts'
import type { FoundVersions } from './judging.ts'
import { entryId, type ManifestContent, type ManifestEntry, type Size, sizeOf } from './manifests.ts'
import { endDeletedNote, newestOfKeys, noteIdOf, takeOut } from './notes.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit, Outcome } from './registry.ts'
import { compareNames } from './windows.ts'
import { inRounds, type OperationContext, type OperationRound, type OperationRun } from './worker.ts'

/** Files that are worked on at once, between two looks whether somebody has cancelled it. */
export const NOTE_BATCH = 250

/** What is asked to be done with a note. */
export interface NoteRequest {
  note: Note
  by: Author
}

/** `seen`: readers see it at once, and what the journal tells them of it. */
interface Beginning extends Size {
  seen?: Pick<PendingOperation, 'alone' | 'first'> | null
}

/** Makes the record that the tray shows of it; answers how the operation goes on. */
export async function beginOnNote(
  run: OperationRun,
  { note, by }: NoteRequest,
  { count, bytes, seen = null }: Beginning,
): Promise<JournalEdit> {
  const isRestore = run.kind === 'restore'
  run.progress.expect(count, bytes)
  await run.progress.begin({
    by,
    kind: isRestore ? 'restore' : 'purge',
    source: note.shown,
    destination: isRestore ? note.shown : '',
    isDir: !note.isFile,
  })
  return (op) => {
    Object.assign(op, seen)
    op.state = seen ? 'shown' : 'running'
    return true
  }
}

/**
 * Writes down what of a note an operation works on, where that may be less than the note has: only some of it is asked
 * for, or files were replaced, and writes add to their note meanwhile. Whoever carries the operation on reads it.
 */
export async function keepAsked(
  { id, context: { work } }: OperationRun,
  entries: readonly ManifestEntry[],
  onRefused: OnRefused,
): Promise<void> {
  onRefused(() => work.drop([id]))
  await work.keep(id, eachYielding(entries.toSorted((a, b) => compareNames(a.name, b.name))))
}

/** What of the note of a round is worked on and still in it: all of it, or what is written down. */
export async function askedOf({ context, id, noted: { entries } }: NoteRound): Promise<ManifestEntry[]> {
  const asked = await context.work.read(id)
  if (!asked) return entries
  const ids = new Set(asked.map(entryId))
  return entries.filter((entry) => ids.has(entryId(entry)))
}

/**
 * A note and what it has. `isThere`: false where an earlier owner has removed the note. `isWhole`: its manifest was
 * listed with as many files as the note counts.
 */
export interface ReadNote {
  isThere: boolean
  isWhole: boolean
  noteKind: Note['kind']
  noted: ManifestContent
}

/**
 * A note as a restore was checked by it. `entries`: what of it comes back. `found`: of each part, in their order, what
 * its owner need not look at again, or null.
 */
export interface CheckedNote extends ReadNote {
  entries: ManifestEntry[]
  found: (FoundVersions | null)[]
}

/** A round of work on a note. `checked`: what a restore was checked by, where nothing has been done since. */
export interface NoteRound extends OperationRound, ReadNote {
  noteId: string
  checked: CheckedNote | undefined
}

/** Repeats rounds as `inRounds` does, each with the note as it is then: in the first one as it was checked. */
export function inNoteRounds(run: OperationRun, work: (round: NoteRound) => Promise<Outcome | null>): Promise<Outcome> {
  let { checked } = run
  return inRounds(run, async (round) => {
    const noteId = noteIdOf(run.id)
    const known = checked
    checked = undefined
    return work({ ...round, noteId, checked: known, ...(known ?? (await readNote(run.context, noteId))) })
  })
}

async function readNote({ notes, manifests }: OperationContext, noteId: string): Promise<ReadNote> {
  const note = await notes.note(noteId)
  return noteAsRead(note, await manifests.open(noteId))
}

/** A note, or null where there is none any more, with its manifest. */
export async function noteAsRead(note: Pick<Note, 'kind' | 'count'> | null, noted: ManifestContent): Promise<ReadNote> {
  const isWhole = noted.entries.length > 0 && sizeOf(await newestOfKeys(noted.entries)).count === note?.count
  return { isThere: note !== null, isWhole, noteKind: note?.kind ?? kindOf(noted.entries), noted }
}

/** The kind of a note by its entries: only what was replaced has a successor. */
const kindOf = (noted: readonly ManifestEntry[]): Note['kind'] =>
  noted.some(({ successor }) => successor !== undefined) ? 'replace' : 'delete'

/** Takes entries out of the note of a round; a delete's note that was read whole goes at once with all that it had. */
export async function takeOutOf(round: NoteRound, entries: readonly ManifestEntry[]): Promise<void> {
  const { context, noteId, noteKind, noted, isWhole } = round
  const isAll = isWhole && entries.length === noted.entries.length
  if (noteKind === 'delete' && isAll) await endDeletedNote(context, noteId, noted.batches)
  else await takeOut(context, noteId, entries)
}

/**
 * Closes it. Null where it is another's by now.
 * @param isStopped it was cancelled and something of the note is left
 * @param isPart only some of the note was asked for
 */
export async function closeNoteRound(round: NoteRound, isStopped: boolean, isPart = false): Promise<Outcome | null> {
  const { context, id, noteKind } = round
  if (!(await context.registry.close(round, isStopped ? 'stopped' : 'running'))) return null
  if (isPart || noteKind === 'replace') await context.work.drop([id])
  return isStopped ? 'stopped' : 'done'
}
