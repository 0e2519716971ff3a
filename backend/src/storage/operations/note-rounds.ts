// How what works on a note of the trash goes on and ends: restores and purges alike.
import type { Author, Note } from '../types.ts'
import type { ManifestEntry, Size } from './manifests.ts'
import type { NoteDocument } from './note-keys.ts'
import { noteIdOf } from './notes.ts'
import type { JournalEdit, Outcome } from './registry.ts'
import { inRounds, type OperationRound, type OperationRun } from './worker.ts'

/** Files that are worked on at once, between two looks whether somebody has cancelled it. */
export const NOTE_BATCH = 250

/** What is asked to be done with a note. */
export interface NoteRequest {
  note: Note
  by: Author
}

/** Makes the record that the tray shows of it; answers how the operation goes on. */
export async function beginOnNote(run: OperationRun, { note, by }: NoteRequest, size: Size): Promise<JournalEdit> {
  const isRestore = run.kind === 'restore'
  run.progress.expect(size.count, size.bytes)
  await run.progress.begin({
    by,
    kind: isRestore ? 'restore' : 'purge',
    source: note.shown,
    destination: isRestore ? note.shown : '',
    isDir: !note.isFile,
  })
  return (op) => {
    op.state = 'running'
    return true
  }
}

/** A round of work on a note. `noted`: all that the note has. `note` is null where an earlier owner has removed it. */
export interface NoteRound extends OperationRound {
  noteId: string
  note: NoteDocument | null
  noteKind: Note['kind']
  noted: ManifestEntry[]
}

/** Repeats rounds as `inRounds` does, each with the note as it is then. */
export function inNoteRounds(run: OperationRun, work: (round: NoteRound) => Promise<Outcome | null>): Promise<Outcome> {
  return inRounds(run, async (round) => {
    const { notes, manifests } = run.context
    const noteId = noteIdOf(run.id)
    const note = await notes.note(noteId)
    const noted = await manifests.read(noteId)
    return work({ ...round, noteId, note, noteKind: note?.kind ?? kindOf(noted), noted })
  })
}

/** The kind of a note by its entries: only what was replaced has a successor. */
const kindOf = (noted: readonly ManifestEntry[]): Note['kind'] =>
  noted.some(({ successor }) => successor !== undefined) ? 'replace' : 'delete'

/** Closes it. `isStopped`: it was cancelled and something of the note is left. Null where it is another's by now. */
export async function closeNoteRound(round: NoteRound, isStopped: boolean): Promise<Outcome | null> {
  const how = isStopped ? 'stopped' : 'running'
  if (!(await round.context.registry.close(round, how))) return null
  return isStopped ? 'stopped' : 'done'
}
