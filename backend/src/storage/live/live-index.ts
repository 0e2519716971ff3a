// The index of the household: all keys of all buckets in memory, built by listing them and kept up to date by bucket
// events, by this replica's own writes and by looking again. It is a cache: it knows of which places it can tell what
// readers would see (index-doubts.ts); S3 is asked of the rest.
/* oxlint-disable max-lines -- its parts know of each other and have to be made in one place */
import { Catalogue } from '../catalogue/catalogue.ts'
import type { FileFacts, KnownEntry } from '../catalogue/entries.ts'
import type { HidingName } from '../catalogue/hiding-names.ts'
import type { StorageCore } from '../core.ts'
import type { JournalState } from '../journal-state.ts'
import { pathText, type Place, place } from '../paths.ts'
import type { FileStat, IndexState } from '../types.ts'
import { BucketEvents } from './bucket-events.ts'
import { type BucketSum, sumOf } from './bucket-sums.ts'
import { EventFeed } from './event-feed.ts'
import type { BucketEvent } from './event-records.ts'
import { FolderChecks } from './folder-checks.ts'
import { stillHiding } from './hiding-checks.ts'
import { IndexDoubts } from './index-doubts.ts'
import { KnownBuckets } from './known-buckets.ts'
import { LearntFiles } from './learnt-files.ts'
import { type Cause, Rescans } from './rescans.ts'
import { StalePaths } from './stale-paths.ts'

export interface LiveIndexOptions {
  core: StorageCore
  bucketPrefix: string
  /** Called with the time from each event to its being taken in. */
  observeLag(seconds: number): void
  /** Called for each difference that a look found and no event told. */
  observeCorrection(): void
}

export class LiveIndex {
  readonly #options: LiveIndexOptions
  readonly #core: StorageCore
  readonly #catalogue: Catalogue
  readonly #rescans: Rescans
  readonly #stalePaths: StalePaths
  readonly #checks: FolderChecks
  readonly #feed: EventFeed
  readonly #events: BucketEvents
  readonly #known: KnownBuckets
  readonly #doubts: IndexDoubts
  readonly #learnt = new LearntFiles()
  #cause: Cause = 'own'

