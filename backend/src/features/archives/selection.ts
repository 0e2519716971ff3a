// What a request wants in its archive: paths, the folder that their names begin at, and what the archive is called
// (api-contract 4.2).
import { NAMES_MAX, SELECTED_PATH_MAX } from '../../../contract/limits.ts'
import { countOf } from '../../http/request-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAtOrBelow, nameOf, parentOf, parseUrlPath, parseUserPath, type UserPath } from '../../storage/paths.ts'

export interface Selection {
  /** None lies below another one. */
  paths: UserPath[]
  /**
   * The deepest folder that holds all of them; for one path that path itself. Names in the archive are relative to it.
   */
  base: UserPath
  /** Whether two paths or more were named. */
  isSeveral: boolean
}

/**
 * Reads `files`: percent-encoded paths, separated by commas, relative to a folder. Absent or empty it means the folder
 * itself.
 * @throws AppError `badRequest` for what no path can be, for a path that leads out of the folder, and for too many
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

// Each is resolved by itself, so that `..` cannot climb out of the folder it is relative to.
function within(folder: UserPath, item: string): UserPath {
  const path = parseUserPath(`${folder}/${parseUrlPath(item)}`)
  // Nothing lies so deep, and all folders above a path are looked at.
  if (path.length > SELECTED_PATH_MAX) throw new AppError('badRequest', 'a path is longer than any in the storage')
  return path
}

/** The deepest folder that holds both. */
function commonFolder(a: UserPath, b: UserPath): UserPath {
  let common = a
  while (!isAtOrBelow(b, common)) common = parentOf(common)
  return common
}

/** The same selection with names relative to another folder, where all of it lies below that one. */
export function relativeToFolder(selection: Selection, folder: UserPath | undefined): Selection {
  if (folder === undefined || !selection.paths.every((path) => path !== folder && isAtOrBelow(path, folder)))
    return selection
  return { ...selection, base: folder }
}

/** The archive's name without its ending. `rootName` is what the person's root is called. */
export function archiveName({ base, isSeveral }: Selection, rootName: string): string {
  return `${isSeveral ? '_' : ''}${nameOf(base) || rootName}`
}
