// Who shows folders is told here which names in them readers may see otherwise now.
import { folderAround, nameOf, pathText, type Place } from './paths.ts'
import type { FolderChange } from './types.ts'

/** Changes come in bursts: what happens in a folder within this time is told in one go. */
const GATHER_MS = 70
/** That a folder has other content now shows in the folders above it, as its size and time: they are told more seldom. */
const GATHER_ABOVE_MS = 1_000

export class FolderChanges {
  readonly #listeners = new Set<(change: FolderChange) => void>()
  readonly #soon = new Gathering(GATHER_MS, (change) => this.#send(change))
  readonly #later = new Gathering(GATHER_ABOVE_MS, (change) => this.#send(change))

  /** Calls back for each folder in which something changed; answers how to end that. */
  watch(listener: (change: FolderChange) => void): () => void {
    // Each caller gets an own entry, also one who comes twice with one function.
    const own = (change: FolderChange) => listener(change)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  #send(change: FolderChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** Tells that a file or folder came, went or changed. A bucket's root lies in no folder: nothing to tell. */
  tell(at: Place): void {
    if (this.#listeners.size > 0) this.#soon.add(at)
  }

  /** Tells that nobody knows what changed in a folder and all below it. */
  tellAll(folder: Place): void {
    this.#send({ folder, names: [] })
  }

  /** Tells, after a while, that the folders above a place have other content. */
  tellAbove(at: Place): void {
    if (this.#listeners.size === 0) return
    for (let folder = folderAround(at); folder; folder = folderAround(folder)) this.#later.add(folder)
  }

  /** Tells of a place and of every folder above it: they may have come with it. */
  tellUpwards(at: Place): void {
    for (let place: Place | null = at; place; place = folderAround(place)) this.tell(place)
  }

  stop(): void {
    this.#soon.stop()
    this.#later.stop()
    this.#listeners.clear()
  }
}

/** Names by folder, sent together some time after the first. */
class Gathering {
  readonly #ms: number
  readonly #send: (change: FolderChange) => void
  readonly #waiting = new Map<string, { folder: Place; names: Set<string> }>()
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, send: (change: FolderChange) => void) {
    this.#ms = ms
    this.#send = send
  }

  add(at: Place): void {
    const folder = folderAround(at)
    if (!folder) return
    const text = pathText(folder)
    const waiting = this.#waiting.get(text) ?? { folder, names: new Set<string>() }
    waiting.names.add(nameOf(at.path))
    this.#waiting.set(text, waiting)
    this.#timer ??= setTimeout(() => this.#flush(), this.#ms).unref()
  }

  #flush(): void {
    this.#timer = undefined
    const changes = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { folder, names } of changes) this.#send({ folder, names: [...names] })
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
