// Everything below a folder, as one actor sees it. Entries pass through one at a time: nothing holds a whole tree.
import { setImmediate as breathe } from 'node:timers/promises'
import { below, childOf, isAtOrBelow, pathBelow, type Place, relativeTo, type UserPath } from '../../storage/paths.ts'
import type { FoundEntry, Stat, TreeEntry } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import type { Looking } from './looking.ts'
import { mountIn } from './mounts.ts'
import type { TreeOptions } from './options.ts'

/** An entry below the folder that is walked; `relative` to that folder. */
export type Walked = Stat & { path: UserPath; relative: string; place: Place }

/** An entry that a search has found; `relative` to the folder that was searched. */
export type FoundPath = FoundEntry & { path: UserPath }

/**
 * What a search looks for. `terms` (texts made by `fold`) limit the entries that are examined; `fits` decides by what
 * the actor may know of an entry. `fits` gets more entries than the actor can see: visibility is checked last, because
 * most entries do not fit.
 */
export interface TreeQuery {
  terms: readonly string[]
  fits(entry: FoundEntry): boolean
}

export interface Walking {
  /**
   * Everything below a folder, each folder before its content; nothing below a missing folder. A folder that is hidden
   * from the actor is skipped with everything in it. Starting from the root, the shared folder comes last.
   * @throws AppError `forbidden`; the signal's reason
   */
  walk(actor: Actor, folder: UserPath, signal?: AbortSignal): AsyncGenerator<Walked>
  /**
   * The same as of one moment, each file with its version, for `pinned`. The storage folder and the shared folder each
   * have their own moment: for each of them `collect` gets the entries as they come. It is called again if an operation
   * changed the folder meanwhile, and its last result is yielded. The time of the shared folder itself is not included.
   * @throws AppError `forbidden`, and what `collect` throws
   */
  survey<T>(actor: Actor, folder: UserPath, collect: (entries: AsyncIterable<Walked>) => Promise<T>): AsyncGenerator<T>
  /**
   * The entries of a folder's tree that match a query, in no order; nothing below a missing folder. Starting from the
   * root, the shared folder is searched too.
   * @throws AppError `forbidden`
   */
  find(actor: Actor, folder: UserPath, query: TreeQuery): AsyncGenerator<FoundPath>
}

/** A folder of the storage that holds the tree below `folder`, or a part of it. */
interface Part {
  folder: UserPath
  path: UserPath
  place: Place
}

/** Entries between two pauses, which give other requests their turn. */
const BUNCH = 500

export class TreeWalking implements Walking {
  readonly #options: TreeOptions
  readonly #looking: Pick<Looking, 'stat'>

  constructor(options: TreeOptions, looking: Pick<Looking, 'stat'>) {
    this.#options = options
    this.#looking = looking
  }

  async *walk(actor: Actor, folder: UserPath, signal?: AbortSignal): AsyncGenerator<Walked> {
    const { storage } = this.#options
    for (const part of this.#partsOf(actor, folder)) {
      if (part.path !== folder) yield { ...(await this.#looking.stat(actor, part.path)), ...placed(part) }
      yield* this.#visible(actor, part, paced(storage.tree(part.place), signal))
    }
  }

  async *survey<T>(
    actor: Actor,
    folder: UserPath,
    collect: (entries: AsyncIterable<Walked>) => Promise<T>,
  ): AsyncGenerator<T> {
    const { storage } = this.#options
    for (const part of this.#partsOf(actor, folder))
      yield await storage.survey(part.place, (entries) => collect(this.#surveyed(actor, part, entries)))
  }

  async *find(actor: Actor, folder: UserPath, query: TreeQuery): AsyncGenerator<FoundPath> {
    for (const part of this.#partsOf(actor, folder)) {
      const mount: FoundPath = { kind: 'folder', size: 0, modified: null, own: null, ...placed(part) }
      if (part.path !== folder && query.fits(mount)) yield mount
      const isFound = this.#foundIn(actor, part, query)
      for await (const some of this.#options.storage.find(part.place, query.terms))
        for (const entry of some) {
          const found = isFound(entry)
          if (found !== null) yield found
        }
    }
  }

  /** The folder itself, and for the root the shared folder too. @throws AppError `forbidden` */
  #partsOf(actor: Actor, folder: UserPath): Part[] {
    const mount = mountIn(actor, folder)
    const paths = mount !== null && this.#options.access.permits(actor, mount) ? [folder, mount] : [folder]
    return paths.map((path) => ({ folder, path, place: this.#options.access.authorize(actor, 'read', path) }))
  }

  /** The visible entries of a part. Each folder comes before its content. */
  async *#visible(actor: Actor, part: Part, entries: AsyncIterable<TreeEntry>): AsyncGenerator<Walked> {
    const mount = mountIn(actor, part.path)
    let skipped = ''
    for await (const entry of entries) {
      if (skipped !== '' && entry.relative.startsWith(skipped)) continue
      const path = pathBelow(part.path, entry.relative)
      if (path !== null && path !== mount && this.#options.access.permits(actor, path))
        yield { ...entry, path, place: below(part.place, entry.relative), relative: relativeTo(path, part.folder) }
      // A folder that the actor cannot open counts as empty for that actor.
      else if (entry.kind === 'folder') skipped = `${entry.relative}/`
    }
  }

  async *#surveyed(actor: Actor, part: Part, entries: AsyncIterable<TreeEntry>): AsyncGenerator<Walked> {
    if (part.path !== part.folder) yield { kind: 'folder', modified: null, own: null, ...placed(part) }
    yield* this.#visible(actor, part, paced(entries))
  }

  /** Makes of an entry of a part what is found there; null for what does not fit or is not visible. */
  #foundIn(actor: Actor, part: Part, { fits }: TreeQuery): (entry: FoundEntry) => FoundPath | null {
    const { access } = this.#options
    const mount = mountIn(actor, part.path)
    const prefix = part.path === part.folder ? '' : `${relativeTo(part.path, part.folder)}/`
    return (entry) => {
      const path = childOf(part.path, entry.relative)
      // A folder's time depends on its content, so a search by time could reveal something hidden in it.
      const hides = entry.kind === 'folder' && access.mayHideBelow(actor, path)
      const shown = hides ? { ...entry, modified: entry.own } : entry
      if (!fits(shown) || !access.permits(actor, path) || (mount !== null && isAtOrBelow(path, mount))) return null
      const { kind, size, modified, own } = shown
      return { kind, size, modified, own, path, relative: prefix + entry.relative }
    }
  }
}

const placed = ({ folder, path, place }: Part) => ({ path, place, relative: relativeTo(path, folder) })

/** The same entries, with pauses for other requests, until the signal. */
async function* paced<T>(entries: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  let count = 0
  for await (const entry of entries) {
    signal?.throwIfAborted()
    count += 1
    if (count % BUNCH === 0) await breathe()
    yield entry
  }
}
