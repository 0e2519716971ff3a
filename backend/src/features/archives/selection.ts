// Parses which paths a request wants in an archive, the folder that their names are relative to, and the archive's
// name.
import { NAMES_MAX, SELECTED_PATH_MAX } from '../../../contract/limits.ts'
import { countOf } from '../../http/request-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAtOrBelow, nameOf, parentOf, parseUrlPath, parseUserPath, type UserPath } from '../../storage/paths.ts'

export interface Selection {
  /** No path is below another one. */
  paths: UserPath[]
  /**
   * The deepest folder that holds all paths; a single path itself. Names in the archive are relative to it.
   */
  base: UserPath
  /** Whether two or more paths were given. */
  isSeveral: boolean
}

/**
 * Parses `files`: percent-encoded paths relative to a folder, separated by commas. Absent or empty means the folder.
 * @throws AppError `badRequest` for an invalid path, a path outside the folder, and too many paths
 */
export function parseSelection(folder: UserPath, files: string | undefined): Selection {
  if (countOf(files ?? '', ',') > NAMES_MAX)
    throw new AppError('badRequest', `more than ${NAMES_MAX} names are selected`)
  const named = (files ?? '').split(',').filter((item) => item !== '')
  const asked = new Set(named.map((item) => within(folder, item)))
  const [first, ...others] = asked
  if (first === undefined) return { paths: [folder], base: folder, isSeveral: false }
  const paths = [...asked].filter((path) => !hasFolderIn(path, asked))
  return { paths, base: others.reduce(commonFolder, first), isSeveral: others.length > 0 }
}

/** Whether a folder above a path is one of these. */
function hasFolderIn(path: UserPath, paths: ReadonlySet<UserPath>): boolean {
  for (let above = path; above !== '/';) {
    above = parentOf(above)
    if (paths.has(above)) return true
  }
  return false
}

// Each path is resolved separately, so that `..` cannot leave the folder.
function within(folder: UserPath, item: string): UserPath {
  const path = parseUserPath(`${folder}/${parseUrlPath(item)}`)
  // Nothing is that deep, and all folders above a path have to be checked.
  if (path.length > SELECTED_PATH_MAX) throw new AppError('badRequest', 'a path is longer than any in the storage')
  return path
}

/** The deepest folder that holds both. */
function commonFolder(a: UserPath, b: UserPath): UserPath {
  let common = a
  while (!isAtOrBelow(b, common)) common = parentOf(common)
  return common
}

/** The same selection with names relative to another folder, if it holds everything. */
export function relativeToFolder(selection: Selection, folder: UserPath | undefined): Selection {
  if (folder === undefined || !selection.paths.every((path) => path !== folder && isAtOrBelow(path, folder)))
    return selection
  return { ...selection, base: folder }
}

/** The archive's name without its extension. `rootName` is the name for the person's root. */
export function archiveName({ base, isSeveral }: Selection, rootName: string): string {
  return `${isSeveral ? '_' : ''}${nameOf(base) || rootName}`
}
