// What takes the space of the files that a person may see. Everything is counted from the index when it is asked for,
// which takes less than it would take to keep the sums true.
import { SAME_SIZE_FILES_MAX, SAME_SIZE_MIN_BYTES, STORAGE_LIST_MAX } from '../../../contract/limits.ts'
import type { ListedPlace } from '../../../contract/places.ts'
import { type FileType, NO_TIME } from '../../../contract/resources.ts'
import type { SameSize, StorageMap } from '../../../contract/storage-map.ts'
import { AppError } from '../../lib/app-error.ts'
import { Best } from '../../lib/best.ts'
import { Yielding } from '../../lib/yielding.ts'
import { nameOf, ROOT, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import { presentFile } from '../tree/items.ts'
import type { Tree } from '../tree/service.ts'
import type { FoundPath, TreeQuery } from '../tree/walking.ts'
import { MapCounting } from './counting.ts'
import { sharedSizes } from './same-size.ts'

export interface StorageMapsOptions {
  tree: Pick<Tree, 'find' | 'stat'>
  /** The type of a file according to its name. */
  typeOf(name: string, size: number): FileType
}

/** Who asks, until when. */
export interface MapRequest {
  actor: Actor
  signal: AbortSignal
}

/** How many entries are looked at between two looks at the clock. */
const STEPS = 32

const isFile: TreeQuery['fits'] = ({ kind }) => kind === 'file'
const bySize = (a: FoundPath, b: FoundPath): number => b.size - a.size
const byAge = (a: FoundPath, b: FoundPath): number => (a.modified?.getTime() ?? 0) - (b.modified?.getTime() ?? 0)

export class StorageMaps {
  readonly #options: StorageMapsOptions

  constructor(options: StorageMapsOptions) {
    this.#options = options
  }

  /** @throws AppError `forbidden`, `notFound`; `isFile` for a file; the signal's reason */
  async map({ actor, signal }: MapRequest, folder: UserPath): Promise<StorageMap> {
    const { kind } = await this.#options.tree.stat(actor, folder)
    if (kind !== 'folder') throw new AppError('isFile', 'only folders have a map')
    const counting = new MapCounting()
    for await (const entry of this.#find({ actor, signal }, folder, () => true)) counting.add(entry)
    return counting.result()
  }

  /** The largest files, the largest first. @throws AppError; the signal's reason */
  largest(asking: MapRequest): Promise<ListedPlace[]> {
    return this.#best(asking, isFile, bySize)
  }

  /** The files that have not changed for longest, the oldest first. @throws AppError; the signal's reason */
  oldest(asking: MapRequest): Promise<ListedPlace[]> {
    return this.#best(asking, (entry) => isFile(entry) && entry.modified !== null, byAge)
  }

  /** Files of the same size, those first that would free most. @throws AppError; the signal's reason */
  async sameSize(asking: MapRequest): Promise<SameSize[]> {
    const sizes = await sharedSizes(this.#sizes(asking))
    const groups = new Map(sizes.map((size): [number, SameSize] => [size, { size, items: [] }]))
    const fits: TreeQuery['fits'] = (entry) => isFile(entry) && groups.has(entry.size)
    for await (const entry of this.#find(asking, ROOT, fits)) {
      const items = groups.get(entry.size)?.items
      if (items !== undefined && items.length < SAME_SIZE_FILES_MAX) items.push(this.#present(entry))
    }
    // A file may have gone since the sizes were counted.
    return [...groups.values()].filter(({ items }) => items.length > 1)
  }

  async *#sizes(asking: MapRequest): AsyncGenerator<number> {
    const fits: TreeQuery['fits'] = (entry) => isFile(entry) && entry.size >= SAME_SIZE_MIN_BYTES
    for await (const { size } of this.#find(asking, ROOT, fits)) yield size
  }

  async #best(
    asking: MapRequest,
    fits: TreeQuery['fits'],
    compare: (a: FoundPath, b: FoundPath) => number,
  ): Promise<ListedPlace[]> {
    const best = new Best<FoundPath>(STORAGE_LIST_MAX, compare)
    for await (const entry of this.#find(asking, ROOT, fits)) best.offer(entry)
    return best.items.toSorted(compare).map((entry) => ({
      path: entry.path,
      isDir: false,
      when: entry.modified?.toISOString() ?? NO_TIME,
      item: this.#present(entry),
    }))
  }

  /** What fits below a folder, with pauses for other requests. */
  async *#find({ actor, signal }: MapRequest, folder: UserPath, fits: TreeQuery['fits']): AsyncGenerator<FoundPath> {
    const turns = new Yielding()
    let count = 0
    for await (const entry of this.#options.tree.find(actor, folder, { terms: [], fits })) {
      count += 1
      if (count % STEPS === 0) {
        await turns.pass()
        signal.throwIfAborted()
      }
      yield entry
    }
  }

  #present({ path, size, modified }: FoundPath) {
    return presentFile(
      path,
      { size, modified: modified ?? new Date(NO_TIME) },
      this.#options.typeOf(nameOf(path), size),
    )
  }
}
