// Folders in which a new file is in nobody's way, so that S3 need not be asked before each. On MinIO a file hides what
// lies below its name, even what was deleted there, and is hidden below the name of another. The index knows what is
// present; what has only old versions is known here, by listings with all versions and by what was heard since.
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { createLru } from '../../lib/lru.ts'
import { namesAbove } from '../names.ts'
import { isBelow, nameOf, overlap, pathText, type Place } from '../paths.ts'

const REMEMBERED = 2_000
/** Events get lost, so nothing is believed for longer. */
const BELIEVED_MS = 5 * 60_000
/** A folder is listed after so many files at the earliest, and not before the looks have cost as much as a listing. */
const LISTED_AFTER = 2
/** The names whose listing costs as much as one look. */
const NAMES_A_LOOK = 100
const LISTED_AT_ONCE = 2
const WAITING_MAX = 20
/** Folders that take more pages, or have more names with something below them, are not worth it. */
const PAGES_MAX = 20
const NAMES_MAX = 1_000

/** A folder whose own name is no file and was none. Names are those of keys, without a slash. */
interface ClearFolder {
  /** Names in it with anything below them, but for those that the index knows. */
  below: Set<string>
  state: 'unlisted' | 'listing' | 'listed' | 'too large'
  writes: number
}

/** A look at S3 for what is in the way of a file. */
export interface NameLook {
  at: Place
  /** Whether something was heard meanwhile of a name above. */
  isStale: boolean
}

export interface ClearFoldersOptions {
  /** The names in a folder (a key that ends in a slash, or '') with anything below them, old or present, by pages. */
  list(bucket: string, prefix: string): AsyncIterable<string[]>
  isKnownFolder(bucket: string, path: string): boolean
  /** Whether more than so many names are known directly in a folder. */
  hasMoreIn(bucket: string, path: string, count: number): boolean
  log: Logger
}

export class ClearFolders {
  readonly #options: ClearFoldersOptions
  /** By bucket and key, with a closing slash. */
  readonly #folders = createLru<string, ClearFolder>(REMEMBERED, { ttl: BELIEVED_MS })
  readonly #looks = new Set<NameLook>()
  readonly #gate = pLimit(LISTED_AT_ONCE)

  constructor(options: ClearFoldersOptions) {
    this.#options = options
  }

  /** Whether nothing is below the name of a file or was, and no name above it is a file or was. */
  has(at: Place): boolean {
    const around = this.#folders.get(folderOf(at))
    if (around?.state !== 'listed' || around.below.has(nameOf(at.path))) return false
    return foldersAround(at).every((folder) => this.#folders.get(folder) !== undefined)
  }

  /** Begins a look at S3 at what is in the way of a file. Give it back to `end`. */
  begin(at: Place): NameLook {
    const look = { at, isStale: false }
    this.#looks.add(look)
    return look
  }

  /** Ends a look; `isClear`: it has found nothing. */
  end(look: NameLook, isClear: boolean): void {
    this.#looks.delete(look)
    if (!isClear || look.isStale) return
    for (const folder of foldersAround(look.at))
      if (!this.#folders.has(folder)) this.#folders.set(folder, { below: new Set(), state: 'unlisted', writes: 0 })
    this.#count(look.at)
  }

  #count(at: Place): void {
    const folder = folderOf(at)
    const around = this.#folders.get(folder)
    if (around?.state !== 'unlisted') return
    around.writes += 1
    if (around.writes < LISTED_AFTER || this.#gate.pendingCount > WAITING_MAX) return
    const path = folder.slice(at.bucket.length + 1, -1)
    if (this.#options.hasMoreIn(at.bucket, path, around.writes * NAMES_A_LOOK)) return
    around.state = 'listing'
    void this.#gate(() => this.#list(folder, around))
  }

  async #list(folder: string, around: ClearFolder): Promise<void> {
    const cut = folder.indexOf('/')
    const [bucket, prefix] = [folder.slice(0, cut), folder.slice(cut + 1)]
    let pages = 0
    try {
      for await (const names of this.#options.list(bucket, prefix)) {
        const unknown = names.filter((name) => !this.#options.isKnownFolder(bucket, prefix + name))
        for (const name of unknown) add(around, name)
        if ((pages += 1) > PAGES_MAX) around.state = 'too large'
        if (around.state === 'too large') return
      }
      if (around.state === 'listing') around.state = 'listed'
    } catch (error) {
      around.state = 'unlisted'
      this.#options.log.debug({ err: error }, 'a folder could not be listed with its old versions')
    }
  }

  /** Takes in that something has changed under a key. */
  hear(bucket: string, key: string): void {
    const path = `${bucket}/${key}`
    for (let slash = path.indexOf('/'), next = 0; slash >= 0; slash = next) {
      next = path.indexOf('/', slash + 1)
      const around = next < 0 ? undefined : this.#folders.get(path.slice(0, slash + 1))
      if (around) add(around, path.slice(slash + 1, next))
    }
    this.#folders.delete(`${path}/`)
    for (const look of this.#looks) if (isBelow(pathText(look.at), path)) look.isStale = true
  }

  /** Takes in that anything may have changed at or below a place, a text of `pathText`. */
  forget(path: string): void {
    const cut = path.indexOf('/')
    if (cut >= 0) this.hear(path.slice(0, cut), `${path.slice(cut + 1)}/`)
    for (const folder of Array.from(this.#folders.keys()))
      if (folder.startsWith(`${path}/`)) this.#folders.delete(folder)
    for (const look of this.#looks) if (overlap(pathText(look.at), path)) look.isStale = true
  }

  /** Anything may have changed anywhere. */
  forgetAll(): void {
    this.#folders.clear()
    for (const look of this.#looks) look.isStale = true
  }
}

function add(around: ClearFolder, name: string): void {
  around.below.add(name)
  if (around.below.size <= NAMES_MAX) return
  around.state = 'too large'
  around.below.clear()
}

/** The folders that a file lies in, outermost first, as `#folders` names them. */
const foldersAround = (at: Place): string[] =>
  ['', ...namesAbove(at).map((name) => `${name}/`)].map((key) => `${at.bucket}/${key}`)

const folderOf = (at: Place): string => foldersAround(at).at(-1) ?? ''
