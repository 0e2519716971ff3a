// An action of a person, as the trash shows it: one note of the storage, or several to which the client gave one name.
import { AppError } from '../../lib/app-error.ts'
import { isAtOrBelow, parentOf, relativeTo, type UserPath } from '../../storage/paths.ts'
import type { Note } from '../../storage/types.ts'

/** A note, with its place in the tree of the caller. */
export interface PlacedNote {
  note: Note
  path: UserPath
  /** The visible part of its content, if the person may not see all of it. */
  told?: Pick<Note, 'things' | 'names' | 'count' | 'bytes'>
}

/** An item of a note: its path relative to the note's place, '' for the place itself; folders end in a slash. */
export interface NotedEntry {
  name: string
  size: number
}

export interface TrashAction {
  id: string
  /** The only item, or the folder that holds all. */
  path: UserPath
  isFile: boolean
  /** Newest first; never empty. */
  notes: PlacedNote[]
}

const SEVERAL = 'action-'

/** What is told of an action that is not there, or that the caller sees nothing of. */
export const unknownAction = (): AppError => new AppError('notFound', 'no such note in the trash')

/** Groups notes of one name, in the order of the newest of each. */
export function actionsOf(placed: PlacedNote[]): TrashAction[] {
  return [
    ...Map.groupBy(placed, ({ note }) => (note.by.action ? `${SEVERAL}${note.by.userId}-${note.by.action}` : note.id)),
  ].map(([id, notes]) => actionOf(id, notes))
}

/** The action to which a note belongs, if it has several notes. */
export function severalOf(id: string): { userId: number; action: string } | null {
  const [, userId, action] = /^action-(\d+)-(.+)$/.exec(id) ?? []
  return userId && action ? { userId: Number(userId), action } : null
}

/** An action by its notes, newest first. @throws AppError `notFound` without any */
export function actionOf(id: string, notes: PlacedNote[]): TrashAction {
  const [first, ...others] = notes
  if (first === undefined) throw unknownAction()
  if (others.length === 0) return { id: first.note.id, path: first.path, isFile: first.note.isFile, notes }
  return { id, path: notes.map(folderOf).reduce(above), isFile: false, notes }
}

/** Whether a note's place is the folder that holds its items. */
export const isHolding = ({ kind, isFile, things }: PlacedNote['note']): boolean =>
  kind === 'replace' ? !isFile : things > 1

/** The folder that held the items of a note. */
const folderOf = ({ note, path }: PlacedNote): UserPath => (isHolding(note) ? path : parentOf(path))

/** The deepest folder that holds both. */
function above(a: UserPath, b: UserPath): UserPath {
  let folder = a
  while (!isAtOrBelow(b, folder)) folder = parentOf(folder)
  return folder
}

/**
 * The name of a note's entry in its action. A folder's own marker has no name in its note, and ends in a slash in an
 * action with several notes.
 */
export function nameIn(action: Pick<TrashAction, 'path'>, { note, path }: PlacedNote, name: string): string {
  const own = relativeTo(path, action.path)
  if (name === '' && own !== '' && !note.isFile) return `${own}/`
  return [own, name].filter((part) => part !== '').join('/')
}

/** The path in a note for a path in an action: '' for the whole note, null if it is not in the note. */
export function nameInNote(action: Pick<TrashAction, 'path'>, { path }: PlacedNote, name: string): string | null {
  const own = relativeTo(path, action.path)
  if (name === '' || own === name || own.startsWith(`${name}/`)) return ''
  if (own === '') return name
  return name.startsWith(`${own}/`) ? name.slice(own.length + 1) : null
}
