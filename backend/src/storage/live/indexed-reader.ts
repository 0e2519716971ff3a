// Listings, searches and sums from the index, with what S3 says of the places that the index cannot tell.
import { mapParallel } from '../../lib/parallel.ts'
import { Yielding } from '../../lib/yielding.ts'
import { nullIfNotFound } from '../../lib/app-error.ts'
import type { KnownEntry } from '../catalogue/entries.ts'
import type { StorageCore } from '../core.ts'
import { type JournalState, touches } from '../journal-state.ts'
import { below, folderKey, isBelow, pathText, type Place } from '../paths.ts'
import type {
  ChangedEntries,
  Entry,
  FileStat,
  FolderEntries,
  FoundEntry,
  PlaceUsage,
  Stat,
  TreeEntry,
} from '../types.ts'
import type { LiveIndex } from './live-index.ts'
import { hitAt, toldEntry, toldFile, toldHit, toldTime } from './told-entries.ts'

const ASKED_PARALLEL = 32
/** How many names are asked for one by one, when a listing of S3 does not have them. */
const LEFT_OUT_MAX = 100

/** What a listing of a folder has told. */
export interface ListedEntries {
  entries: readonly Entry[]
  /** Names that are asked for whatever is known of them. */
  names?: ReadonlySet<string>
}

/** What is asked of S3 itself. */
export interface StoreReader {
  stat(at: Place): Promise<Stat>
  tree(at: Place): AsyncIterable<TreeEntry>
  /** The file or the folder of a name, or both. */
  named(journal: JournalState, folder: Place, name: string): Promise<Entry[]>
  isFolder(journal: JournalState, at: Place): Promise<boolean>
}

export interface IndexedReaderOptions {
  core: StorageCore
  index: LiveIndex
  store: StoreReader
}

export class IndexedReader {
  readonly #core: StorageCore
  readonly #index: LiveIndex
  readonly #store: StoreReader

  constructor({ core, index, store }: IndexedReaderOptions) {
    this.#core = core
    this.#index = index
    this.#store = store
  }

  /** What is known of a folder's content. It is for display only: nothing is decided by it. */
  contentOf(folder: Place): { modified?: Date; bytes?: number } {
    // Copies that come are what lies elsewhere until then.
    const totals = this.#index.totals(this.#index.lyingAt(this.#core.journal.last, folder))
    if (!totals) return {}
    const modified = toldTime(totals.newest)
    return { bytes: totals.bytes, ...(modified ? { modified } : {}) }
  }

