// Sums of a folder's parts, which hold no more entries than the answer has, but for its folders.
import { MAP_ENDINGS_MAX, MAP_INNER_PARTS_MAX, MAP_PARTS_MAX } from '../../../contract/limits.ts'
import type { MapPart, StorageMap } from '../../../contract/storage-map.ts'
import { Best } from '../../lib/best.ts'
import { extensionOf, nameOf } from '../../storage/paths.ts'

type SmallPart = MapPart['parts'][number]
type Ending = StorageMap['endings'][number]

/** A file or folder below the folder; `relative` to it. */
interface Counted {
  relative: string
  kind: 'file' | 'folder'
  size: number
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const bySize = (a: { size: number; name: string }, b: { size: number; name: string }): number =>
  b.size - a.size || byName(a.name, b.name)
const byEnding = (a: Ending, b: Ending): number => b.size - a.size || byName(a.ending, b.ending)

/** The sum of a folder, and what is in it. `depth`: how many levels below it have sums of their own. */
class FolderSum {
  size = 0
  files = 0
  readonly #depth: number
  readonly #folders = new Map<string, FolderSum>()
  readonly #files: Best<SmallPart>
  /** Mostly the next entry lies in the same folder as the last one. */
  #last: { prefix: string; sum: FolderSum } | null = null

  constructor(depth: number) {
    this.#depth = depth
    this.#files = new Best<SmallPart>(depth > 1 ? MAP_PARTS_MAX : MAP_INNER_PARTS_MAX, bySize)
  }

  /** @param relative to this folder */
  add(relative: string, entry: Counted): void {
    const { kind, size } = entry
    if (kind === 'file') {
      this.size += size
      this.files += 1
    }
    if (this.#depth === 0) return
    const slash = relative.indexOf('/')
    if (slash >= 0) this.#around(relative, slash).add(relative.slice(slash + 1), entry)
    else if (kind === 'folder') this.#folder(relative)
    else this.#files.offer({ name: relative, isDir: false, size, files: 1 })
  }

  /** The largest parts, the largest first. */
  parts(most: number): MapPart[] {
    const best = new Best<SmallPart>(most, bySize)
    for (const file of this.#files.items) best.offer(file)
    for (const [name, { size, files }] of this.#folders) best.offer({ name, isDir: true, size, files })
    return best.items.toSorted(bySize).map((part) => ({
      ...part,
      parts: (part.isDir && this.#folders.get(part.name)?.parts(MAP_INNER_PARTS_MAX).map(asSmall)) || [],
    }))
  }

  /** The folder whose name ends before a slash. */
  #around(relative: string, slash: number): FolderSum {
    if (this.#last !== null && relative.startsWith(this.#last.prefix)) return this.#last.sum
    const sum = this.#folder(relative.slice(0, slash))
    this.#last = { prefix: relative.slice(0, slash + 1), sum }
    return sum
  }

  #folder(name: string): FolderSum {
    const known = this.#folders.get(name)
    if (known !== undefined) return known
    const made = new FolderSum(this.#depth - 1)
    this.#folders.set(name, made)
    return made
  }
}

const asSmall = ({ name, isDir, size, files }: MapPart): SmallPart => ({ name, isDir, size, files })

/** Takes the entries below a folder one by one, in any order. */
export class MapCounting {
  readonly #sum = new FolderSum(2)
  readonly #endings = new Map<string, Ending>()
  #folders = 0

  add(entry: Counted): void {
    const { relative, kind, size } = entry
    this.#sum.add(relative, entry)
    if (kind === 'folder') {
      this.#folders += 1
      return
    }
    const ending = extensionOf(nameOf(relative)).toLowerCase()
    const sum = this.#endings.get(ending)
    if (sum === undefined) this.#endings.set(ending, { ending, size, files: 1 })
    else {
      sum.size += size
      sum.files += 1
    }
  }

  result(): StorageMap {
    const endings = new Best<Ending>(MAP_ENDINGS_MAX, byEnding)
    for (const ending of this.#endings.values()) endings.offer(ending)
    const { size, files } = this.#sum
    return {
      size,
      files,
      folders: this.#folders,
      parts: this.#sum.parts(MAP_PARTS_MAX),
      endings: endings.items.toSorted(byEnding),
    }
  }
}
