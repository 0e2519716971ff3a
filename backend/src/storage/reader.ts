// What readers see: the store's answer, judged by what the journal says of the path.
import { AppError } from '../lib/app-error.ts'
import { mapParallel } from '../lib/parallel.ts'
import type { Buckets } from './buckets.ts'
import type { StorageCore } from './core.ts'
import { arriving, type JournalState, leaving, saysOf, touches } from './journal.ts'
import type { Listed } from './listing-page.ts'
import { listObjects, listPages } from './listing.ts'
import { IndexedReader, type StoreReader } from './live/indexed-reader.ts'
import type { LiveIndex } from './live/live-index.ts'
import { versionsOfKey } from './names.ts'
import { headObject, type ObjectHead } from './objects.ts'
import { statOf, statOfListed } from './file-stats.ts'
import { below, fileKey, folderKey, nameOf, overlap, pathText, type Place, place } from './paths.ts'
import { pinnedFile } from './pinned-file.ts'
import { translateS3Error } from './s3-errors.ts'
import { isHidden, isUnfinishedCopy, newestUnmarked } from './visibility.ts'
import { treeOf } from './tree.ts'
import type {
  Entry,
  FileStat,
  FileVersionStat,
  FolderStat,
  FoundEntry,
  Measured,
  OpenFile,
  PlaceUsage,
  Stat,
  TreeEntry,
} from './types.ts'

const FOLDERS_PARALLEL = 32
const LOOKS_MAX = 10
const NEVER = new Date(-8.64e15)

/** The time of a folder's marker, where that is the first object of the folder. */
const markerTime = (first: Listed | null, folder: Place): Date | null =>
  first?.key === folderKey(folder) ? statOfListed(first).modified : null

const missing = () => new AppError('notFound', 'nothing exists at that path')

export class Reader implements StoreReader {
  readonly #core: StorageCore
  readonly #index: LiveIndex
  readonly #indexed: IndexedReader
  readonly #buckets: Pick<Buckets, 'madeAt'>

  constructor(core: StorageCore, index: LiveIndex, buckets: Pick<Buckets, 'madeAt'>) {
    this.#core = core
    this.#index = index
    this.#buckets = buckets
    this.#indexed = new IndexedReader({ core, index, store: this })
  }

  /** Everything below a folder that may have one of the terms in its name. */
  find(at: Place, terms: readonly string[]): AsyncIterable<FoundEntry> {
    return this.#indexed.find(at, terms)
  }

  usage(at: Place): Promise<PlaceUsage> {
    return this.#indexed.usage(at)
  }

  /**
   * Looks at the store by what is known of the journal, then reads the journal: where it says anything else about the
   * path by now, looks again. Above a place where changes never cease that could go on for ever: what was looked at by
   * a journal just read is then good enough. `says`: what else the look went by, and the journal's reading may change.
   */
  async consistent<T>(
    at: Place,
    look: (journal: JournalState) => Promise<T>,
    says: () => string = () => '',
  ): Promise<T> {
    const { failpoints, journal, rules } = this.#core
    const path = pathText(at)
    for (let seen = journal.last, looks = 1; ; looks += 1) {
      await failpoints.at('reader.looks', path)
      const said = says()
      const [outcome] = await Promise.allSettled([look(rules.readersView(seen))])
      const now = await rules.journalAfter(seen, journal)
      // What was dropped from the journal meanwhile cannot be compared.
      const isSame = saysOf(now, path) === saysOf(seen, path) && now.floor <= seen.rev && says() === said
      if (isSame || looks === LOOKS_MAX) {
        if (outcome.status === 'rejected') throw translateS3Error(outcome.reason)
        return outcome.value
      }
      seen = now
    }
  }

  async stat(at: Place): Promise<Stat> {
    return this.consistent(at, (journal) => this.#stat(journal, at))
  }

  async #stat(journal: JournalState, at: Place): Promise<Stat> {
    const head = await this.#head(journal, at)
    if (head) return statOf(head)
    const folder = await this.#folder(journal, at)
    if (folder) return folder
    throw missing()
  }

  /** The folder that readers see at a place, or null. Where the index knows no content, its time is its own. */
  async #folder(journal: JournalState, at: Place): Promise<FolderStat | null> {
    const first = at.path === '' ? null : await this.#first(journal, at)
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

  /** The first of all objects below a folder: its marker, if it has one. */
  async #first(journal: JournalState, at: Place): Promise<Listed | null> {
    if (leaving(journal, pathText(at))) return null
    for await (const listed of this.#visible(journal, at)) return listed
    return null
  }

