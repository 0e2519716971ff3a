// All keys in memory, and how they change. All of it is plain calculation; nothing waits.
import type { SeenFile } from './entries.ts'
import { HidingNames } from './hiding-names.ts'
import { type OnChange, parentPath } from './key-tree.ts'
import { KnownKeys } from './known-keys.ts'
import { FILE, FOLDER, NONE, type Kind, type Nodes } from './nodes.ts'
import { hasEmptySegment, OddKeys } from './odd-keys.ts'
import { type Sweep, sweepFolder } from './sweep.ts'
import { NEVER_MS, type Totals } from './totals.ts'

export class Catalogue extends KnownKeys {
  readonly #nodes: Nodes = this.tree.nodes
  readonly #totals: Totals = this.tree.totals
  readonly #odd = new OddKeys()
  /** Names that are a file and a folder. */
  readonly hiding = new HidingNames()
  readonly #onChange: OnChange
  #look = 0
  #objects = 0
  /** The folder of the last key. Keys come in order, so mostly the next one lies there too. */
  #last = { bucket: '', path: '', folder: NONE }

  constructor(onChange: OnChange) {
    super()
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
    return this.#nodes.bytes + this.#totals.bytes + this.tree.versions.bytes
  }

  /** Begins to keep a bucket. */
  open(bucket: string): void {
    this.tree.open(bucket)
  }

  /** Begins a look at S3 and answers its number. Whatever is seen from now on carries this number, or a later one. */
  beginLook(): number {
    this.#look += 1
    return this.#look
  }

