// Files and folders as numbered nodes: what each is, which folder it is in, and how it is found by its name. Keys and
// sums are kept elsewhere.
import { fold } from '../../../contract/fold.ts'
import { doubles, integers, marks } from './columns.ts'
import { Etags } from './etags.ts'
import { Lookup } from './lookup.ts'
import { Names } from './names.ts'

export const NONE = -1
export const FILE = 1
export const FOLDER = 2
export type Kind = typeof FILE | typeof FOLDER

const SAME = Buffer.alloc(0)
// eslint-disable-next-line no-control-regex -- plain ASCII without capitals is its own folded form
const FOLDED_ALREADY = /^[\u0000-\u0040\u005b-\u007f]*$/

export class Nodes {
  readonly #kinds = marks()
  readonly #parents = integers()
  readonly #nexts = integers()
  readonly #previous = integers()
  /** The first node in a folder; `NONE` for files and empty folders. */
  readonly #firsts = integers()
  readonly #hashes = integers()
  readonly #references = integers()
  readonly #names = new Names()
  readonly #lookup = new Lookup((node) => this.#hashes.get(node))
  /** Bytes of a file, or of all files below a folder. */
  readonly sizes = doubles()
  /** Milliseconds since 1970: a file's time, or that of a folder's own marker; NaN for none. */
  readonly times = doubles()
  /** When it was last seen to be there: counted by looks, not by time. */
  readonly stamps = integers()
  readonly etags = new Etags()
  #made = 0
  #firstFree = NONE
  #living = 0

  get count(): number {
    return this.#living
  }

  kindOf(node: number): number {
    return this.#kinds.get(node)
  }
  parentOf(node: number): number {
    return this.#parents.get(node)
  }
  nameOf(node: number): string {
    return this.#names.textOf(this.#references.get(node))
  }
  hasChildren(folder: number): boolean {
    return this.#firsts.get(folder) !== NONE
  }

  /** The nodes in a folder, as they are now. */
  childrenOf(folder: number): number[] {
    const children: number[] = []
    for (let node = this.#firsts.get(folder); node !== NONE; node = this.#nexts.get(node)) children.push(node)
    return children
  }

  /** Whether more than so many nodes are in a folder. */
  hasMoreChildren(folder: number, count: number): boolean {
    let seen = 0
    for (let node = this.#firsts.get(folder); node !== NONE; node = this.#nexts.get(node))
      if ((seen += 1) > count) return true
    return false
  }

  /** What has this name and kind in a folder, or NONE. */
  find(parent: number, name: string, kind: Kind): number {
    const bytes = Buffer.from(name)
    return this.#lookup.find(
      hashOf(parent, kind, bytes),
      (node) =>
        this.#parents.get(node) === parent &&
        this.#kinds.get(node) === kind &&
        this.#names.is(this.#references.get(node), bytes),
    )
  }

  /** A root hangs nowhere and has no name. */
  addRoot(): number {
    const node = this.#take(FOLDER)
    this.#references.set(node, NONE)
    return node
  }

  add(parent: number, name: string, kind: Kind): number {
    const node = this.#take(kind)
    this.#hang(node, parent, name)
    return node
  }

  /** Takes a node with all that is in it into another folder, under another name. */
  move(node: number, parent: number, name: string): void {
    this.#unhang(node)
    this.#hang(node, parent, name)
  }

  #hang(node: number, parent: number, name: string): void {
    const bytes = Buffer.from(name)
    const folded = FOLDED_ALREADY.test(name) ? SAME : Buffer.from(fold(name))
    this.#references.set(node, this.#names.add(node, bytes, folded.equals(bytes) ? SAME : folded))
    const hash = hashOf(parent, this.#kinds.get(node), bytes)
    this.#hashes.set(node, hash)
    this.#lookup.add(hash, node)
    const next = this.#firsts.get(parent)
    this.#parents.set(node, parent)
    this.#previous.set(node, NONE)
    this.#nexts.set(node, next)
    if (next !== NONE) this.#previous.set(next, node)
    this.#firsts.set(parent, node)
  }

  #unhang(node: number): void {
    const [parent, previous, next] = [this.#parents.get(node), this.#previous.get(node), this.#nexts.get(node)]
    if (previous === NONE) this.#firsts.set(parent, next)
    else this.#nexts.set(previous, next)
    if (next !== NONE) this.#previous.set(next, previous)
    this.#lookup.remove(this.#hashes.get(node), node)
    this.#names.remove(this.#references.get(node))
  }

  #take(kind: Kind): number {
    const node = this.#firstFree === NONE ? this.#made++ : this.#firstFree
    if (node === this.#firstFree) this.#firstFree = this.#nexts.get(node)
    this.#living += 1
    this.#kinds.set(node, kind)
    this.#parents.set(node, NONE)
    this.#previous.set(node, NONE)
    this.#nexts.set(node, NONE)
    this.#firsts.set(node, NONE)
    this.sizes.set(node, 0)
    this.times.set(node, Number.NaN)
    return node
  }

  /** Takes out a file, or a folder in which nothing is any more. */
  remove(node: number): void {
    if (this.#parents.get(node) !== NONE) this.#unhang(node)
    this.etags.clear(node)
    this.#kinds.set(node, 0)
    this.#parents.set(node, NONE)
    this.#nexts.set(node, this.#firstFree)
    this.#firstFree = node
    this.#living -= 1
  }

  /**
   * For each page of names, the nodes whose folded name holds one of the terms. Between two pages others may have their
   * turn.
   */
  *search(terms: readonly string[]): Generator<Set<number>> {
    const wanted = terms.map((term) => Buffer.from(term))
    for (let page = 0; page < this.#names.pageCount; page += 1) yield this.#names.search(page, wanted)
  }

  /** Bytes of memory that all this takes. */
  get bytes(): number {
    const columns = [
      this.#kinds,
      this.#parents,
      this.#nexts,
      this.#previous,
      this.#firsts,
      this.#hashes,
      this.#references,
      this.sizes,
      this.times,
      this.stamps,
      this.etags,
    ]
    return columns.reduce((sum, column) => sum + column.bytes, 0) + this.#names.bytes + this.#lookup.bytes
  }
}

/** FNV-1a over the name, then the last steps of MurmurHash3, so that all bits count. */
function hashOf(parent: number, kind: number, name: Buffer): number {
  let hash = 0x811c9dc5 ^ Math.imul(parent + 1, 0x9e3779b1) ^ kind
  for (const byte of name) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
