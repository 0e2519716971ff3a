// A person's tree as commands see it: from the folder in which their line runs.
import { AppError } from '../../lib/app-error.ts'
import { parentOf, parseUserPath, type UserPath } from '../../storage/paths.ts'
import type { Entry, Stat } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import type { Files } from '../files/service.ts'
import type { Tree } from '../tree/service.ts'
import type { Walked } from '../tree/walking.ts'
import { bytesOf } from './bytes.ts'
import { ShellError } from './errors.ts'

export interface WorkingFolderServices {
  tree: Pick<Tree, 'stat' | 'statIfThere' | 'list' | 'walk'>
  files: Pick<Files, 'open'>
}

export interface WorkingFolder {
  /** The folder that paths are relative to. */
  readonly folder: UserPath
  /**
   * `~` is the root, as for a shell that starts at home; above the root lies the root.
   * @throws AppError `badRequest` for what no path can be
   */
  resolve(text: string): UserPath
  /** @throws AppError `forbidden`, `notFound` */
  stat(path: UserPath): Promise<Stat>
  /** The same, null for what is not there. @throws AppError `forbidden` */
  statIfThere(path: UserPath): Promise<Stat | null>
  /** Refuses a path in a folder that is not there: a slip of the fingers makes none. @throws ShellError */
  checkFolderAround(path: UserPath): Promise<void>
  /** What a person sees in a folder, by name. @throws AppError `forbidden`, `notFound`, `isFile` */
  list(path: UserPath): Promise<Entry[]>
  /** All that lies below a folder, each folder before what is in it. */
  walk(path: UserPath): AsyncGenerator<Walked>
  /** A file's bytes. @throws AppError `downloadDenied`, `forbidden`, `notFound`, `isFolder` */
  read(path: UserPath, range?: { start: number; end: number }): Promise<AsyncGenerator<Uint8Array>>
}

/** @param signal ends reads and walks */
export function createWorkingFolder(
  { tree, files }: WorkingFolderServices,
  { actor, folder, signal }: { actor: Actor; folder: UserPath; signal: AbortSignal },
): WorkingFolder {
  const statIfThere = (path: UserPath): Promise<Stat | null> => tree.statIfThere(actor, path)

  return {
    folder,
    resolve: (text) => parseUserPath(withoutEscape(fromRoot(text, folder))),
    stat: (path) => tree.stat(actor, path),
    statIfThere,
    checkFolderAround: async (path) => {
      if ((await statIfThere(parentOf(path)))?.kind !== 'folder') throw new ShellError('error.noParent')
    },
    list: async (path) => {
      signal.throwIfAborted()
      return (await tree.list(actor, path)).sort((a, b) => compareUnits(a.name, b.name))
    },
    walk: (path) => tree.walk(actor, path, signal),
    read: async (path, range) => {
      const download = await files.open(actor, path)
      if (download === null) throw new AppError('isFolder', 'this is a folder')
      const { size } = download.file.stat
      if (size === 0 || (range && range.start >= size)) return nothingRead()
      return bytesOf(download.file.read(range && { start: range.start, end: Math.min(range.end, size - 1) }), signal)
    },
  }
}

async function* nothingRead(): AsyncGenerator<Uint8Array> {}

function fromRoot(text: string, folder: UserPath): string {
  if (text === '~' || text.startsWith('~/')) return text.slice(1)
  return text.startsWith('/') ? text : `${folder}/${text}`
}

/** By their characters' numbers: the same on every machine. */
export const compareUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Above the root lies the root, as POSIX has it (XBD 4.13); the page's addresses are stricter. */
function withoutEscape(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}
