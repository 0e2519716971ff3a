// Which pending operations belong to a note of the trash.
import { type JournalState, noteNamed, type PendingOperation } from './journal-state.ts'

/** The pending operations of a trash note: deletes that add to it, and what works on it. */
export const operationsOf = ({ ops }: Pick<JournalState, 'ops'>, noteId: string): PendingOperation[] =>
  ops.filter((op) => noteNamed(op) === noteId)

/** Whether a delete that belongs to a trash note is pending. */
export const isDeleting = (state: Pick<JournalState, 'ops'>, noteId: string): boolean =>
  operationsOf(state, noteId).some(({ kind }) => kind === 'delete')
