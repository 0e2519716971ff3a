// The content of an action as a listing.
import type { FileResource, FolderResource, Item } from '../../../contract/resources.ts'
import { NAMES_TOLD, type TrashNote } from '../../../contract/trash.ts'
import { childOf, nameOf, relativeTo, type UserPath } from '../../storage/paths.ts'
import { presentFile, presentFolder, presentListing } from '../tree/items.ts'
import { sortItems } from '../tree/sorting.ts'
import { isHolding, type NotedEntry, type PlacedNote, type TrashAction } from './action.ts'

const ALL = '/' as UserPath
const SORTING = { by: 'name', asc: false } as const

const toldOf = ({ note, told }: PlacedNote) => told ?? note
const thingsOf = ({ note, told }: PlacedNote): number =>
  told ? told.things : note.kind === 'delete' ? note.things : note.isFile ? 1 : Math.max(1, note.count)
const namesOf = ({ note, told, path }: PlacedNote): string[] =>
  isHolding(note) ? (told ?? note).names : [nameOf(path)]

export function presentAction({ id, path, isFile, notes }: TrashAction): TrashNote {
  const all = notes.map(({ note }) => note)
  // A growing note from which something was restored may be negative until its writer adds to it.
  const sum = (of: (placed: PlacedNote) => number) =>
    Math.max(
      0,
      notes.reduce((total, placed) => total + of(placed), 0),
    )
  const [newest] = all
  return {
    id,
    path,
    kind: newest?.kind ?? 'delete',
    isDir: !isFile,
    things: sum(thingsOf),
    names: notes.flatMap(namesOf).slice(0, NAMES_TOLD),
    count: sum((placed) => toldOf(placed).count),
    bytes: sum((placed) => toldOf(placed).bytes),
    when: newest?.when.toISOString() ?? '',
    who: newest?.by.username ?? '',
    expires: all.map(({ expires }) => expires.toISOString()).sort()[0] ?? '',
    pending: all.some(({ pending }) => pending),
  }
}

/** A path in an action, `/` for the whole; `isFolder` where a file of that name is not meant. */
export interface InsidePath {
  path: UserPath
  isFolder: boolean
}

/**
 * What lies at a path of an action: a file, or a folder with its items by name. Null where there is nothing. One action
 * may have taken a file and, before or after that, what lay below the same name: the folder is asked for with a closing
 * slash. All of it has the time of the action: when it was changed before is not noted.
 */
export async function presentInside(
  action: TrashAction,
  entries: NotedEntry[],
  { path, isFolder }: InsidePath,
): Promise<FileResource | FolderResource | null> {
  const at = relativeTo(path, ALL)
  const modified = action.notes[0]?.note.when ?? new Date(0)
  // The whole has its former name; its own path in the trash is `/`.
  const named = (resource: FileResource | FolderResource) => ({
    ...resource,
    path,
    ...(at === '' ? { name: nameOf(action.path) } : {}),
  })
  const file = entries.find(({ name }) => name === at && (name !== '' || action.isFile))
  const below = at === '' ? entries : entries.filter(({ name }) => name.startsWith(`${at}/`))
  const isFolderMeant = isFolder && at !== '' && below.length > 0
  if (file && !isFolderMeant)
    return named(presentFile(at === '' ? action.path : path, { size: file.size, modified }, 'blob'))
  if (below.length === 0) return null
  const items = childrenOf(
    below.map((entry) => ({ ...entry, name: entry.name.slice(at === '' ? 0 : at.length + 1) })),
    path,
    modified,
  )
  const folder = { path: at === '' ? action.path : path, own: modified }
  const listing = await presentListing(folder, await sortItems(items, SORTING), SORTING)
  return named({ ...listing, modified: modified.toISOString() })
}

/**
 * The items of a folder: a file and a folder of one name are two. Each is as big as what of it is in the notes: an
 * action may have taken two versions of one file.
 */
function childrenOf(entries: NotedEntry[], folder: UserPath, modified: Date): Item[] {
  const files = new Map<string, Item>()
  const folders = new Map<string, Item>()
  for (const { name, size } of entries) {
    const cut = name.indexOf('/')
    const child = cut < 0 ? name : name.slice(0, cut)
    if (child === '') continue
    const path = childOf(folder, child)
    const known = (cut < 0 ? files : folders).get(child)
    if (known) known.size += size
    else if (cut < 0) files.set(child, presentFile(path, { size, modified }, 'blob'))
    else folders.set(child, { ...presentFolder(path, { modified }), size })
  }
  return [...files.values(), ...folders.values()]
}