  /**
   * A file as a listing tells it, or as S3 told it last, or `folder`; null where S3 has to be asked. No look at S3
   * follows as after a listing, so this counts only where S3 tells of all changes.
   */
  known(journal: JournalState, at: Place): FileStat | 'folder' | null {
    if (!this.#isCertain(journal, at)) return null
    const found = this.#index.file(at)
    if (!found) return this.#index.expectsFolder(at) ? 'folder' : null
    // The index does not know in which of two places the bytes of a file lie that is moved.
    if (journal.ops.some((op) => touches(op, pathText(at)))) return null
    return this.#index.recall(at, journal) ?? toldFile(found)
  }

  /** Whether nothing is there, by the same rule, or since it was just deleted; false says nothing. */
  isFree(journal: JournalState, at: Place): boolean {
    if (this.#index.isEmptied(at, journal)) return true
    return this.#isCertain(journal, at) && !this.#index.file(at) && !this.#index.expectsFolder(at)
  }

  #isCertain(journal: JournalState, at: Place): boolean {
    if (!this.#core.clients.capabilities.listedMetadata || !this.#index.hearsEvents) return false
    return this.#index.exceptions(at, journal)?.length === 0
  }

  /** What lies directly in a folder; null where S3 has to be asked for all of it, or no folder is known. */
  async list(journal: JournalState, at: Place): Promise<FolderEntries | null> {
    await this.#index.lookBelow(at, journal)
    const exceptions = this.#exceptions(journal, at)
    const known = exceptions && this.#index.list(at)
    if (!known) return null
    const version = this.#version(journal, at)
    const doubtful = new Set(exceptions.map((place) => relativeIn(at, place).split('/')[0] ?? ''))
    const entries: Entry[] = []
    const turns = new Yielding()
    for (const some of known) {
      for (const entry of some) if (!doubtful.has(entry.name)) entries.push(toldEntry(entry))
      await turns.pass()
    }
    // MinIO takes long to find that nothing but delete markers lies where much was just deleted.
    const begun = begunIn(journal)
    const open = [...doubtful].filter((name) => !this.#index.isEmptied(below(at, name), begun))
    const asked = await mapParallel(open, ASKED_PARALLEL, (name) => this.#store.named(journal, at, name))
    entries.push(...asked.flat())
    // A folder may be implied by nothing but keys that do not show.
    const isThere = entries.length > 0 || doubtful.size === 0 || (await this.#store.isFolder(journal, at))
    // What changed while it was read may be told in part.
    return isThere ? { entries, version: version === this.#version(journal, at) ? version : null } : null
  }

  /** The version of what `list` tells; null where S3 has to be asked for any of it. */
  async version(journal: JournalState, at: Place): Promise<string | null> {
    await this.#index.lookBelow(at, journal)
    return this.#version(journal, at)
  }

  #version(journal: JournalState, at: Place): string | null {
    return this.#exceptions(journal, at)?.length === 0 ? this.#index.version(at) : null
  }

  /** What has changed since `list` told a version; null where S3 has to be asked, or that was long ago. */
  async changedSince(journal: JournalState, at: Place, since: string): Promise<ChangedEntries | null> {
    await this.#index.lookBelow(at, journal)
    const version = this.#version(journal, at)
    const changed = version === null ? null : this.#index.changedSince(at, since)
    return changed && version !== null ? { ...changed, entries: changed.entries.map(toldEntry), version } : null
  }

  async #exceptionsBelow(at: Place): Promise<Place[] | null> {
    const journal = await this.#core.journal.read()
    await this.#index.lookBelow(at, journal)
    return this.#index.exceptions(at, journal)
  }

  /** What of a folder S3 has to be asked. Where listings tell no times, the index has none either. */
  #exceptions(journal: JournalState, at: Place): Place[] | null {
    return this.#core.clients.capabilities.listedMetadata ? this.#index.exceptions(at, begunIn(journal)) : null
  }

  /**
   * What a listing of S3 has left out: MinIO's listings silently pass over what they cannot look into at that moment.
   * So names that the index knows in the folder and the listing does not have are asked for one by one, and those of
   * which it cannot tell.
   */
  async leftOut(journal: JournalState, at: Place, { entries, names }: ListedEntries): Promise<Entry[]> {
    const listed = new Set(entries.map(({ name }) => name))
    const turns = new Yielding()
    let missing: string[] = []
    for (const some of this.#index.known(this.#index.lyingAt(journal, at))) {
      for (const { name } of some) if (!listed.has(name) && !names?.has(name)) missing.push(name)
      await turns.pass()
      if (missing.length > LEFT_OUT_MAX) break
    }
    // With so many missing, somebody has probably deleted them.
    if (missing.length > LEFT_OUT_MAX) missing = []
    const asked = [...missing, ...(names ?? [])]
    return (await mapParallel(asked, ASKED_PARALLEL, (name) => this.#store.named(journal, at, name))).flat()
  }

  /** Everything below a folder that may have one of the terms in its name, some at a time. */
  async *find(at: Place, terms: readonly string[]): AsyncGenerator<readonly FoundEntry[]> {
    const exceptions = await this.#exceptionsBelow(at)
    if (!exceptions) return yield* this.#below(at, '')
    const doubtful = [...new Set(exceptions.map((other) => this.#outermostUnknown(at, relativeIn(at, other))))]
    const turns = new Yielding()
    for (const some of this.#index.find(at, terms)) {
      const isCertain = ({ name }: KnownEntry) => !doubtful.some((path) => name === path || isBelow(name, path))
      yield (doubtful.length === 0 ? some : some.filter(isCertain)).map(toldHit)
      await turns.pass()
    }
    for (const relative of doubtful) {
      const asked = below(at, relative)
      const found = await this.#present(asked)
      if (found) yield [hitAt(relative, found)]
      if (found?.kind === 'folder') yield* this.#below(asked, `${relative}/`)
    }
  }

  /** A path in a folder, or the first folder on the way to it that the index does not know: that may be new, too. */
  #outermostUnknown(at: Place, relative: string): string {
    const above = relative.split('/').slice(0, -1)
    const paths = above.map((_, index) => above.slice(0, index + 1).join('/'))
    return paths.find((path) => !this.#index.expectsFolder(below(at, path))) ?? relative
  }

  async *#below(at: Place, prefix: string): AsyncGenerator<readonly FoundEntry[]> {
    for await (const entry of this.#store.tree(at)) yield [hitAt(prefix + entry.relative, entry)]
  }

  /** @param isRough what the index holds is told even in doubt: nothing may be decided by it then */
  async usage(at: Place, isRough = false): Promise<PlaceUsage> {
    const rough = isRough ? this.#index.totals(at) : null
    if (rough) return rough
    const exceptions = await this.#exceptionsBelow(at)
    if (!exceptions) return this.#count(at)
    // All of these sums are of one moment, since nothing waits in between.
    const { bytes, files } = this.#index.totals(at) ?? { bytes: 0, files: 0 }
    const doubtful = exceptions.map((place) => this.#index.weigh(place))
    const counted = await mapParallel(exceptions, ASKED_PARALLEL, (place) => this.#countAt(place))
    const sum = (of: PlaceUsage[]) =>
      of.reduce((all, one) => ({ bytes: all.bytes + one.bytes, files: all.files + one.files }), { bytes: 0, files: 0 })
    const [less, more] = [sum(doubtful), sum(counted)]
    return { bytes: bytes - less.bytes + more.bytes, files: files - less.files + more.files }
  }

  async #countAt(place: Place): Promise<PlaceUsage> {
    const found = await this.#present(place)
    if (!found) return { bytes: 0, files: 0 }
    return found.kind === 'file' ? { bytes: found.size, files: 1 } : this.#count(place)
  }

  async #count(at: Place): Promise<PlaceUsage> {
    const sum = { bytes: 0, files: 0 }
    for await (const entry of this.#store.tree(at)) {
      if (entry.kind === 'folder') continue
      sum.bytes += entry.size
      sum.files += 1
    }
    return sum
  }

  #present(at: Place): Promise<Stat | null> {
    return nullIfNotFound(this.#store.stat(at))
  }
}

/** The journal without operations that are only being checked: they have changed nothing yet. */
const begunIn = (journal: JournalState): JournalState => ({
  ...journal,
  ops: journal.ops.filter(({ state }) => state !== 'new'),
})

const relativeIn = (folder: Place, place: Place): string => place.path.slice(folderKey(folder).length)
