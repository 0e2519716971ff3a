// What folders add up to: bytes and files at any depth, and the time of the newest content. Each change is passed up to
// all folders above.
import { doubles, integers } from './columns.ts'
import { FILE, NONE, type Nodes } from './nodes.ts'

/** Stands for no time, in milliseconds since 1970. */
export const NEVER_MS = -Infinity

export class Totals {
  readonly #nodes: Nodes
  /** For each folder, how many files are below it. */
  readonly #files = integers()
  /** For each folder, the time of its newest content; NaN where it has to be found again. */
  readonly #newest = doubles()
  /** For each folder, bytes of the longest path below it, at least: it grows, and shrinks only with the folder. */
  readonly #longest = integers()

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  /** Begins a new folder, with nothing in it. */
  begin(folder: number): number {
    this.#files.set(folder, 0)
    this.#newest.set(folder, NEVER_MS)
    this.#longest.set(folder, 0)
    return folder
  }

  filesOf(folder: number): number {
    return this.#files.get(folder)
  }
  bytesOf(folder: number): number {
    return this.#nodes.sizes.get(folder)
  }

  /** No path below a folder has more bytes, with the slash of a folder's marker. */
  longestOf(folder: number): number {
    return this.#longest.get(folder)
  }

  /** Notes that a path below a folder has so many bytes. Mostly a longer one is known there already. */
  lengthen(from: number, bytes: number): void {
    const nodes = this.#nodes
    for (let [folder, length] = [from, bytes]; this.#longest.get(folder) < length;) {
      this.#longest.set(folder, length)
      if (nodes.parentOf(folder) === NONE) return
      length += Buffer.byteLength(nodes.nameOf(folder)) + 1
      folder = nodes.parentOf(folder)
    }
  }

  /** The time of a folder's newest content; of an empty folder that of its marker. */
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

  /** Adds bytes and files (or takes them away) for a folder and all above it. */
  add(from: number, bytes: number, files: number): void {
    const { sizes } = this.#nodes
    for (let folder = from; folder !== NONE; folder = this.#nodes.parentOf(folder)) {
      sizes.set(folder, sizes.get(folder) + bytes)
      this.#files.set(folder, this.#files.get(folder) + files)
    }
  }

  /** Sets a folder's time, when it became empty or is no longer empty. */
  setNewest(folder: number, time: number): void {
    const before = this.#newest.get(folder)
    this.#newest.set(folder, time)
    this.shift(this.#nodes.parentOf(folder), before, time)
  }

  /** Takes a folder with its sums from the folders around it to others. */
  moved(folder: number, from: number, to: number): void {
    const [bytes, files, newest] = [this.bytesOf(folder), this.filesOf(folder), this.#newest.get(folder)]
    this.add(from, -bytes, -files)
    this.shift(from, newest, NEVER_MS)
    this.add(to, bytes, files)
    // A time that has to be found again is not found here: that would take longer with more files.
    this.shift(to, Number.isNaN(newest) ? newest : NEVER_MS, newest)
    this.lengthen(to, Buffer.byteLength(this.#nodes.nameOf(folder)) + 1 + this.longestOf(folder))
  }

  /** Takes a folder that goes out of the times of those above it. */
  forget(folder: number, parent: number): void {
    this.shift(parent, this.#newest.get(folder), NEVER_MS)
  }

  /**
   * Changes a time below these folders. Where the old one may have been the newest, the newest is found again when
   * somebody asks.
   */
  shift(from: number, before: number, after: number): void {
    for (let folder = from; folder !== NONE; folder = this.#nodes.parentOf(folder)) {
      const newest = this.#newest.get(folder)
      if (after >= newest) this.#newest.set(folder, after)
      else if (Number.isNaN(before) || (before === newest && after < before)) this.#newest.set(folder, Number.NaN)
    }
  }

  get bytes(): number {
    return this.#files.bytes + this.#newest.bytes + this.#longest.bytes
  }
}
