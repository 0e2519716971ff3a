// What is known of the keys in memory: what lies in a folder, how much that is, and what has a name.
import type { KnownEntry } from './entries.ts'
import { type KeyPlace, KeyTree } from './key-tree.ts'
import { FILE, FOLDER, NONE } from './nodes.ts'
import { searchStale, type Sweep } from './sweep.ts'
import { NEVER_MS } from './totals.ts'

/**
 * What lies below a folder. `newest` in milliseconds since 1970; `longest`: no path below it has more bytes, a folder's
 * with its slash.
 */
export interface FolderTotals {
  bytes: number
  files: number
  newest: number
  longest: number
}

export class KnownKeys {
  protected readonly tree = new KeyTree()

  get buckets(): string[] {
    return this.tree.buckets
  }

  has(bucket: string): boolean {
    return this.tree.root(bucket) !== NONE
  }
  hasFile(bucket: string, path: string): boolean {
    return this.tree.file(bucket, path) !== NONE
  }
  hasFolder(bucket: string, path: string): boolean {
    return this.tree.folder(bucket, path) !== NONE
  }

  /** Whether more than so many files and folders are known directly in a folder. */
  hasMoreIn(bucket: string, path: string, count: number): boolean {
    const folder = this.tree.folder(bucket, path)
    return folder !== NONE && this.tree.nodes.hasMoreChildren(folder, count)
  }

  fileAt(bucket: string, path: string): KnownEntry | null {
    const node = this.tree.file(bucket, path)
    return node === NONE ? null : this.tree.entries.of(node)
  }

  /** A file at a name above a key, which would hide it; null for none. */
  fileAbove(bucket: string, key: string): string | null {
    for (let cut = key.indexOf('/'); cut > 0; cut = key.indexOf('/', cut + 1))
      if (this.hasFile(bucket, key.slice(0, cut))) return key.slice(0, cut)
    return null
  }

  /** The keys that a sweep would remove, a marker's with its slash. Yields null now and then, for others' turns. */
  *stale(bucket: string, path: string, sweep: Sweep): Generator<string | null> {
    const folder = this.tree.folder(bucket, path)
    if (folder === NONE) return
    const { nodes } = this.tree
    for (const node of searchStale(nodes, folder, sweep))
      if (node === NONE) yield null
      else yield nodes.kindOf(node) === FOLDER ? `${this.tree.placeOf(node).path}/` : this.tree.placeOf(node).path
  }

  /** Names of the folders directly in a folder; null where there is no such folder. */
  foldersIn(bucket: string, path: string): string[] | null {
    const folder = this.tree.folder(bucket, path)
    if (folder === NONE) return null
    return this.tree.nodes
      .childrenOf(folder)
      .filter((node) => this.tree.nodes.kindOf(node) === FOLDER)
      .map((node) => this.tree.nodes.nameOf(node))
  }

  /** What lies below a folder; nothing for one that is not there. */
  totals(bucket: string, path: string): FolderTotals {
    const folder = this.tree.folder(bucket, path)
    if (folder === NONE) return { bytes: 0, files: 0, newest: NEVER_MS, longest: 0 }
    const { totals } = this.tree
    return {
      bytes: totals.bytesOf(folder),
      files: totals.filesOf(folder),
      newest: totals.newestOf(folder),
      longest: totals.longestOf(folder),
    }
  }

  /** The bytes and files at a path and below it: a file counts for itself. */
  weigh(bucket: string, path: string): { bytes: number; files: number } {
    const below = this.totals(bucket, path)
    const file = this.fileAt(bucket, path)
    return { bytes: below.bytes + (file?.size ?? 0), files: below.files + (file ? 1 : 0) }
  }

  /** A text that changes with whatever is told of a folder's content, at any depth; null where there is no folder. */
  version(bucket: string, path: string): string | null {
    const folder = this.tree.folder(bucket, path)
    return folder === NONE ? null : this.tree.versions.versionOf(folder)
  }

  /**
   * The names directly in a folder at or below which something has changed since it had a version, and what has these
   * names now; null where nobody knows that any more.
   */
  changedSince(bucket: string, path: string, version: string): { names: string[]; entries: KnownEntry[] } | null {
    const folder = this.tree.folder(bucket, path)
    const changes = folder === NONE ? null : this.tree.versions.since(version)
    if (!changes) return null
    const prefix = path === '' ? '' : `${path}/`
    const isIn = (one: KeyPlace) => one.bucket === bucket && one.path.startsWith(prefix) && one.path !== ''
    const nameIn = (one: KeyPlace) => one.path.slice(prefix.length).split('/', 1)[0] ?? ''
    const names = new Set(changes.filter(isIn).map(nameIn))
    const nodes = [...names].flatMap((name) =>
      ([FILE, FOLDER] as const).map((kind) => this.tree.nodes.find(folder, name, kind)),
    )
    return {
      names: [...names],
      entries: nodes.filter((node) => node !== NONE).map((node) => this.tree.entries.of(node)),
    }
  }

  /** What lies directly in a folder, some at a time; null where there is no such folder. */
  list(bucket: string, path: string): Generator<KnownEntry[]> | null {
    const folder = this.tree.folder(bucket, path)
    return folder === NONE ? null : this.tree.entries.in(folder)
  }

  /**
   * What lies at any depth below a folder and has one of the terms (folded) in its name, and perhaps more; everything
   * where there are no terms. Some at a time, names relative to the folder, in no order.
   */
  find(bucket: string, path: string, terms: readonly string[]): Iterable<KnownEntry[]> {
    const folder = this.tree.folder(bucket, path)
    return folder === NONE ? [] : this.tree.entries.withTerms(folder, terms)
  }
}
