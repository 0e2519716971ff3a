// What readers see: the store's answer, judged by what the journal says of the path.
import { AppError } from '../lib/app-error.ts'
import type { Buckets } from './buckets.ts'
import type { StorageCore } from './core.ts'
import type {
  ChangedEntries,
  Entry,
  FileStat,
  FileVersionStat,
  FolderEntries,
  FolderStat,
  FoundEntry,
  Measured,
  OpenFile,
  OpenOptions,
  PlaceUsage,
  Stat,
  TreeEntry,
} from './entries.ts'
import { statOf, statOfListed, statOfVersion, versionStats } from './file-stats.ts'
import { FolderListings, markerTime } from './folder-listings.ts'
import { HeadStart } from './head-start.ts'
import { type JournalState, leaving, lyingAt, saysOf } from './journal-state.ts'
import { extentOf, type KnownExtent } from './live/known-extents.ts'
import { IndexedReader, type StoreReader } from './live/indexed-reader.ts'
import type { LiveIndex } from './live/live-index.ts'
import { below, folderKey, pathText, type Place } from './paths.ts'
import { pinnedFile } from './pinned-file.ts'
import { PresentObjects } from './present-objects.ts'
import { translateS3Error } from './s3-errors.ts'
import { measuredIn, treeOf } from './tree.ts'
import { isUnfinishedCopy } from './visibility.ts'

const LOOKS_MAX = 10

/** What is at a place, and where its bytes lie. */
interface FoundAt {
  stat: Stat
  bytesAt: Place
}

const missing = () => new AppError('notFound', 'nothing exists at that path')

export class Reader implements StoreReader {
  readonly #core: StorageCore
  readonly #index: LiveIndex
  readonly #indexed: IndexedReader
  readonly #present: PresentObjects
  readonly #listings: FolderListings
  readonly #buckets: Pick<Buckets, 'madeAt'>

  constructor(core: StorageCore, index: LiveIndex, buckets: Pick<Buckets, 'madeAt'>) {
    this.#core = core
    this.#index = index
    this.#buckets = buckets
    this.#indexed = new IndexedReader({ core, index, store: this })
    this.#present = new PresentObjects(core)
    this.#listings = new FolderListings({ core, present: this.#present, indexed: this.#indexed })
  }

  /** Everything below a folder that may have one of the terms in its name, some at a time. */
  find(at: Place, terms: readonly string[]): AsyncIterable<readonly FoundEntry[]> {
    return this.#indexed.find(at, terms)
  }

  usage(at: Place, isRough = false): Promise<PlaceUsage> {
    return this.#indexed.usage(at, isRough)
  }

  async extent(at: Place): Promise<KnownExtent | null> {
    return extentOf(this.#index, at, await this.#core.journal.read())
  }

  /**
   * Looks at the store by what is known of the journal, then reads the journal. Where that says anything else of the
   * path by now, it looks again. Above a place where changes never cease this could go on for ever, so the last of ten
   * looks counts: it went by a journal just read. `says`: what else the look went by, which reading the journal may
   * change; `isRead`: whether the journal was read before that look, so that all that was written before is known.
   */
  async consistent<T>(
    at: Place,
    look: (journal: JournalState) => Promise<T>,
    says: (isRead: boolean) => string = () => '',
  ): Promise<T> {
    const { failpoints, journal, rules } = this.#core
    const path = pathText(at)
    for (let seen = journal.last, looks = 1; ; looks += 1) {
      await failpoints.at('reader.looks', path)
      const said = says(looks > 1)
      const [outcome] = await Promise.allSettled([look(rules.readersView(seen))])
      const now = await rules.journalAfter(seen, journal)
      // What was dropped from the journal meanwhile cannot be compared.
      const isSame = saysOf(now, path) === saysOf(seen, path) && now.floor <= seen.rev && says(looks > 1) === said
      if (isSame || looks === LOOKS_MAX) {
        if (outcome.status === 'rejected') throw translateS3Error(outcome.reason)
        return outcome.value
      }
      seen = now
    }
  }

  /** What the index alone tells, without a request to the store. */
  #tell<T>(at: Place, told: (journal: JournalState) => T | Promise<T>): Promise<T> {
    return this.consistent(
      at,
      async (journal) => told(journal),
      (isRead) => this.#index.saysOf(at, isRead),
    )
  }

