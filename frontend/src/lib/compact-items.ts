// The items of a long folder in little memory. As the server sends them, each item is five objects, and with 100,000
// items the browser's garbage collection stops the page for tens of milliseconds at a time.
import type { Item, Resolution } from '../../../backend/contract/resources.ts'

/** What many items of a folder have in common. */
type Common = Pick<Item, 'extension' | 'mode' | 'isDir' | 'type'>

/** What each item has of its own, by its position. */
interface Columns {
  /** The path of the folder with a slash at its end. */
  prefix: string
  sizes: Float64Array
  /** Milliseconds since 1970. */
  times: Float64Array
  /** Pixels; 0 if unknown. */
  widths: Uint32Array
  heights: Uint32Array
}

class CompactItem implements Item {
  readonly name: string
  readonly #common: Common
  readonly #columns: Columns
  readonly #at: number

  constructor({ name }: Item, common: Common, { columns, at }: { columns: Columns; at: number }) {
    this.name = name
    this.#common = common
    this.#columns = columns
    this.#at = at
  }

  get path(): string {
    return this.#columns.prefix + this.name
  }

  get size(): number {
    return this.#columns.sizes[this.#at] ?? 0
  }

  get modified(): string {
    return new Date(this.#columns.times[this.#at] ?? 0).toISOString()
  }

  get resolution(): Resolution | undefined {
    const width = this.#columns.widths[this.#at] ?? 0
    return width === 0 ? undefined : { width, height: this.#columns.heights[this.#at] ?? 0 }
  }

  get extension(): string {
    return this.#common.extension
  }

  get mode(): number {
    return this.#common.mode
  }

  get isDir(): boolean {
    return this.#common.isDir
  }

  get type(): Item['type'] {
    return this.#common.type
  }

  get isSymlink(): false {
    return false
  }
}

/** Items of a folder with the same values, in less memory. Those with something unusual stay as they are. */
export function compactItems(folder: string, items: readonly Item[]): Item[] {
  const { length } = items
  const prefix = folder === '/' ? '/' : `${folder}/`
  const columns: Columns = {
    prefix,
    sizes: Float64Array.from(items, ({ size }) => size),
    times: Float64Array.from(items, ({ modified }) => Date.parse(modified) || 0),
    widths: Uint32Array.from(items, ({ resolution }) => resolution?.width ?? 0),
    heights: Uint32Array.from(items, ({ resolution }) => resolution?.height ?? 0),
  }
  const commons = new Map<string, Common>()
  const commonOf = ({ extension, mode, isDir, type }: Item): Common => {
    const key = `${type}/${Number(isDir)}/${mode}/${extension}`
    const common = commons.get(key) ?? { extension, mode, isDir, type }
    commons.set(key, common)
    return common
  }
  const compact: Item[] = []
  for (let at = 0; at < length; at += 1) {
    const item = items[at]
    if (item === undefined) continue
    const small = new CompactItem(item, commonOf(item), { columns, at })
    compact.push(isSame(small, item) ? small : item)
  }
  return compact
}

const isSame = (small: Item, item: Item): boolean =>
  small.path === item.path &&
  small.modified === item.modified &&
  small.resolution?.width === item.resolution?.width &&
  small.resolution?.height === item.resolution?.height &&
  item.subtitles === undefined &&
  item.moreSubtitles === undefined
