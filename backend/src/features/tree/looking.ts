// What exists at a path, and what is in a folder, as one actor sees it.
import { AppError, nullIfNotFound } from '../../lib/app-error.ts'
import { joinedVersion } from '../../lib/joined-version.ts'
import { mapYielding } from '../../lib/yielding.ts'
import { below, childOf, nameOf, numberedPath, type UserPath } from '../../storage/paths.ts'
import type {
  ChangedEntries,
  Entry,
  FileStat,
  FolderEntries,
  OpenFile,
  OpenOptions,
  Stat,
} from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { isAlwaysThere, mountIn } from './mounts.ts'
import type { TreeOptions } from './options.ts'

export interface Looking {
  /** What exists at a path. @throws AppError `forbidden`, `notFound` */
  stat(actor: Actor, path: UserPath): Promise<Stat>
  /** The same, but null if nothing exists there. @throws AppError `forbidden` */
  statIfThere(actor: Actor, path: UserPath): Promise<Stat | null>
  /** Whether anything exists at a path. @throws AppError `forbidden` */
  isTaken(actor: Actor, path: UserPath): Promise<boolean>
  /**
   * The same for who has the storage check it again before anything happens. Where the index is in no doubt that it is
   * as expected, no other request is made.
   */
  seemsTaken(actor: Actor, path: UserPath, expected: boolean): Promise<boolean>
  /**
   * Whether nothing is there, if that needs no request to the storage. False says nothing about the path.
   * @throws AppError `forbidden`
   */
  isKnownFree(actor: Actor, path: UserPath): Promise<boolean>
  /**
   * The path itself if it is free, or the first free one beside it: `a.txt`, `a(1).txt`, `a(2).txt`. Somebody else may
   * take it before it is used.
   * @throws AppError `forbidden`
   */
  freePath(actor: Actor, wanted: UserPath): Promise<UserPath>
  /** The entries of a folder, in no order. @throws AppError `forbidden`, `notFound`, `isFile` */
  list(actor: Actor, folder: UserPath): Promise<Entry[]>
  /** The same, with the version of all that is told there; it says nothing of what the actor may see. */
  listing(actor: Actor, folder: UserPath): Promise<FolderEntries>
  /** The version that `listing` would tell now; null where it has none. @throws AppError `forbidden` */
  listingVersion(actor: Actor, folder: UserPath): Promise<string | null>
  /**
   * What has changed in a folder for the actor since `listing` told them a version, if what they may see is the same;
   * null where it has to be listed again. @throws AppError `forbidden`
   */
  changes(actor: Actor, folder: UserPath, since: string): Promise<ChangedEntries | null>
  /**
   * The time to show for a folder none of whose entries has a time; null if it is not known.
   * @throws AppError `forbidden`
   */
  folderTime(actor: Actor, folder: UserPath): Promise<Date | null>
  /** A file, or one version of it, pinned; null for a folder. @throws AppError `forbidden`, `notFound` */
  open(actor: Actor, path: UserPath, how?: OpenOptions): Promise<OpenFile | null>
  /**
   * A file as a listing of its folder tells it, or `folder`, if that needs no request to the storage. Null says nothing
   * about the path.
   * @throws AppError `forbidden`
   */
  known(actor: Actor, path: UserPath): Promise<FileStat | 'folder' | null>
  /** Whether the actor's scope has something under the shared folder's name, where no path leads. */
  hasShadowed(actor: Actor): Promise<boolean>
}

/** Stands for the version of the mount in a folder that has none. */
const NO_MOUNT = ''

/** The version of a folder alone in one with that of its mount; null where it has a mount. */
const versionIn = (whole: string): string | null => {
  const [version = '', mount] = whole.split(' ')
  return mount === NO_MOUNT ? version : null
}

const nothingThere = (): AppError => new AppError('notFound', 'nothing exists at that path')

export class TreeLooking implements Looking {
  readonly #options: TreeOptions

  constructor(options: TreeOptions) {
    this.#options = options
  }

