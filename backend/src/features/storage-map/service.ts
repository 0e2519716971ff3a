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

/** What is wanted of a folder, and what is done with each of it. */
interface Taking {
  fits: TreeQuery['fits']
  take(entry: FoundPath): void
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
    await this.#each({ actor, signal }, folder, { fits: () => true, take: (entry) => counting.add(entry) })
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
    const counts = new Map<number, number>()
    await this.#each(asking, ROOT, {
      fits: (entry) => isFile(entry) && entry.size >= SAME_SIZE_MIN_BYTES,
      take: ({ size }) => counts.set(size, (counts.get(size) ?? 0) + 1),
    })
    const sizes = sharedSizes(counts)
    const groups = new Map(sizes.map((size): [number, SameSize] => [size, { size, items: [] }]))
    const fits: TreeQuery['fits'] = (entry) => isFile(entry) && groups.has(entry.size)
    const take = (entry: FoundPath) => {
      const items = groups.get(entry.size)?.items
      if (items !== undefined && items.length < SAME_SIZE_FILES_MAX) items.push(this.#present(entry))
    }
    await this.#each(asking, ROOT, { fits, take })
    // A file may have gone since the sizes were counted.
    return [...groups.values()].filter(({ items }) => items.length > 1)
  }

  async #best(
    asking: MapRequest,
    fits: TreeQuery['fits'],
    compare: (a: FoundPath, b: FoundPath) => number,
  ): Promise<ListedPlace[]> {
    const best = new Best<FoundPath>(STORAGE_LIST_MAX, compare)
    await this.#each(asking, ROOT, { fits, take: (entry) => void best.offer(entry) })
    return best.items.toSorted(compare).map((entry) => ({
      path: entry.path,
      isDir: false,
      when: entry.modified?.toISOString() ?? NO_TIME,
      item: this.#present(entry),
    }))
  }

  /** Takes what fits below a folder, with pauses for other requests. Another generator would take as long again. */
  async #each({ actor, signal }: MapRequest, folder: UserPath, { fits, take }: Taking): Promise<void> {
    const turns = new Yielding()
    let count = 0
    for await (const entry of this.#options.tree.find(actor, folder, { terms: [], fits })) {
      count += 1
      if (count % STEPS === 0) {
        await turns.pass()
        signal.throwIfAborted()
      }
      take(entry)
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
