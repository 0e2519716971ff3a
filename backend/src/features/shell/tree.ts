// A person's tree as commands see it: paths relative to a folder, and nothing that the authoriser does not let through.
import { setImmediate as breathe } from 'node:timers/promises'
import { AppError } from '../../lib/app-error.ts'
import { childOf, nameOf, parentOf, parseUserPath, pathBelow, relativeTo, type UserPath } from '../../storage/paths.ts'
import type { Entry, Stat, Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Files } from '../files/service.ts'
import { isRoot, isSharedFolder, sharedFolderPath } from '../tree/mount.ts'
import { bytesOf } from './bytes.ts'
import { ShellError } from './errors.ts'

export interface TreeOptions {
  access: Pick<Access, 'authorize' | 'permits' | 'shown'>
  storage: Pick<Storage, 'list' | 'tree'>
  files: Pick<Files, 'stat' | 'open'>
}

/** Something below a folder that is walked. */
export type Walked = Stat & { path: UserPath; relative: string }

export interface PersonsTree {
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
  find(path: UserPath): Promise<Stat | null>
  /** Refuses a path in a folder that is not there: a slip of the fingers makes none. @throws ShellError */
  checkFolderAround(path: UserPath): Promise<void>
  /** What a person sees in a folder, by name. @throws AppError `forbidden`, `notFound`, `isFile` */
  list(path: UserPath): Promise<Entry[]>
  /** All that lies below a folder, each folder before what is in it. */
  walk(path: UserPath): AsyncGenerator<Walked>
  /** A file's bytes. @throws AppError `downloadDenied`, `forbidden`, `notFound`, `isFolder` */
  read(path: UserPath, range?: { start: number; end: number }): Promise<AsyncGenerator<Uint8Array>>
}

/** Entries of a walk between two pauses: other requests have their turn too. */
const WALK_BUNCH = 500

/** @param signal ends reads and walks */
export function createTree(
  { access, storage, files }: TreeOptions,
  { actor, folder, signal }: { actor: Actor; folder: UserPath; signal: AbortSignal },
): PersonsTree {
  async function find(path: UserPath): Promise<Stat | null> {
    return files.stat(actor, path).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'notFound') return null
      throw error
    })
  }

  async function list(path: UserPath): Promise<Entry[]> {
    signal.throwIfAborted()
    const entries = await listPresent(path)
    const mount = isRoot(path) ? sharedFolderPath(actor) : null
    // The mount wins its name.
    const visible = entries
      .filter(({ name }) => access.permits(actor, childOf(path, name)) && childOf(path, name) !== mount)
      .map((entry) => access.shown(actor, childOf(path, entry.name), entry))
    if (mount !== null && access.permits(actor, mount))
      visible.push({ ...(await files.stat(actor, mount)), name: nameOf(mount) })
    return visible.sort((a, b) => compareNames(a.name, b.name))
  }

  async function listPresent(path: UserPath): Promise<Entry[]> {
    try {
      return await storage.list(access.authorize(actor, 'read', path))
    } catch (error) {
      // A root is there even when nothing is in it yet.
      if (error instanceof AppError && error.code === 'notFound' && (isRoot(path) || isSharedFolder(actor, path)))
        return []
      throw error
    }
  }

  async function* walk(path: UserPath): AsyncGenerator<Walked> {
    const mount = isRoot(path) ? sharedFolderPath(actor) : null
    yield* walkOne(path, mount)
    if (mount === null || !access.permits(actor, mount)) return
    yield { ...(await files.stat(actor, mount)), path: mount, relative: nameOf(mount) }
    for await (const found of walkOne(mount, null)) yield { ...found, relative: relativeTo(found.path, path) }
  }

  async function* walkOne(root: UserPath, mount: UserPath | null): AsyncGenerator<Walked> {
    let skipped = ''
    let count = 0
    for await (const entry of storage.tree(access.authorize(actor, 'read', root))) {
      signal.throwIfAborted()
      count += 1
      if (count % WALK_BUNCH === 0) await breathe()
      if (skipped !== '' && entry.relative.startsWith(skipped)) continue
      const path = pathBelow(root, entry.relative)
      if (path !== null && path !== mount && access.permits(actor, path)) yield { ...entry, path }
      // What a person cannot open has nothing in it for that person.
      else if (entry.kind === 'folder') skipped = `${entry.relative}/`
    }
  }

  return {
    folder,
    resolve: (text) =>
      parseUserPath(
        withoutEscape(
          text === '~' || text.startsWith('~/') ? text.slice(1) : text.startsWith('/') ? text : `${folder}/${text}`,
        ),
      ),
    stat: (path) => files.stat(actor, path),
    find,
    checkFolderAround: async (path) => {
      if ((await find(parentOf(path)))?.kind !== 'folder') throw new ShellError('the parent folder does not exist')
    },
    list,
    walk,
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

/** By their characters' numbers: the same on every machine. */
export const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Above the root lies the root, as POSIX has it (XBD 4.13); the page's addresses are stricter. */
function withoutEscape(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}
