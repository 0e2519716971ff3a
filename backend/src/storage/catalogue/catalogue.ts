// The tree of all keys in memory: what lies in a folder, how much that is, and what has a name. All of it is plain
// calculation; nothing waits.
import { Entries, type FileFacts, type KnownEntry, TURN } from './entries.ts'
import { FILE, FOLDER, NONE, type Kind, Nodes } from './nodes.ts'
import { HidingNames } from './hiding-names.ts'
import { OddKeys } from './odd-keys.ts'
import { NEVER_MS, Totals } from './totals.ts'

/** Told of each file and folder that comes, goes or changes; `path` without a closing slash. */
export type OnChange = (change: { bucket: string; path: string; how: 'came' | 'went' | 'changed' }) => void

export class Catalogue {
  readonly #nodes = new Nodes()
  readonly #totals = new Totals(this.#nodes)
  readonly #entries = new Entries(this.#nodes, this.#totals)
  readonly #roots = new Map<string, number>()
  readonly #bucketOf = new Map<number, string>()
  readonly #odd = new OddKeys()
  /** Names that are a file and a folder. */
  readonly hiding = new HidingNames()
  readonly #onChange: OnChange
  #look = 0
  #objects = 0
  /** Keys come in order: mostly the next one lies in the folder of the last. */
  #last = { bucket: '', path: '', folder: NONE }

  constructor(onChange: OnChange) {
    this.#onChange = onChange
  }

