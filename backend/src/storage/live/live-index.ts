// The index of the household: all keys of all buckets in memory, built by listing them and kept up to date by bucket
// events, by this replica's own writes and by looking again (bucket-watch.ts). It is a cache: it knows of which places
// it can tell what readers would see (index-doubts.ts); S3 is asked of the rest.
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { FileFacts, KnownEntry } from '../catalogue/entries.ts'
import type { HidingName } from '../catalogue/hiding-names.ts'
import type { StorageCore } from '../core.ts'
import type { JournalState } from '../journal-state.ts'
import { pathText, type Place } from '../paths.ts'
import type { FileStat, IndexState } from '../types.ts'
import { type BucketSum, sumsOfBuckets } from './bucket-sums.ts'
import { BucketWatch, type BucketWatchOptions } from './bucket-watch.ts'
import type { NameLook } from './clear-folders.ts'
import { FolderChecks } from './folder-checks.ts'
import { stillHiding } from './hiding-checks.ts'
import type { IndexDoubts } from './index-doubts.ts'
import type { KnownBuckets } from './known-buckets.ts'
import type { KnownTop } from './known-tops.ts'
import { RememberedFiles } from './remembered-files.ts'

export class LiveIndex {
  readonly #core: StorageCore
  readonly #watch: BucketWatch
  readonly #catalogue: Catalogue
  readonly #doubts: IndexDoubts
  readonly #known: KnownBuckets
  readonly #checks: FolderChecks
  readonly #remembered: RememberedFiles