  constructor(options: LiveIndexOptions) {
    const { core } = options
    this.#options = options
    this.#core = core
    this.#catalogue = new Catalogue(({ bucket, path }) => this.#changed(place(bucket, path)))
    this.#rescans = new Rescans({
      clients: core.clients,
      catalogue: this.#catalogue,
      by: (cause, work) => this.#by(cause, work),
    })
    this.#stalePaths = this.#watchStalePaths()
    this.#checks = new FolderChecks({
      look: (at) => this.#rescans.folder(at.bucket, at.path, 'look'),
      isQuiet: (at) => this.#doubts.isFree(pathText(at), core.journal.last),
      log: core.log,
    })
    this.#known = this.#knowBuckets()
    this.#feed = this.#feedEvents()
    this.#doubts = new IndexDoubts({
      marks: core.marks,
      known: this.#known,
      stalePaths: this.#stalePaths,
      feed: this.#feed,
    })
    this.#events = this.#hearEvents()
  }

  #watchStalePaths(): StalePaths {
    return new StalePaths({
      journal: this.#core.journal,
      look: (at) => this.#rescans.place(at.bucket, at.path, 'quiet'),
      hasHeard: (until) => this.#events.state !== 'live' || this.#feed.reached >= until,
      log: this.#core.log,
    })
  }

  #knowBuckets(): KnownBuckets {
    return new KnownBuckets({
      core: this.#core,
      catalogue: this.#catalogue,
      rescans: this.#rescans,
      isOurs: (bucket) => this.#isOurs(bucket),
      eventsState: () => this.#events.state,
    })
  }

  #feedEvents(): EventFeed {
    return new EventFeed({
      core: this.#core,
      catalogue: this.#catalogue,
      rescans: this.#rescans,
      stalePaths: this.#stalePaths,
      isOurs: (bucket) => this.#isOurs(bucket),
      observeLag: this.#options.observeLag,
      by: (cause, work) => this.#by(cause, work),
      discover: (bucket) => void this.#known.discover(bucket),
      forget: (bucket) => this.#known.forget(bucket),
    })
  }

  #hearEvents(): BucketEvents {
    return new BucketEvents({
      clients: this.#core.clients,
      bucketPrefix: this.#options.bucketPrefix,
      systemBucket: this.#core.systemBucket,
      log: this.#core.log,
      onEvent: (event) => this.#take(event),
      onToldUntil: (time) => this.#feed.reach(time),
      onConnect: () => this.#known.beDue(),
    })
  }

  #by<T>(cause: Cause, work: () => T): T {
    const before = this.#cause
    this.#cause = cause
    try {
      return work()
    } finally {
      this.#cause = before
    }
  }

  #changed(at: Place): void {
    if (this.#cause === 'quiet') return
    if (this.#cause === 'look') this.#options.observeCorrection()
    this.#core.changes.tell(at)
    this.#core.changes.tellAbove(at)
  }

  #isOurs(bucket: string): boolean {
    return bucket.startsWith(this.#options.bucketPrefix) && bucket !== this.#core.systemBucket
  }

  #take(event: BucketEvent): void {
    this.#learnt.forget(place(event.bucket, event.key))
    this.#feed.take(event)
  }

  /** Keeps what S3 has just told of a file. */
  learn(at: Place, stat: FileStat): void {
    this.#learnt.keep(at, stat)
  }

  /** What S3 told of a file last, where nothing is in doubt and the file is still the same; else null. */
  recall(at: Place, journal: JournalState): FileStat | null {
    if (this.exceptions(at, journal)?.length !== 0) return null
    const facts = this.#catalogue.fileAt(at.bucket, at.path)
    return facts && this.#learnt.find(at, facts)
  }

  /** Takes in a file that this replica has put. */
  putFile(at: Place, facts: FileFacts): void {
    this.#note(at, { key: at.path, etag: facts.etag }, () => this.#catalogue.putFile(at.bucket, at.path, facts))
  }

  /** Takes in a folder whose marker this replica has put. `modified` in milliseconds since 1970. */
  putFolder(at: Place, modified: number): void {
    this.#note(at, { key: `${at.path}/`, etag: null }, () => this.#catalogue.putMarker(at.bucket, at.path, modified))
  }

  #note(at: Place, { key, etag }: { key: string; etag: string | null }, take: () => void): void {
    this.#rescans.touch(at.bucket, key)
    this.#learnt.forget(at)
    if (this.#events.state === 'live') this.#feed.wrote(at.bucket, key, etag)
    if (this.#catalogue.has(at.bucket)) return this.#by('own', take)
    this.#core.changes.tellUpwards(at)
    void this.#known.discover(at.bucket)
  }

  /** What lies at or below these paths (texts of `pathText`) may have changed. Nothing is told of it before a look. */
  suspect(paths: readonly string[]): void {
    for (const path of paths) this.#stalePaths.add(path)
    this.#learnt.forgetAll(paths)
  }

  /** Anything may have changed: nothing is told before everything was looked at. */
  suspectAll(): void {
    this.suspect(this.#catalogue.buckets)
  }

  /** The places at or below one that have to be asked of S3 (index-doubts.ts); null for all of it. */
  exceptions(at: Place, journal: JournalState): Place[] | null {
    return this.#doubts.exceptions(at, journal)
  }

  /** All that `exceptions` goes by, but for the journal, as one text to compare. */
  saysOf(at: Place): string {
    return this.#doubts.saysOf(at)
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
   * What lies at any depth and may have one of the terms (folded) in its name, relative to the folder, some at a time;
   * all without terms.
   */
  find(at: Place, terms: readonly string[]): Iterable<KnownEntry[]> {
    return this.#catalogue.find(at.bucket, at.path, terms)
  }

  /** What a folder adds up to, even in doubt; `newest` in milliseconds since 1970. Null for an unknown bucket. */
  totals(at: Place): { bytes: number; files: number; newest: number } | null {
    return this.#known.has(at.bucket) ? this.#catalogue.totals(at.bucket, at.path) : null
  }

  /** The same of whatever is at a place: a file counts for itself. */
  weigh(at: Place): { bytes: number; files: number } {
    const below = this.#catalogue.totals(at.bucket, at.path)
    const file = this.#catalogue.fileAt(at.bucket, at.path)
    return { bytes: below.bytes + (file?.size ?? 0), files: below.files + (file ? 1 : 0) }
  }

  /** What the files of each bucket add up to, of those that can be told whole. */
  async sums(): Promise<Map<string, BucketSum>> {
    const sums = new Map<string, BucketSum>()
    for (const bucket of this.#known.names) {
      const whole = place(bucket, '')
      if (this.exceptions(whole, await this.#core.journal.read())?.length !== 0) continue
      sums.set(bucket, await sumOf(this.find(whole, [])))
    }
    return sums
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
      events: this.#events.state === 'live',
      buckets: this.#known.countThere,
      bucketsKnown: this.#known.count,
      unreachableKeys: this.#catalogue.odd,
    }
  }

  start(): void {
    if (this.#core.clients.capabilities.notifications) this.#events.start()
    this.#known.start()
  }

  async stop(): Promise<void> {
    const ended = this.#known.stop()
    this.#rescans.stop()
    this.#stalePaths.stop()
    this.#checks.stop()
    await this.#events.stop()
    await ended
  }
}