  /** Files and folder markers. */
  get objects(): number {
    return this.#objects
  }
  /** Keys that are no path of anybody's, as far as they are counted. */
  get odd(): number {
    return this.#odd.count
  }
  /** Bytes of memory. */
  get bytes(): number {
    return this.#nodes.bytes + this.#totals.bytes
  }
  get buckets(): string[] {
    return [...this.#roots.keys()]
  }

  /** Begins to keep a bucket. */
  open(bucket: string): void {
    if (this.#roots.has(bucket)) return
    const root = this.#totals.begin(this.#nodes.addRoot())
    this.#roots.set(bucket, root)
    this.#bucketOf.set(root, bucket)
  }

  /** Begins a look at S3: what it, or anybody else, sees from now on is newer than the number that it answers. */
  beginLook(): number {
    this.#look += 1
    return this.#look
  }

  /**
   * Notes that a file is there and what it is. Where its time is not known for certain, a known file that is the same
   * otherwise keeps its own.
   */
  putFile(bucket: string, key: string, { size, modified, etag }: FileFacts, isTimeKnown = true): void {
    this.#odd.put(bucket, key, this.#look)
    const folder = this.#makeFolder(bucket, parentPath(key), key)
    const name = key.slice(key.lastIndexOf('/') + 1)
    if (folder === NONE || name === '') return
    const nodes = this.#nodes
    const found = nodes.find(folder, name, FILE)
    const node = found === NONE ? this.#addTo(folder, name, FILE) : found
    const before = { size: nodes.sizes.get(node), time: found === NONE ? NEVER_MS : nodes.times.get(node) }
    nodes.stamps.set(node, this.#look)
    if (
      found !== NONE &&
      before.size === size &&
      (before.time === modified || !isTimeKnown) &&
      nodes.etags.get(node) === etag
    )
      return
    nodes.sizes.set(node, size)
    nodes.times.set(node, modified)
    nodes.etags.set(node, etag)
    this.#totals.add(folder, size - before.size, found === NONE ? 1 : 0)
    this.#totals.shift(folder, before.time, modified)
    if (found === NONE) {
      this.#objects += 1
      this.#noteHiding(bucket, key, folder)
    }
    this.#onChange({ bucket, path: key, how: found === NONE ? 'came' : 'changed' })
  }

  /** A new file may have the name of a folder. */
  #noteHiding(bucket: string, key: string, around: number): void {
    const folder = this.#nodes.find(around, key.slice(key.lastIndexOf('/') + 1), FOLDER)
    const below = folder === NONE ? null : this.#firstFileIn(folder)
    if (below !== null) this.hiding.note({ bucket, file: key, below })
  }

  #firstFileIn(folder: number): string | null {
    for (const node of this.#nodes.childrenOf(folder)) {
      const path = this.#nodes.kindOf(node) === FILE ? this.#placeOf(node).path : this.#firstFileIn(node)
      if (path !== null) return path
    }
    return null
  }

  /** Notes that a folder has its marker. `path` without a closing slash. */
  putMarker(bucket: string, path: string, modified: number): void {
    this.#odd.put(bucket, `${path}/`, this.#look)
    const folder = this.#makeFolder(bucket, path, `${path}/`)
    if (folder === NONE || path === '') return
    const { times, stamps } = this.#nodes
    const before = times.get(folder)
    stamps.set(folder, this.#look)
    if (before === modified) return
    if (Number.isNaN(before)) this.#objects += 1
    times.set(folder, modified)
    if (!this.#nodes.hasChildren(folder)) this.#totals.setNewest(folder, modified)
    this.#onChange({ bucket, path, how: 'changed' })
  }

  /** Notes that a key is gone; a marker's ends in a slash. */
  remove(bucket: string, key: string): void {
    this.#odd.remove(bucket, key)
    const isMarker = key.endsWith('/')
    const path = isMarker ? key.slice(0, -1) : key
    const node = isMarker ? this.#folder(bucket, path) : this.#file(bucket, path)
    if (node === NONE) return
    if (isMarker) this.#removeMarker(node)
    else this.#removeFile(node)
  }

  #removeMarker(folder: number): void {
    if (Number.isNaN(this.#nodes.times.get(folder))) return
    this.#nodes.times.set(folder, Number.NaN)
    this.#objects -= 1
    if (!this.#nodes.hasChildren(folder)) this.#dropEmpty(folder)
  }

  #removeFile(node: number): void {
    const nodes = this.#nodes
    const [folder, size, time] = [nodes.parentOf(node), nodes.sizes.get(node), nodes.times.get(node)]
    const place = this.#placeOf(node)
    this.hiding.forget({ bucket: place.bucket, file: place.path })
    nodes.remove(node)
    this.#objects -= 1
    this.#totals.add(folder, -size, -1)
    this.#onChange({ ...place, how: 'went' })
    if (nodes.hasChildren(folder)) this.#totals.shift(folder, time, NEVER_MS)
    else this.#dropEmpty(folder)
  }

  /** A folder in which nothing is any more goes, unless its marker keeps it; so do those above. */
  #dropEmpty(folder: number): void {
    const nodes = this.#nodes
    const [marker, parent] = [nodes.times.get(folder), nodes.parentOf(folder)]
    if (parent === NONE || !Number.isNaN(marker))
      return this.#totals.setNewest(folder, Number.isNaN(marker) ? NEVER_MS : marker)
    const place = this.#placeOf(folder)
    nodes.remove(folder)
    this.#last.folder = NONE
    this.#onChange({ ...place, how: 'went' })
    if (nodes.hasChildren(parent)) this.#totals.forget(folder, parent)
    else this.#dropEmpty(parent)
  }

  #addTo(folder: number, name: string, kind: Kind): number {
    // The first content takes the place of the marker's time.
    const wasEmpty = !this.#nodes.hasChildren(folder)
    const node = this.#nodes.add(folder, name, kind)
    if (wasEmpty) this.#totals.setNewest(folder, NEVER_MS)
    return node
  }

  /** `wantedBy`: the key that lies in it. */
  #makeFolder(bucket: string, path: string, wantedBy: string): number {
    const last = this.#last
    if (last.folder !== NONE && last.bucket === bucket && last.path === path) return last.folder
    let folder = this.#roots.get(bucket) ?? NONE
    if (folder === NONE || isOdd(path)) return NONE
    for (let at = 0; at < path.length;) {
      const end = path.indexOf('/', at) < 0 ? path.length : path.indexOf('/', at)
      const name = path.slice(at, end)
      let next = this.#nodes.find(folder, name, FOLDER)
      if (next === NONE) {
        if (this.#nodes.find(folder, name, FILE) !== NONE)
          this.hiding.note({ bucket, file: path.slice(0, end), below: wantedBy })
        next = this.#totals.begin(this.#addTo(folder, name, FOLDER))
        this.#nodes.stamps.set(next, this.#look)
        this.#onChange({ bucket, path: path.slice(0, end), how: 'came' })
      }
      folder = next
      at = end + 1
    }
    this.#last = { bucket, path, folder }
    return folder
  }

  #folder(bucket: string, path: string): number {
    let folder = this.#roots.get(bucket) ?? NONE
    for (const name of path === '' ? [] : path.split('/')) {
      if (folder === NONE) break
      folder = this.#nodes.find(folder, name, FOLDER)
    }
    return folder
  }

  #file(bucket: string, path: string): number {
    const folder = this.#folder(bucket, parentPath(path))
    return folder === NONE ? NONE : this.#nodes.find(folder, path.slice(path.lastIndexOf('/') + 1), FILE)
  }

