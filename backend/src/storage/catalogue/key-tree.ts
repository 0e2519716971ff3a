// The keys of all buckets as one tree of nodes: which node is at a path, and which path a node has.
import { Entries } from './entries.ts'
import { FolderVersions } from './folder-versions.ts'
import { FILE, FOLDER, NONE, Nodes } from './nodes.ts'
import { Totals } from './totals.ts'

export interface KeyPlace {
  bucket: string
  /** Without a closing slash. */
  path: string
}

/** Called for each file and folder that comes, goes or changes. */
export type OnChange = (change: KeyPlace & { how: 'came' | 'went' | 'changed' }) => void

/** The folder that a path lies in; '' for the root. */
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export class KeyTree {
  readonly nodes = new Nodes()
  readonly totals = new Totals(this.nodes)
  readonly versions = new FolderVersions(this.nodes)
  readonly entries = new Entries(this.nodes, this.totals)
  readonly #roots = new Map<string, number>()
  readonly #bucketOf = new Map<number, string>()

  get buckets(): string[] {
    return [...this.#roots.keys()]
  }

  /** Begins to keep a bucket. */
  open(bucket: string): void {
    if (this.#roots.has(bucket)) return
    const root = this.totals.begin(this.nodes.addRoot())
    this.#roots.set(bucket, root)
    this.#bucketOf.set(root, bucket)
    this.versions.note(root, { bucket, path: '' })
  }

  /** Forgets a bucket in which nothing is any more. */
  close(bucket: string): void {
    const root = this.#roots.get(bucket)
    if (root === undefined) return
    this.#roots.delete(bucket)
    this.#bucketOf.delete(root)
    this.nodes.remove(root)
  }

  /** The node of a bucket's root, or `NONE`. */
  root(bucket: string): number {
    return this.#roots.get(bucket) ?? NONE
  }

  /** The node of a folder, or `NONE`. */
  folder(bucket: string, path: string): number {
    let folder = this.root(bucket)
    for (const name of path === '' ? [] : path.split('/')) {
      if (folder === NONE) break
      folder = this.nodes.find(folder, name, FOLDER)
    }
    return folder
  }

  /** The node of a file, or `NONE`. */
  file(bucket: string, path: string): number {
    const folder = this.folder(bucket, parentPath(path))
    return folder === NONE ? NONE : this.nodes.find(folder, path.slice(path.lastIndexOf('/') + 1), FILE)
  }

  placeOf(node: number): KeyPlace {
    let root = node
    while (this.nodes.parentOf(root) !== NONE) root = this.nodes.parentOf(root)
    return { bucket: this.#bucketOf.get(root) ?? '', path: this.entries.pathBelow(root, node) ?? '' }
  }

  /** The path of some file at any depth below a folder; null for none. */
  firstFileIn(folder: number): string | null {
    for (const node of this.nodes.childrenOf(folder)) {
      const path = this.nodes.kindOf(node) === FILE ? this.placeOf(node).path : this.firstFileIn(node)
      if (path !== null) return path
    }
    return null
  }
}
