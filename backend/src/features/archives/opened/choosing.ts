// Which entries of an archive are extracted, and where to: everything goes into one new folder, or becomes one new
// file.
import { stemOfArchive } from '../../../../contract/archives.ts'
import { KEY_MAX_BYTES } from '../../../../contract/limits.ts'
import { AppError } from '../../../lib/app-error.ts'
import { Yielding } from '../../../lib/yielding.ts'
import { checkNewPath, childOf, locate, nameOf, parseUserPath, type UserPath } from '../../../storage/paths.ts'
import type { Actor } from '../../access/actor.ts'
import { entriesOf, type OpenedEntry } from './entry.ts'
import type { ArchiveContent } from './listings.ts'

/** What is to be extracted, before it has a destination. */
export interface Choice {
  /** The name of the new folder or file. */
  name: string
  /** Whether it is a file. */
  isFile: boolean
  /** The folder in the archive that paths are relative to, with a slash at its end; '' for the archive itself. */
  base: string
  entries: OpenedEntry[]
  /** The number of entries that are left out. */
  left: number
}

/**
 * The entries at and below some paths; all entries if no paths are given.
 * @throws AppError `notFound` if the archive has none of them, `unsupportedMediaType` if none can be read
 */
export async function choose(
  content: ArchiveContent,
  archive: string,
  paths: readonly string[] | undefined,
): Promise<Choice> {
  const { lines, leftOut, isEncrypted } = content
  const entries: OpenedEntry[] = []
  const turns = new Yielding()
  let left = paths === undefined ? leftOut.links + leftOut.devices + leftOut.names : 0
  let isThere = paths === undefined
  const wanted = paths === undefined ? null : new Set(paths)
  for (const entry of entriesOf(lines)) {
    await turns.pass()
    if (wanted !== null && !isAmong(entry.path, wanted)) continue
    isThere = true
    if (entry.trouble === null) entries.push(entry)
    else left += 1
  }
  if (!isThere) throw new AppError('notFound', 'the archive has no such entry')
  if (entries.length === 0 && (left > 0 || isEncrypted))
    throw new AppError('unsupportedMediaType', 'nothing of the archive can be read: it is encrypted')
  return { ...shapeOf(archive, paths ?? [], entries), entries, left }
}

function shapeOf(
  archive: string,
  paths: readonly string[],
  entries: readonly OpenedEntry[],
): Pick<Choice, 'name' | 'isFile' | 'base'> {
  const [only, ...others] = paths
  if (only !== undefined && others.length === 0) {
    const isFile = entries.some(({ path, isFolder }) => path === only && !isFolder)
    return { name: nameOf(only), isFile, base: isFile ? only : `${only}/` }
  }
  const folders = paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1))
  return { name: stemOfArchive(archive), isFile: false, base: folders.reduce(common, folders[0] ?? '') }
}

/** The deepest folder that contains both; folders end in a slash, or are ''. */
function common(a: string, b: string): string {
  let folder = a
  while (!b.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  return folder
}

/** Whether a path or a folder above it is in the set. */
function isAmong(path: string, wanted: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) if (wanted.has(at)) return true
  return false
}

/** An entry and its new path. */
export interface Placed {
  entry: OpenedEntry
  path: UserPath
}

/** The entries of a choice with their paths below `top`. Those whose paths become too long are counted in `left`. */
export async function placed(actor: Actor, choice: Choice, top: UserPath): Promise<{ placed: Placed[]; left: number }> {
  const found: Placed[] = []
  const turns = new Yielding()
  let left = 0
  for (const entry of choice.entries) {
    await turns.pass()
    const path = choice.isFile ? top : pathOf(actor, childOf(top, entry.path.slice(choice.base.length)))
    if (path === null) left += 1
    // The folder itself.
    else if (entry.path.length > choice.base.length || choice.isFile) found.push({ entry, path })
  }
  return { placed: found, left }
}

/** The path, checked; null if nothing can have it, or if it is too long for the storage. */
function pathOf(actor: Actor, wanted: UserPath): UserPath | null {
  try {
    const path = parseUserPath(wanted)
    const at = locate(actor.mounts, path)
    checkNewPath(at)
    return Buffer.byteLength(at.path) > KEY_MAX_BYTES ? null : path
  } catch {
    return null
  }
}