  /** The time of a folder as a listing of its parent tells it, also for a root that is not there yet. */
  async folderTime(at: Place): Promise<Date | null> {
    const known = this.#indexed.contentOf(at).modified
    if (known) return known
    const folder = await this.consistent(at, (journal) => this.#folder(journal, at))
    return folder?.modified ?? this.#buckets.madeAt(at.bucket)
  }

  /** The file that readers see at a place, or null. */
  async #head(journal: JournalState, at: Place): Promise<ObjectHead | null> {
    const path = pathText(at)
    if (at.path === '' || leaving(journal, path)) return null
    const op = arriving(journal, path)
    if (op && !op.merge) return null
    if (!op) return headObject(this.#core.clients.control, { bucket: at.bucket, key: fileKey(at) })
    for await (const { key, version } of newestUnmarked(
      journal,
      at.bucket,
      await versionsOfKey(this.#core, at.bucket, fileKey(at)),
    )) {
      return headObject(this.#core.clients.control, { bucket: at.bucket, key, version })
    }
    return null
  }

  async isFolder(journal: JournalState, at: Place): Promise<boolean> {
    return at.path === '' || (await this.#first(journal, at)) !== null
  }

  /** All objects below a folder that readers see, its own marker and inner markers among them. */
  async *#visible(journal: JournalState, at: Place, { withVersions = false } = {}): AsyncGenerator<Listed> {
    const isMerging = journal.ops.some(
      (op) => op.merge && ['copying', 'undoing'].includes(op.state) && op.dst !== null && overlap(op.dst, pathText(at)),
    )
    const versions = withVersions || isMerging
    const listed = listObjects(this.#core.clients, { bucket: at.bucket, prefix: folderKey(at), versions })
    for await (const object of versions ? newestUnmarked(journal, at.bucket, listed) : listed)
      if (!isHidden(journal, at.bucket, object)) yield object
  }

  async list(at: Place): Promise<Entry[]> {
    return this.consistent(
      at,
      async (journal) => {
        const found = (await this.#indexed.list(journal, at)) ?? (await this.#list(journal, at))
        if (found) return found
        if (await this.#head(journal, at)) throw new AppError('isFile', 'that is a file')
        throw missing()
      },
      () => this.#index.saysOf(at),
    )
  }

  /** The file or the folder of a name, or both, whatever the index says. */
  async named(journal: JournalState, folder: Place, name: string): Promise<Entry[]> {
    const at = below(folder, name)
    const [head, found] = await Promise.all([this.#head(journal, at), this.#folder(journal, at)])
    return [...(head ? [{ ...statOf(head), name }] : []), ...(found ? [{ ...found, name }] : [])]
  }

  /** What lies directly in a folder; null where there is no folder. */
  async #list(journal: JournalState, at: Place): Promise<Entry[] | null> {
    const path = pathText(at)
    if (leaving(journal, path)) return null
    const op = arriving(journal, path)
    if (op && !op.merge) return null
    if (op) return this.#listMerging(journal, at)
    const listed = await this.#listPlain(at)
    const leftOut = await this.#indexed.leftOut(journal, at, listed ?? [])
    const entries = leftOut.length > 0 ? [...(listed ?? []), ...leftOut] : listed
    if (!entries || !journal.ops.some((pending) => touches(pending, path))) return entries
    const judged = await mapParallel(entries, 8, async (entry) => (await this.#judge(journal, at, entry)) ?? [])
    const shown = judged.flat()
    // A folder may be implied by nothing but keys that do not show.
    return shown.length > 0 || (await this.isFolder(journal, at)) ? shown : null
  }

  /** What readers see of one entry while something is pending on its path; null for nothing. */
  async #judge(journal: JournalState, folder: Place, entry: Entry): Promise<Entry | null> {
    const at = below(folder, entry.name)
    if (!journal.ops.some((op) => touches(op, pathText(at)))) return entry
    if (entry.kind === 'folder') return (await this.isFolder(journal, at)) ? entry : null
    const head = await this.#head(journal, at)
    return head && { ...statOf(head), name: entry.name }
  }

  async #listPlain(at: Place): Promise<Entry[] | null> {
    const prefix = folderKey(at)
    const files: Entry[] = []
    const prefixes: string[] = []
    let isThere = at.path === ''
    for await (const page of listPages(this.#core.clients, { bucket: at.bucket, prefix, delimiter: true })) {
      isThere ||= page.objects.length > 0
      for (const object of page.objects)
        if (object.key !== prefix) files.push({ ...statOfListed(object), name: nameOf(object.key) })
      prefixes.push(...page.prefixes)
    }
    const folders = await mapParallel(prefixes, FOLDERS_PARALLEL, (folder) => this.#folderEntry(at.bucket, folder))
    const entries = [...files, ...folders.flat()]
    return isThere || entries.length > 0 ? entries : null
  }

  // MinIO lists a prefix under which only delete markers lie: a folder is what holds a key. The first one is its
  // marker, if it has one.
  async #folderEntry(bucket: string, prefix: string): Promise<Entry[]> {
    for await (const first of listObjects(this.#core.clients, { bucket, prefix, maxKeys: 1 })) {
      const at = place(bucket, prefix.slice(0, -1))
      const { modified } = statOfListed(first)
      const own = markerTime(first, at)
      return [{ kind: 'folder', modified, own, name: nameOf(at.path), ...this.#indexed.contentOf(at) }]
    }
    return []
  }

  // In the destination of a merge each key is judged by its versions: what lies beneath the copies shows.
  async #listMerging(journal: JournalState, at: Place): Promise<Entry[] | null> {
    const prefix = folderKey(at)
    const files: Entry[] = []
    const folders = new Map<string, Date>()
    const own = new Map<string, Date>()
    let isThere = at.path === ''
    for await (const object of this.#visible(journal, at)) {
      isThere = true
      const relative = object.key.slice(prefix.length)
      const cut = relative.indexOf('/')
      const stat = statOfListed(object)
      if (cut < 0 && relative) files.push({ ...stat, name: relative })
      const folder = cut < 0 ? null : relative.slice(0, cut)
      if (folder !== null && (folders.get(folder) ?? NEVER) < stat.modified) folders.set(folder, stat.modified)
      if (folder !== null && relative === `${folder}/`) own.set(folder, stat.modified)
    }
    if (!isThere) return null
    const folderOf = ([name, modified]: [string, Date]): Entry => ({
      kind: 'folder',
      modified,
      own: own.get(name) ?? null,
      name,
    })
    return [...files, ...Array.from(folders, folderOf)]
  }

  async *tree(at: Place): AsyncGenerator<TreeEntry> {
    const journal = await this.#core.journal.read()
    if (at.path !== '' && leaving(journal, pathText(at))) return
    yield* treeOf(this.#visible(journal, at), folderKey(at))
  }

  async survey<T>(at: Place, collect: (entries: AsyncIterable<TreeEntry>) => Promise<T>): Promise<T> {
    return this.consistent(at, (journal) =>
      collect(treeOf(this.#visible(journal, at, { withVersions: true }), folderKey(at))),
    )
  }

  async measure(at: Place, parts: readonly Place[]): Promise<Measured> {
    const keys = parts.map((part) => ({ file: fileKey(part), folder: folderKey(part) }))
    return this.consistent(at, async (journal) => {
      const measured: Measured = { bytes: 0, parts: parts.map(() => 0) }
      for await (const { key, size } of this.#visible(journal, at)) {
        measured.bytes += size
        keys.forEach(({ file, folder }, index) => {
          if (key === file || key.startsWith(folder)) measured.parts[index] = (measured.parts[index] ?? 0) + size
        })
      }
      return measured
    })
  }

  async open(at: Place, version?: string): Promise<OpenFile> {
    const stat = await this.consistent(at, async (journal) => {
      const found = await this.#stat(journal, at)
      if (found.kind === 'folder') throw new AppError('isFolder', 'that is a folder')
      return version === undefined ? found : this.#statVersion(at, version)
    })
    if (version === undefined) this.#index.learn(at, stat)
    return this.pinned(at, stat)
  }

  recall(at: Place): Promise<FileStat | null> {
    return this.consistent(
      at,
      async (journal) => this.#index.recall(at, journal),
      () => this.#index.saysOf(at),
    )
  }

  pinned(at: Place, stat: FileStat): OpenFile {
    return pinnedFile(this.#core, at, stat)
  }

  async #statVersion(at: Place, version: string): Promise<FileStat> {
    const head = await headObject(this.#core.clients.control, { bucket: at.bucket, key: fileKey(at), version })
    if (!head) throw new AppError('notFound', 'there is no such version')
    return { ...statOf(head), version }
  }

  /** Versions of a file that is there; copies of a pending merge are none yet. */
  async versions(at: Place): Promise<FileVersionStat[]> {
    return this.consistent(at, async (journal) => {
      const present = await this.#head(journal, at)
      if (!present) throw missing()
      const all = await versionsOfKey(this.#core, at.bucket, fileKey(at))
      return all
        .filter((version) => !version.isMarker && !isUnfinishedCopy(journal, at.bucket, version))
        .map((version) => ({
          ...statOfListed(version),
          written: version.lastModified,
          isLatest: version.version === present.version,
        }))
    })
  }
}
