// The rows of the trash: actions, and the content of one of them.
import type { Item } from '../../../../backend/contract/resources.ts'
import type { TrashNote } from '../../../../backend/contract/trash.ts'
import { childOf, nameOf } from '../../lib/paths.ts'

/** One row of the trash: a whole action, or an item of one. */
export interface TrashRow {
  /** Its unique key: a note's id, or a path in the note. */
  key: string
  note: TrashNote
  /** The path in the note; '' for all of it. */
  below: string
  /** Its original path. */
  path: string
  name: string
  isDir: boolean
  size: number
}

/** The same action on two pages becomes one row. */
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
 * Whether an action's path is the folder that contains its items, rather than its only item: files uploaded into a
 * folder replaced some of its own.
 */
export const isHolder = ({ things, kind, isDir }: TrashNote): boolean => things > 1 || (kind === 'replace' && isDir)

/** An action as a row. If it has several items, it is named after the first. */
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

/** An action may have deleted a file and a folder of the same name: their rows need different keys. */
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
