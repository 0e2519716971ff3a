// The rows of the trash: actions, and what lies in one of them.
import type { Item } from '../../../../backend/contract/resources.ts'
import type { TrashNote } from '../../../../backend/contract/trash.ts'
import { childOf, nameOf } from '../../lib/paths.ts'

/** One row of the trash: a whole action, or something that lies in one. */
export interface TrashRow {
  /** Tells it from the other rows: a note's id, or a path in the note. */
  key: string
  note: TrashNote
  /** Path in the note; '' for all of it. */
  below: string
  /** Where it was before. */
  path: string
  name: string
  isDir: boolean
  size: number
}

/** What is told of one action on two pages is one row. */
export function together(notes: readonly TrashNote[]): TrashNote[] {
  const rows = new Map<string, TrashNote>()
  for (const note of notes) {
    const known = rows.get(note.id)
    rows.set(
      note.id,
      known === undefined
        ? note
        : {
            ...known,
            things: known.things + note.things,
            count: known.count + note.count,
            bytes: known.bytes + note.bytes,
          },
    )
  }
  return [...rows.values()]
}

/**
 * Whether an action's path is the folder that holds its things, and not its only thing: files that came into a folder
 * replaced some of its own.
 */
export const isHolder = ({ things, kind, isDir }: TrashNote): boolean => things > 1 || (kind === 'replace' && isDir)

/** An action as a row; one of several things goes by the name of the first. */
export function rowOfNote(note: TrashNote): TrashRow {
  const name = note.names[0] ?? nameOf(note.path)
  return {
    key: note.id,
    note,
    below: '',
    path: isHolder(note) ? childOf(note.path, name) : note.path,
    name,
    isDir: note.isDir,
    size: note.bytes,
  }
}

/** An action may have taken a file and a folder of one name: their rows have keys of their own. */
export const rowKeyOf = ({ path, isDir }: Pick<Item, 'path' | 'isDir'>): string => (isDir ? `${path}/` : path)

export function rowOfItem(note: TrashNote, { path, name, isDir, size }: Item): TrashRow {
  return {
    key: rowKeyOf({ path, isDir }),
    note,
    below: path,
    path: `${note.path === '/' ? '' : note.path}${path}`,
    name,
    isDir,
    size,
  }
}