  async stat(at: Place): Promise<Stat> {
    return (await this.consistent(at, (journal) => this.#find(journal, at))).stat
  }

  /** What readers see at a place, and where the bytes of a file lie. */
  async #find(journal: JournalState, at: Place, headStart: HeadStart | null = null): Promise<FoundAt> {
    // Where a folder is expected, both are asked for at once.
    const [file, expected] = await Promise.all([
      this.#present.file(journal, at, headStart ? (object) => headStart.look(object) : undefined),
      this.#index.expectsFolder(this.#index.lyingAt(journal, at)) ? this.#folder(journal, at) : null,
    ])
    if (file) return { stat: statOf(file), bytesAt: file.bytesAt }
    const folder = expected ?? (await this.#folder(journal, at))
    if (folder) return { stat: folder, bytesAt: at }
    throw missing()
  }

  /** The folder that readers see at a place, or null. Where the index knows no content, its time is its own. */
  async #folder(journal: JournalState, at: Place): Promise<FolderStat | null> {
    const first = at.path === '' ? null : await this.#present.first(journal, at)
    if (!first && at.path !== '') return null
    const { modified = first && statOfListed(first).modified, ...content } = this.#indexed.contentOf(at)
    const made = at.path === '' || modified === null ? await this.#buckets.madeAt(at.bucket) : null
    return {
      kind: 'folder',
      modified: modified ?? made,
      own: at.path === '' ? made : markerTime(first, at),
      ...content,
    }
  }

  /** The time of a folder as a listing of its parent tells it, also for a root that is not there yet. */
  async folderTime(at: Place): Promise<Date | null> {
    const known = this.#indexed.contentOf(at).modified
    if (known) return known
    const folder = await this.consistent(at, (journal) => this.#folder(journal, at))
    return folder?.modified ?? this.#buckets.madeAt(at.bucket)
  }

  isFolder(journal: JournalState, at: Place): Promise<boolean> {
    return this.#present.isFolder(journal, at)
  }

  async list(at: Place): Promise<Entry[]> {
    return (await this.listing(at)).entries
  }

  listing(at: Place): Promise<FolderEntries> {
    return this.consistent(
      at,
      async (journal) => {
        const known = await this.#indexed.list(journal, at)
        if (known) return known
        const entries = await this.#listings.list(journal, at)
        if (entries) return { entries, version: null }
        if (await this.#present.file(journal, at)) throw new AppError('isFile', 'that is a file')
        throw missing()
      },
      (isRead) => this.#index.saysOf(at, isRead),
    )
  }

  listingVersion(at: Place): Promise<string | null> {
    return this.#tell(at, (journal) => this.#indexed.version(journal, at))
  }

  changedSince(at: Place, version: string): Promise<ChangedEntries | null> {
    return this.#tell(at, (journal) => this.#indexed.changedSince(journal, at, version))
  }

  /** The file or the folder of a name, or both, whatever the index says. */
  async named(journal: JournalState, folder: Place, name: string): Promise<Entry[]> {
    const at = below(folder, name)
    const [head, found] = await Promise.all([this.#present.file(journal, at), this.#folder(journal, at)])
    return [...(head ? [{ ...statOf(head), name }] : []), ...(found ? [{ ...found, name }] : [])]
  }

  async *tree(at: Place): AsyncGenerator<TreeEntry> {
    const journal = await this.#core.journal.read()
    if (at.path !== '' && leaving(journal, pathText(at))) return
    yield* treeOf(this.#present.below(journal, at), folderKey(at))
  }

  async survey<T>(at: Place, collect: (entries: AsyncIterable<TreeEntry>) => Promise<T>): Promise<T> {
    return this.consistent(at, (journal) =>
      collect(treeOf(this.#present.below(journal, at, { withVersions: true }), folderKey(at))),
    )
  }

  async measure(at: Place, parts: readonly Place[]): Promise<Measured> {
    return this.consistent(at, (journal) => measuredIn(this.#present.below(journal, at), parts))
  }

  async open(at: Place, { version, next }: OpenOptions = {}): Promise<OpenFile> {
    const expected = this.#index.file(this.#index.lyingAt(this.#core.journal.last, at))
    const first = version === undefined ? next?.(expected?.size ?? Infinity) : null
    const headStart = HeadStart.of(this.#core.clients, first ?? null)
    try {
      const { stat, bytesAt } = await this.consistent(at, async (journal) => {
        headStart?.giveUp()
        const found = await this.#find(journal, at, headStart)
        if (found.stat.kind === 'folder') throw new AppError('isFolder', 'that is a folder')
        const { bytesAt: from } = found
        const asked = version === undefined ? found.stat : await statOfVersion(this.#core, from, version)
        return { stat: asked, bytesAt: from }
      })
      if (version === undefined && bytesAt === at) this.#index.learn(at, stat)
      return pinnedFile(this.#core, { stat, bytesAt, headStart })
    } catch (error) {
      headStart?.giveUp()
      throw error
    }
  }

  async known(at: Place): Promise<FileStat | 'folder' | null> {
    if (!this.#index.file(at) && !this.#index.expectsFolder(at)) return null
    return this.#tell(at, (journal) => this.#indexed.known(journal, at))
  }

  isKnownFree(at: Place): Promise<boolean> {
    return this.#tell(at, (journal) => this.#indexed.isFree(journal, at))
  }

  recall(at: Place): Promise<FileStat | null> {
    return this.#tell(at, (journal) => this.#index.recall(at, journal))
  }

  pinned(at: Place, stat: FileStat): OpenFile {
    return pinnedFile(this.#core, { stat, bytesAt: lyingAt(this.#core.journal.last, at) })
  }

  /** Versions of a file that is there. Copies of a pending merge do not count yet. */
  async versions(at: Place): Promise<FileVersionStat[]> {
    return this.consistent(at, async (journal) => {
      const present = await this.#present.file(journal, at)
      if (!present) throw missing()
      return versionStats(this.#core, present, (one) => !isUnfinishedCopy(journal, present.bytesAt.bucket, one))
    })
  }
}
