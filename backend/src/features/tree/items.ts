// Files and folders as answers show them, field by field: in a tree, in the trash, behind a link.
import {
  FILE_MODE,
  FOLDER_MODE,
  NO_TIME,
  type FileResource,
  type FileType,
  type FolderResource,
  type Item,
} from '../../../contract/resources.ts'
import type { Sorting } from '../../../contract/users.ts'
import { mapYielding } from '../../lib/yielding.ts'
import { extensionOf, nameOf, type UserPath } from '../../storage/paths.ts'
import type { FileStat, FolderStat } from '../../storage/types.ts'

export function presentFile(path: UserPath, stat: Pick<FileStat, 'size' | 'modified'>, type: FileType): FileResource {
  const name = nameOf(path)
  return {
    path,
    name,
    size: stat.size,
    extension: extensionOf(name),
    modified: stat.modified.toISOString(),
    mode: FILE_MODE,
    isDir: false,
    isSymlink: false,
    type,
  }
}

export function presentFolder(path: UserPath, stat: Pick<FolderStat, 'modified' | 'bytes'>): Item {
  const name = nameOf(path)
  return {
    path,
    name,
    size: stat.bytes ?? 0,
    extension: extensionOf(name),
    modified: stat.modified?.toISOString() ?? NO_TIME,
    mode: FOLDER_MODE,
    isDir: true,
    isSymlink: false,
    type: '',
  }
}

/** Whether any item of a folder has a time. If not, the folder's own is needed. */
export const tellsTime = (items: readonly Item[]): boolean => items.some(({ modified }) => modified !== NO_TIME)

/** A folder, and its own time. */
export interface ListedFolder {
  path: UserPath
  own: Date | null
}

/**
 * A folder with its items, in the order of `items`. Its size is their sum, and its time that of the newest one, or its
 * own if they have none.
 */
export async function presentListing(listed: ListedFolder, items: Item[], sorting: Sorting): Promise<FolderResource> {
  let [numDirs, bytes, modified] = [0, 0, NO_TIME]
  await mapYielding(items, (item) => {
    numDirs += Number(item.isDir)
    bytes += item.size
    if (item.modified > modified) modified = item.modified
    return null
  })
  const folder = presentFolder(listed.path, { modified: listed.own, bytes })
  if (modified !== NO_TIME) folder.modified = modified
  return { ...folder, items, numDirs, numFiles: items.length - numDirs, sorting: { by: sorting.by, asc: sorting.asc } }
}