  constructor(options: Omit<BucketWatchOptions, 'onEvent' | 'onConnect' | 'onSeen'>) {
    const { core } = options
    this.#core = core
    this.#watch = new BucketWatch({
      ...options,
      onEvent: (at, event) => this.#remembered.hear(at, event),
      onSeen: (path) => this.#remembered.forget([path]),
      onConnect: () => this.#remembered.reconnect(),
    })
    const { catalogue, doubts, known, rescans } = this.#watch
    this.#catalogue = catalogue
    this.#doubts = doubts
    this.#known = known
    this.#remembered = new RememberedFiles(core, catalogue)
    this.#checks = new FolderChecks({
      look: (at) => rescans.folder(at.bucket, at.path, 'look'),
      isQuiet: (at) => doubts.isFree(pathText(at), core.journal.last),
      log: core.log,
    })
  }

  /** Keeps what S3 has just told of a file. */
  learn(at: Place, stat: FileStat): void {
    this.#remembered.learnt.keep(at, stat)
  }

  /** What S3 told of a file last, where nothing is in doubt and the file is still the same; else null. */
  recall(at: Place, journal: JournalState): FileStat | null {
    if (this.exceptions(at, journal)?.length !== 0) return null
    const facts = this.#catalogue.fileAt(at.bucket, at.path)
    return facts && this.#remembered.learnt.find(at, facts)
  }

  /** The version on top of a file that may be replaced if S3 finds this ETag; null where S3 has to be asked first. */
  top(at: Place, journal: JournalState): KnownTop | null {
    const facts = this.isClear(at, journal) ? this.#catalogue.fileAt(at.bucket, at.path) : null
    const top = facts && (this.#remembered.tops.find(at, facts) ?? this.#remembered.learnt.find(at, facts))
    return top?.version ? top : null
  }

  /** Keeps what an own write has put on top of a file. */
  keepTop(at: Place, stat: FileStat): void {
    this.#remembered.keepTop(at, stat)
  }

  /** Several own writes may have put something on top of a file: nobody knows which was the last. */
  forgetTop(at: Place): void {
    this.#remembered.forgetTop(at)
  }

  /** What is known of a file, whether anything is in doubt or not; null for an unknown one. */
  file(at: Place): KnownEntry | null {
    return this.#catalogue.fileAt(at.bucket, at.path)
  }

  /** Whether a folder is known at a place and no file, whether anything is in doubt or not. */
  expectsFolder({ bucket, path }: Place): boolean {
    return this.#catalogue.hasFolder(bucket, path) && !this.#catalogue.hasFile(bucket, path)
  }

  /** Whether a place was just deleted, and nothing has come there since, as far as was heard. */
  isEmptied(at: Place, journal: JournalState): boolean {
    return this.hearsEvents && this.#doubts.isOnlyStale(at, journal) && this.#watch.emptied.has(at, journal)
  }

  /** Whether S3 tells at present what others change there. */
  get hearsEvents(): boolean {
    return this.#watch.hearsEvents
  }

  /** Whether a file there is in nobody's way, not even in that of what was deleted, as far as was heard. */
  isClear(at: Place, journal: JournalState): boolean {
    const { bucket, path } = at
    if (!this.hearsEvents || this.exceptions(at, journal)?.length !== 0) return false
    if (this.#catalogue.hasFolder(bucket, path) || this.#catalogue.fileAbove(bucket, path) !== null) return false
    return this.#remembered.clear.has(at)
  }

  /** Does a look at S3 for what is in the way of a file, and remembers where it finds nothing. */
  async lookingForClear<T>(at: Place, look: () => Promise<T>, isClear: (found: T) => boolean): Promise<T> {
    const begun: NameLook = this.#remembered.clear.begin(at)
    let wasClear = false
    try {
      const found = await look()
      wasClear = isClear(found)
      return found
    } finally {
      this.#remembered.clear.end(begun, wasClear)
    }
  }

  /** Takes in a file that this replica has put. */
  putFile(at: Place, facts: FileFacts): void {
    this.#remembered.learnt.forget(at)
    this.#remembered.clear.hear(at.bucket, at.path)
    this.#watch.wrote(at, { key: at.path, etag: facts.etag }, () => this.#catalogue.putFile(at.bucket, at.path, facts))
  }

  /** Takes in a folder whose marker this replica has put. `modified` in milliseconds since 1970. */
  putFolder(at: Place, modified: number): void {
    this.#remembered.learnt.forget(at)
    this.#remembered.clear.hear(at.bucket, `${at.path}/`)
    const put = () => this.#catalogue.putMarker(at.bucket, at.path, modified)
    this.#watch.wrote(at, { key: `${at.path}/`, etag: null }, put)
  }

  /** What lies at or below these paths (texts of `pathText`) may have changed. Nothing is told of it before a look. */
  suspect(paths: readonly string[]): void {
    this.#watch.suspect(paths)
    this.#remembered.forget(paths)
  }

  /** Takes in a newer state of the journal before anybody is answered by it; answers what need not be suspected. */
  follow(before: JournalState, after: JournalState): readonly string[] {
    const { begun, told } = this.#watch.follow(before, after)
    this.#remembered.forget(begun)
    return told
  }

  /** Where the index has what readers see at a place. */
  lyingAt(journal: JournalState, at: Place): Place {
    return this.#watch.moves.lyingAt(journal, at)
  }

  /** Anything may have changed: nothing is told before everything was looked at. */
  suspectAll(): void {
    this.suspect(this.#catalogue.buckets)
  }

  /** The places at or below one that have to be asked of S3 (index-doubts.ts); null for all of it. */
  exceptions(at: Place, journal: JournalState): Place[] | null {
    return this.#doubts.exceptions(at, journal)
  }

  /** Takes in what others have just written below a folder, so that the index can tell it. */
  lookBelow(at: Place, journal: JournalState): Promise<void> {
    return this.#watch.announced.lookBelow(at, journal)
  }

  /** What `IndexDoubts.saysOf` tells. */
  saysOf(at: Place, isRead: boolean): string {
    return this.#doubts.saysOf(at, isRead)
  }

  /** What is known to lie directly in a folder, whether anything is in doubt or not. */
  known(at: Place): Iterable<KnownEntry[]> {
    return this.#catalogue.list(at.bucket, at.path) ?? []
  }

  /**
   * What lies directly in a folder, some at a time; null where no folder is known. A look at S3 follows in the
   * background and corrects what differs.
   */
  list(at: Place): Iterable<KnownEntry[]> | null {
    const entries = this.#catalogue.list(at.bucket, at.path)
    if (entries) this.#checks.ask(at)
    return entries
  }

  /**
   * A text that is another one once a listing of a folder tells anything else, at any depth; null where no folder is
   * known. As with a listing, a look follows in the background.
   */
  version(at: Place): string | null {
    const version = this.#catalogue.version(at.bucket, at.path)
    if (version !== null) this.#checks.ask(at)
    return version
  }

  /** What `Catalogue.changedSince` tells. */
  changedSince({ bucket, path }: Place, version: string): ReturnType<Catalogue['changedSince']> {
    return this.#catalogue.changedSince(bucket, path, version)
  }

  /** What lies at any depth and may have one of the terms (folded) in its name, some at a time; all without terms. */
  find(at: Place, terms: readonly string[]): Iterable<KnownEntry[]> {
    return this.#catalogue.find(at.bucket, at.path, terms)
  }

  /** Told even in doubt; null for an unknown bucket. */
  totals(at: Place): ReturnType<Catalogue['totals']> | null {
    return this.#known.has(at.bucket) ? this.#catalogue.totals(at.bucket, at.path) : null
  }

  /** The same of whatever is at a place: a file counts for itself. */
  weigh({ bucket, path }: Place): { bytes: number; files: number } {
    return this.#catalogue.weigh(bucket, path)
  }

  /** What the files of each bucket add up to, of those that can be told whole. */
  sums(): Promise<Map<string, BucketSum>> {
    return sumsOfBuckets(this.#known.names, this, () => this.#core.journal.read())
  }

  /** Names that are a file and a folder at once, as far as this replica has heard. */
  hidingNames(): Promise<HidingName[]> {
    return stillHiding(this.#catalogue.hiding, this.#core.clients.control)
  }

  get state(): IndexState {
    return {
      isReady: this.#known.checkedAt !== null,
      objects: this.#catalogue.objects,
      bytes: this.#catalogue.bytes,
      checkedAt: this.#known.checkedAt,
      events: this.#watch.hearsEvents,
      buckets: this.#known.countThere,
      bucketsKnown: this.#known.count,
      unreachableKeys: this.#catalogue.odd,
    }
  }

  start(): void {
    this.#watch.start()
  }

  async stop(): Promise<void> {
    this.#checks.stop()
    await this.#watch.stop()
  }
}