  /** Notes that a file is there, and what it is. */
  putFile(bucket: string, key: string, { size, modified, etag, isTimeUncertain = false }: SeenFile): void {
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
      (before.time === modified || isTimeUncertain) &&
      nodes.etags.get(node) === etag
    )
      return
    nodes.sizes.set(node, size)
    nodes.times.set(node, modified)
    nodes.etags.set(node, etag)
    this.#totals.add(folder, size - before.size, found === NONE ? 1 : 0)
    this.#totals.shift(folder, before.time, modified)
    this.tree.versions.note(folder, { bucket, path: key })
    if (found === NONE) {
      this.#objects += 1
      this.#noteHiding(bucket, key, folder)
    }
    this.#onChange({ bucket, path: key, how: found === NONE ? 'came' : 'changed' })
  }

  /** Remembers a new file that has the name of a folder. */
  #noteHiding(bucket: string, key: string, around: number): void {
    const folder = this.#nodes.find(around, key.slice(key.lastIndexOf('/') + 1), FOLDER)
    const below = folder === NONE ? null : this.tree.firstFileIn(folder)
    if (below !== null) this.hiding.note({ bucket, file: key, below })
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
    this.tree.versions.note(folder, { bucket, path })
    if (!this.#nodes.hasChildren(folder)) this.#totals.setNewest(folder, modified)
    this.#onChange({ bucket, path, how: 'changed' })
  }

  /** Notes that a key is gone; a marker's ends in a slash. */
  remove(bucket: string, key: string): void {
    this.#odd.remove(bucket, key)
    const isMarker = key.endsWith('/')
    const path = isMarker ? key.slice(0, -1) : key
    const node = isMarker ? this.tree.folder(bucket, path) : this.tree.file(bucket, path)
    if (node === NONE) return
    if (isMarker) this.#removeMarker(node)
    else this.#removeFile(node)
  }

  #removeMarker(folder: number): void {
    if (Number.isNaN(this.#nodes.times.get(folder))) return
    this.#nodes.times.set(folder, Number.NaN)
    this.tree.versions.note(folder, this.tree.placeOf(folder))
    this.#objects -= 1
    if (!this.#nodes.hasChildren(folder)) this.#dropEmpty(folder)
  }

  /** `keepsFolder`: the folder around stays, even with nothing in it. */
  #removeFile(node: number, keepsFolder = false): void {
    const nodes = this.#nodes
    const [folder, size, time] = [nodes.parentOf(node), nodes.sizes.get(node), nodes.times.get(node)]
    const place = this.tree.placeOf(node)
    this.hiding.forget({ bucket: place.bucket, file: place.path })
    nodes.remove(node)
    this.#objects -= 1
    this.#totals.add(folder, -size, -1)
    this.tree.versions.note(folder, place)
    this.#onChange({ ...place, how: 'went' })
    if (nodes.hasChildren(folder)) this.#totals.shift(folder, time, NEVER_MS)
    else if (keepsFolder) this.#dropTime(folder)
    else this.#dropEmpty(folder)
  }

  /** Removes a folder in which nothing is any more, unless its marker keeps it, and those above that become empty. */
  #dropEmpty(folder: number): void {
    const nodes = this.#nodes
    const [marker, parent] = [nodes.times.get(folder), nodes.parentOf(folder)]
    if (parent === NONE || !Number.isNaN(marker)) return this.#dropTime(folder)
    const place = this.tree.placeOf(folder)
    nodes.remove(folder)
    this.#last.folder = NONE
    this.#onChange({ ...place, how: 'went' })
    if (nodes.hasChildren(parent)) this.#totals.forget(folder, parent)
    else this.#dropEmpty(parent)
  }

  /**
   * Takes a folder with all that is in it to another place of its bucket, in one step. False where it is not known, or
   * something is known there. The folder around stays, even with nothing in it.
   */
  moveFolder(bucket: string, from: string, to: string): boolean {
    const node = this.tree.folder(bucket, from)
    if (node === NONE || from === '' || this.hasFolder(bucket, to) || this.hasFile(bucket, to)) return false
    const around = this.#makeFolder(bucket, parentPath(to), to)
    if (around === NONE) return false
    const nodes = this.#nodes
    const left = nodes.parentOf(node)
    const wasEmpty = !nodes.hasChildren(around)
    nodes.move(node, around, to.slice(to.lastIndexOf('/') + 1))
    this.#last.folder = NONE
    if (wasEmpty) this.#totals.setNewest(around, NEVER_MS)
    this.#totals.moved(node, left, around)
    if (!nodes.hasChildren(left) && nodes.parentOf(left) !== NONE) this.#dropTime(left)
    // What changes at any depth below has no names here.
    this.tree.versions.forget()
    this.tree.versions.note(left, { bucket, path: from })
    this.tree.versions.note(node, { bucket, path: to })
    return true
  }

  /** The same of a file. */
  moveFile(bucket: string, from: string, to: string): boolean {
    const node = this.tree.file(bucket, from)
    if (node === NONE || this.hasFolder(bucket, to) || this.hasFile(bucket, to)) return false
    this.putFile(bucket, to, this.tree.entries.of(node))
    if (!this.hasFile(bucket, to)) return false
    this.#removeFile(node, true)
    return true
  }

  /** The time of a folder in which nothing is any more is that of its marker. */
  #dropTime(folder: number): void {
    const marker = this.#nodes.times.get(folder)
    this.#totals.setNewest(folder, Number.isNaN(marker) ? NEVER_MS : marker)
  }

  #addTo(folder: number, name: string, kind: Kind): number {
    // From now on its content tells the folder's time, not its marker.
    const wasEmpty = !this.#nodes.hasChildren(folder)
    const node = this.#nodes.add(folder, name, kind)
    this.#totals.lengthen(folder, Buffer.byteLength(name) + (kind === FOLDER ? 1 : 0))
    if (wasEmpty) this.#totals.setNewest(folder, NEVER_MS)
    return node
  }

  /** The node of a folder, made where it is missing; `NONE` where no path can be made. `wantedBy`: the key in it. */
  #makeFolder(bucket: string, path: string, wantedBy: string): number {
    const last = this.#last
    if (last.folder !== NONE && last.bucket === bucket && last.path === path) return last.folder
    let folder = this.tree.root(bucket)
    if (folder === NONE || hasEmptySegment(wantedBy)) return NONE
    for (let at = 0; at < path.length;) {
      const end = path.indexOf('/', at) < 0 ? path.length : path.indexOf('/', at)
      const name = path.slice(at, end)
      let next = this.#nodes.find(folder, name, FOLDER)
      if (next === NONE) {
        if (this.#nodes.find(folder, name, FILE) !== NONE)
          this.hiding.note({ bucket, file: path.slice(0, end), below: wantedBy })
        next = this.#totals.begin(this.#addTo(folder, name, FOLDER))
        this.#nodes.stamps.set(next, this.#look)
        const made = { bucket, path: path.slice(0, end) }
        this.tree.versions.note(next, made)
        this.#onChange({ ...made, how: 'came' })
      }
      folder = next
      at = end + 1
    }
    this.#last = { bucket, path, folder }
    return folder
  }

  /** Removes what no look has seen since one began. Yields between two turns. */
  *sweep(bucket: string, path: string, sweep: Sweep): Generator<void> {
    const folder = this.tree.folder(bucket, path)
    if (sweep.isDeep) this.#odd.sweep(bucket, path, sweep.look)
    if (folder === NONE) return
    const removals = {
      nodes: this.#nodes,
      removeFile: (node: number) => this.#removeFile(node),
      removeMarker: (node: number) => this.#removeMarker(node),
    }
    yield* sweepFolder(removals, folder, sweep)
  }

  /** Forgets a bucket; what was in it goes some at a time. */
  *drop(bucket: string): Generator<void> {
    yield* this.sweep(bucket, '', { look: Infinity, isDeep: true })
    this.tree.close(bucket)
    this.#last.folder = NONE
  }
}
