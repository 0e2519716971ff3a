// Who shows folders is told here which names in them readers may see otherwise now.
import { folderAround, nameOf, pathText, type Place, placeOfText } from './paths.ts'

/**
 * Names in one folder that came, went or changed. A moved, restored or deleted tree is told by its root's name in its
 * parent. No names: anything in the folder and below it may have changed.
 */
export interface FolderChange {
  folder: Place
  names: string[]
  /**
   * For names that are told because of a change below them: the places that changed, or null where they are too many.
   * Such a folder may have come or gone with the change, or only have another size and time.
   */
  below?: ReadonlyMap<string, readonly Place[] | null>
}

/** Changes come in bursts: what happens in a folder within this time is told in one go. */
const GATHER_MS = 70
/**
 * That a folder has other content now shows in the folders above it, as its size and time: they are told more seldom.
 */
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
    if (this.#listeners.size > 0) this.#soon.add(at, null)
  }

  /** Tells that nobody knows what changed in a folder and all below it. */
  tellAll(folder: Place): void {
    this.#send({ folder, names: [] })
  }

  /** Tells, after a while, that the folders above a place have other content. */
  tellAbove(at: Place): void {
    if (this.#listeners.size === 0) return
    for (let folder = folderAround(at); folder; folder = folderAround(folder)) this.#later.add(folder, at)
  }

  /** Tells of a place and of every folder above it: they may have come with it. */
  tellUpwards(at: Place): void {
    if (this.#listeners.size === 0) return
    for (let place: Place | null = at; place; place = folderAround(place))
      this.#soon.add(place, place === at ? null : at)
  }

  stop(): void {
    this.#soon.stop()
    this.#later.stop()
    this.#listeners.clear()
  }
}

/** Places below one name that are told, at most. */
const BELOW_MAX = 100
/**
 * Why a name is told: it changed itself, or something below it did (texts of `pathText`; null for too many of them).
 */
type Cause = 'itself' | Set<string> | null

/** Names by folder, sent together some time after the first. */
class Gathering {
  readonly #ms: number
  readonly #send: (change: FolderChange) => void
  readonly #waiting = new Map<string, { folder: Place; names: Map<string, Cause> }>()
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, send: (change: FolderChange) => void) {
    this.#ms = ms
    this.#send = send
  }

  /** `below`: what changed, where that is not the place itself. */
  add(at: Place, below: Place | null): void {
    const folder = folderAround(at)
    if (!folder) return
    const text = pathText(folder)
    const waiting = this.#waiting.get(text) ?? { folder, names: new Map<string, Cause>() }
    const name = nameOf(at.path)
    waiting.names.set(name, below ? withPlace(waiting.names.get(name), below) : 'itself')
    this.#waiting.set(text, waiting)
    this.#timer ??= setTimeout(() => this.#flush(), this.#ms).unref()
  }

  #flush(): void {
    this.#timer = undefined
    const changes = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { folder, names } of changes) this.#send({ folder, names: [...names.keys()], below: placesIn(names) })
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

function withPlace(known: Cause | undefined, at: Place): Cause {
  if (known === 'itself' || known === null) return known
  const places = known ?? new Set()
  places.add(pathText(at))
  return places.size > BELOW_MAX ? null : places
}

function placesIn(names: ReadonlyMap<string, Cause>): NonNullable<FolderChange['below']> {
  const places = new Map<string, readonly Place[] | null>()
  for (const [name, cause] of names) if (cause !== 'itself') places.set(name, cause && [...cause].map(placeOfText))
  return places
}