  #placeOf(node: number): { bucket: string; path: string } {
    let root = node
    while (this.#nodes.parentOf(root) !== NONE) root = this.#nodes.parentOf(root)
    return { bucket: this.#bucketOf.get(root) ?? '', path: this.#entries.pathBelow(root, node) ?? '' }
  }

  has(bucket: string): boolean {
    return this.#roots.has(bucket)
  }
  hasFile(bucket: string, path: string): boolean {
    return this.#file(bucket, path) !== NONE
  }
  hasFolder(bucket: string, path: string): boolean {
    return this.#folder(bucket, path) !== NONE
  }

  fileAt(bucket: string, path: string): KnownEntry | null {
    const node = this.#file(bucket, path)
    return node === NONE ? null : this.#entries.of(node)
  }

  /** A file at a name above a key, which would hide it; null for none. */
  fileAbove(bucket: string, key: string): string | null {
    for (let cut = key.indexOf('/'); cut > 0; cut = key.indexOf('/', cut + 1))
      if (this.hasFile(bucket, key.slice(0, cut))) return key.slice(0, cut)
    return null
  }

  /** Whether no look has seen a folder's own marker since `look` began. */
  isStale(bucket: string, path: string, look: number): boolean {
    const folder = this.#folder(bucket, path)
    return folder !== NONE && this.#nodes.stamps.get(folder) < look
  }

  /** Whether no look has seen some file directly in a folder since `look` began. */
  hasStale(bucket: string, path: string, look: number): boolean {
    const folder = this.#folder(bucket, path)
    if (folder === NONE) return false
    return this.#nodes
      .childrenOf(folder)
      .some((node) => this.#nodes.kindOf(node) === FILE && this.#nodes.stamps.get(node) < look)
  }

  /** Names of the folders directly in a folder; null where there is no such folder. */
  foldersIn(bucket: string, path: string): string[] | null {
    const folder = this.#folder(bucket, path)
    if (folder === NONE) return null
    return this.#nodes
      .childrenOf(folder)
      .filter((node) => this.#nodes.kindOf(node) === FOLDER)
      .map((node) => this.#nodes.nameOf(node))
  }

  /** What lies below a folder; nothing for one that is not there. */
  totals(bucket: string, path: string): { bytes: number; files: number; newest: number } {
    const folder = this.#folder(bucket, path)
    if (folder === NONE) return { bytes: 0, files: 0, newest: NEVER_MS }
    return {
      bytes: this.#totals.bytesOf(folder),
      files: this.#totals.filesOf(folder),
      newest: this.#totals.newestOf(folder),
    }
  }

  /** What lies directly in a folder, some at a time; null where there is no such folder. */
  list(bucket: string, path: string): Generator<KnownEntry[]> | null {
    const folder = this.#folder(bucket, path)
    return folder === NONE ? null : this.#entries.in(folder)
  }

  /**
   * What lies at any depth below a folder and has one of the terms (folded) in its name, perhaps more; everything
   * without terms. Some at a time, names relative to the folder, in no order.
   */
  find(bucket: string, path: string, terms: readonly string[]): Iterable<KnownEntry[]> {
    const folder = this.#folder(bucket, path)
    return folder === NONE ? [] : this.#entries.withTerms(folder, terms)
  }

  /** Removes what no look has seen since `look` began, in a folder alone or at any depth. Yields between two turns. */
  *sweep(bucket: string, path: string, look: number, isDeep: boolean): Generator<void> {
    const folder = this.#folder(bucket, path)
    if (isDeep) this.#odd.sweep(bucket, path, look)
    if (folder !== NONE) yield* this.#sweep(folder, look, isDeep)
  }

  *#sweep(folder: number, look: number, isDeep: boolean): Generator<void> {
    const nodes = this.#nodes
    const parent = nodes.parentOf(folder)
    const isStale = (node: number) => nodes.stamps.get(node) < look
    for (const [index, node] of nodes.childrenOf(folder).entries()) {
      if (index % TURN === TURN - 1) yield
      if (nodes.parentOf(node) !== folder) continue
      if (nodes.kindOf(node) === FOLDER && isDeep) {
        yield* this.#sweep(node, look, true)
        yield
      } else if (nodes.kindOf(node) === FILE && isStale(node)) this.#removeFile(node)
    }
    // Its last content may have taken it along; the number may be another's by now.
    if (isDeep && nodes.kindOf(folder) === FOLDER && nodes.parentOf(folder) === parent && isStale(folder))
      this.#removeMarker(folder)
  }

  /** Forgets a bucket; what was in it goes some at a time. */
  *drop(bucket: string): Generator<void> {
    yield* this.sweep(bucket, '', Infinity, true)
    const root = this.#roots.get(bucket)
    if (root === undefined) return
    this.#roots.delete(bucket)
    this.#bucketOf.delete(root)
    this.#nodes.remove(root)
    this.#last.folder = NONE
  }
}

const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Keys with empty segments are no paths. */
const isOdd = (path: string): boolean => path.startsWith('/') || path.includes('//')
