// Files and folders as answers tell them, field by field (api-contract 3.1): what lies in a tree, in the trash, behind a link.
import { FILE_MODE, FOLDER_MODE, NO_TIME, type FileResource, type FileType, type FolderResource, type Item } from '../../contract/resources.ts'
import type { Sorting } from '../../contract/users.ts'
import { mapInTurns } from '../lib/turns.ts'
import { extensionOf, nameOf, type UserPath } from '../storage/paths.ts'
import type { FileStat, FolderStat } from '../storage/types.ts'

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

/** A folder with what is in it, `items` in their order. Its time is that of the newest of them, its size what they add up to. */
export async function presentListing(path: UserPath, items: Item[], sorting: Sorting): Promise<FolderResource> {
  let [numDirs, bytes, modified] = [0, 0, NO_TIME]
  await mapInTurns(items, (item) => {
    numDirs += Number(item.isDir)
    bytes += item.size
    if (item.modified > modified) modified = item.modified
    return null
  })
  return { ...presentFolder(path, { modified: null, bytes }), modified, items, numDirs, numFiles: items.length - numDirs, sorting: { by: sorting.by, asc: sorting.asc } }
}
