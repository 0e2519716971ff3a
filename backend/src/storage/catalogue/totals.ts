// What folders add up to: bytes and files at any depth, and the time of the newest content. Kept up the chain with each
// change.
import { doubles, integers } from './columns.ts'
import { FILE, NONE, type Nodes } from './nodes.ts'

/** Milliseconds since 1970 of what has no time. */
export const NEVER_MS = -Infinity

export class Totals {
  readonly #nodes: Nodes
  /** Of a folder, how many files are below it. */
  readonly #files = integers()
  /** Of a folder, the time of its newest content; NaN where it has to be found anew. */
  readonly #newest = doubles()

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  /** A folder that is new: nothing is in it yet. */
  begin(folder: number): number {
    this.#files.set(folder, 0)
    this.#newest.set(folder, NEVER_MS)
    return folder
  }

  filesOf(folder: number): number {
    return this.#files.get(folder)
  }
  bytesOf(folder: number): number {
    return this.#nodes.sizes.get(folder)
  }

  /** The time of a folder's newest content; an empty one's is that of its marker. */
  newestOf(folder: number): number {
    const known = this.#newest.get(folder)
    if (!Number.isNaN(known)) return known
    const nodes = this.#nodes
    let newest = NEVER_MS
    for (const node of nodes.childrenOf(folder))
      newest = Math.max(newest, nodes.kindOf(node) === FILE ? nodes.times.get(node) : this.newestOf(node))
    this.#newest.set(folder, newest)
    return newest
  }

  /** So many bytes and files came (or went) below these folders. */
  add(from: number, bytes: number, files: number): void {
    const { sizes } = this.#nodes
    for (let folder = from; folder !== NONE; folder = this.#nodes.parentOf(folder)) {
      sizes.set(folder, sizes.get(folder) + bytes)
      this.#files.set(folder, this.#files.get(folder) + files)
    }
  }

  /** A folder's own time as its content has it, for one that became empty or is so no more. */
  setNewest(folder: number, time: number): void {
    const before = this.#newest.get(folder)
    this.#newest.set(folder, time)
    this.shift(this.#nodes.parentOf(folder), before, time)
  }

  /** What a folder that goes takes away from those above it. */
  forget(folder: number, parent: number): void {
    this.shift(parent, this.#newest.get(folder), NEVER_MS)
  }

  /**
   * A time below these folders became another. Where the old one may have been the newest, which one is has to be found
   * when somebody asks.
   */
  shift(from: number, before: number, after: number): void {
    for (let folder = from; folder !== NONE; folder = this.#nodes.parentOf(folder)) {
      const newest = this.#newest.get(folder)
      if (after >= newest) this.#newest.set(folder, after)
      else if (Number.isNaN(before) || (before === newest && after < before)) this.#newest.set(folder, Number.NaN)
    }
  }

  get bytes(): number {
    return this.#files.bytes + this.#newest.bytes
  }
}