  async statIfThere(actor: Actor, path: UserPath): Promise<Stat | null> {
    const place = this.#options.access.authorize(actor, 'read', path)
    const found = await nullIfNotFound(this.#options.storage.stat(place))
    if (found !== null) return this.#options.access.shown(actor, path, found)
    if (!isAlwaysThere(actor, path)) return null
    const made = await this.#options.storage.folderTime(place)
    return { kind: 'folder', modified: made, own: made }
  }

  async stat(actor: Actor, path: UserPath): Promise<Stat> {
    const found = await this.statIfThere(actor, path)
    if (found === null) throw nothingThere()
    return found
  }

  async isTaken(actor: Actor, path: UserPath): Promise<boolean> {
    return (await this.statIfThere(actor, path)) !== null
  }

  async seemsTaken(actor: Actor, path: UserPath, expected: boolean): Promise<boolean> {
    const isAsExpected = expected ? (await this.known(actor, path)) !== null : await this.isKnownFree(actor, path)
    return isAsExpected ? expected : this.isTaken(actor, path)
  }

  async isKnownFree(actor: Actor, path: UserPath): Promise<boolean> {
    const place = this.#options.access.authorize(actor, 'read', path)
    return !isAlwaysThere(actor, path) && (await this.#options.storage.isKnownFree(place))
  }

  async freePath(actor: Actor, wanted: UserPath): Promise<UserPath> {
    let path = wanted
    for (let count = 1; await this.isTaken(actor, path); count++) path = numberedPath(wanted, count)
    return path
  }

  async list(actor: Actor, folder: UserPath): Promise<Entry[]> {
    return (await this.listing(actor, folder)).entries
  }

  async listing(actor: Actor, folder: UserPath): Promise<FolderEntries> {
    const found = await nullIfNotFound(
      this.#options.storage.listing(this.#options.access.authorize(actor, 'read', folder)),
    )
    if (found === null && !isAlwaysThere(actor, folder)) throw nothingThere()
    const { entries, version } = found ?? { entries: [], version: null }
    const mount = mountIn(actor, folder)
    const visible = await mapYielding(entries, (entry) =>
      childOf(folder, entry.name) === mount ? null : this.#seen(actor, folder, entry),
    )
    if (mount === null || !this.#options.access.permits(actor, mount))
      return { entries: visible, version: joinedVersion(version, NO_MOUNT) }
    const before = await this.#mountVersion(actor, folder)
    visible.push({ ...(await this.stat(actor, mount)), name: nameOf(mount) })
    const isSame = before !== null && before === (await this.#mountVersion(actor, folder))
    return { entries: visible, version: isSame ? joinedVersion(version, before) : null }
  }

  /** An entry of a folder as the actor sees it, or null. */
  #seen(actor: Actor, folder: UserPath, entry: Entry): Entry | null {
    const path = childOf(folder, entry.name)
    return this.#options.access.permits(actor, path) ? this.#options.access.shown(actor, path, entry) : null
  }

  async changes(actor: Actor, folder: UserPath, since: string): Promise<ChangedEntries | null> {
    const place = this.#options.access.authorize(actor, 'read', folder)
    // What is told of the mount has a version of its own.
    const version = mountIn(actor, folder) === null ? versionIn(since) : null
    const changed = version === null ? null : await this.#options.storage.changedSince(place, version)
    if (changed === null) return null
    const entries = changed.entries.map((entry) => this.#seen(actor, folder, entry)).filter((entry) => entry !== null)
    return { ...changed, entries, version: `${changed.version} ${NO_MOUNT}` }
  }

  async listingVersion(actor: Actor, folder: UserPath): Promise<string | null> {
    const version = await this.#options.storage.listingVersion(this.#options.access.authorize(actor, 'read', folder))
    return version === null ? null : joinedVersion(version, await this.#mountVersion(actor, folder))
  }

  /** The version of what a folder tells of the mount in it. */
  async #mountVersion(actor: Actor, folder: UserPath): Promise<string | null> {
    const mount = mountIn(actor, folder)
    if (mount === null || !this.#options.access.permits(actor, mount)) return NO_MOUNT
    return this.#options.storage.listingVersion(this.#options.access.authorize(actor, 'read', mount))
  }

  async folderTime(actor: Actor, folder: UserPath): Promise<Date | null> {
    const place = this.#options.access.authorize(actor, 'read', folder)
    if (!this.#options.access.mayHideBelow(actor, folder)) return this.#options.storage.folderTime(place)
    return (await this.stat(actor, folder)).modified
  }

  async open(actor: Actor, path: UserPath, how?: OpenOptions): Promise<OpenFile | null> {
    const place = this.#options.access.authorize(actor, 'read', path)
    if (isAlwaysThere(actor, path)) return null
    try {
      return await this.#options.storage.open(place, how)
    } catch (error) {
      if (error instanceof AppError && error.code === 'isFolder') return null
      throw error
    }
  }

  async known(actor: Actor, path: UserPath): Promise<FileStat | 'folder' | null> {
    const place = this.#options.access.authorize(actor, 'read', path)
    return isAlwaysThere(actor, path) ? 'folder' : this.#options.storage.known(place)
  }

  async hasShadowed({ mounts: { scope, sharedFolder } }: Actor): Promise<boolean> {
    return (
      sharedFolder !== '' && (await nullIfNotFound(this.#options.storage.stat(below(scope, sharedFolder)))) !== null
    )
  }
}
