// The index of the household: all keys of all buckets in memory, built by listing them, kept up by bucket events, by
// this replica's own writes and by looking again. It is a cache: it says for itself of which places it can tell what
// readers would see, and of the rest S3 is asked.
import { Catalogue } from '../catalogue/catalogue.ts'
import type { FileFacts, KnownEntry } from '../catalogue/entries.ts'
import type { HidingName } from '../catalogue/hiding-names.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { Yielding } from '../../lib/yielding.ts'
import type { StorageCore } from '../core.ts'
import { type JournalState, touches } from '../journal.ts'
import { headObject } from '../objects.ts'
import { isBelow, overlap, pathText, type Place, place, placeOfText } from '../paths.ts'
import type { FileStat, IndexState } from '../types.ts'
import { BucketEvents } from './bucket-events.ts'
import { BucketSummer, type BucketSum } from './bucket-sums.ts'
import { EventFeed } from './event-feed.ts'
import type { BucketEvent } from './event-records.ts'
import { FolderChecks } from './folder-checks.ts'
import { KnownBuckets } from './known-buckets.ts'
import { LearntFiles } from './learnt-files.ts'
import { type Cause, Rescans } from './rescans.ts'
import { StalePaths } from './stale-paths.ts'
import { MARK_LASTS_MS } from './write-marks.ts'

const HEADS_AT_ONCE = 8

export interface LiveIndexOptions {
  core: StorageCore
  bucketPrefix: string
  /** Told how long after it happened an event was taken in. */
  observeLag(seconds: number): void
  /** Told of each difference that a look found and no event told. */
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
    this.#stalePaths = new StalePaths({
      journal: core.journal,
      look: (at) => this.#rescans.place(at.bucket, at.path, 'quiet'),
      hasHeard: (until) => this.#events.state !== 'live' || this.#feed.reached >= until,
      log: core.log,
    })
    this.#checks = new FolderChecks({
      look: (at) => this.#rescans.folder(at.bucket, at.path, 'look'),
      isQuiet: (at) => this.#isFree(pathText(at), core.journal.last),
      log: core.log,
    })
    this.#known = new KnownBuckets({
      core,
      catalogue: this.#catalogue,
      rescans: this.#rescans,
      isOurs: (bucket) => this.#isOurs(bucket),
      eventsState: () => this.#events.state,
    })
    this.#feed = new EventFeed({
      core,
      catalogue: this.#catalogue,
      rescans: this.#rescans,
      stalePaths: this.#stalePaths,
      isOurs: (bucket) => this.#isOurs(bucket),
      observeLag: options.observeLag,
      by: (cause, work) => this.#by(cause, work),
      discover: (bucket) => void this.#known.discover(bucket),
      forget: (bucket) => this.#known.forget(bucket),
    })
    this.#events = new BucketEvents({
      clients: core.clients,
      bucketPrefix: options.bucketPrefix,
      systemBucket: core.systemBucket,
      log: core.log,
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

  /** What S3 has just told of a file. */
  learn(at: Place, stat: FileStat): void {
    this.#learnt.keep(at, stat)
  }

  /** What S3 told of a file last, where nothing is in doubt and the file is still the same; else null. */
  recall(at: Place, journal: JournalState): FileStat | null {
    if (this.exceptions(at, journal)?.length !== 0) return null
    const facts = this.#catalogue.fileAt(at.bucket, at.path)
    return facts && this.#learnt.find(at, facts)
  }

  /** A file was put here. */
  putFile(at: Place, facts: FileFacts): void {
    this.#note(at, at.path, facts.etag, () => this.#catalogue.putFile(at.bucket, at.path, facts))
  }

  /** A folder's marker was put here. `modified` in milliseconds since 1970. */
  putFolder(at: Place, modified: number): void {
    this.#note(at, `${at.path}/`, null, () => this.#catalogue.putMarker(at.bucket, at.path, modified))
  }

  #note(at: Place, key: string, etag: string | null, work: () => void): void {
    this.#rescans.touch(at.bucket, key)
    this.#learnt.forget(at)
    if (this.#events.state === 'live') this.#feed.wrote(at.bucket, key, etag)
    if (this.#catalogue.has(at.bucket)) return this.#by('own', work)
    this.#core.changes.tellUpwards(at)
    void this.#known.discover(at.bucket)
  }

  /**
   * What lies at or below these paths (texts of `pathText`) may be otherwise: until it was looked at, nothing is told
   * of it.
   */
  suspect(paths: readonly string[]): void {
    for (const path of paths) this.#stalePaths.add(path)
    this.#learnt.forgetAll(paths)
  }

  /** Nobody knows what happened meanwhile: everything is to be looked at again, and nothing is told before. */
  suspectAll(): void {
    this.suspect(this.#catalogue.buckets)
  }

  /**
   * What readers see of a place can be told, but for the places answered, which lie below it and have to be asked of
   * S3. Null where all of it has to: it is not built yet, something is pending there, or another replica wrote lately
   * and no word of that has come.
   */
  exceptions(at: Place, journal: JournalState): Place[] | null {
    const path = pathText(at)
    if (!this.#known.has(at.bucket)) {
      void this.#known.discover(at.bucket)
      return null
    }
    if (this.#isBehind(at.bucket)) return null
    const pending = journal.ops.flatMap(({ src, dst }) => [src, dst].filter((own) => own !== null))
    const doubtful = [...pending.filter((other) => overlap(other, path)), ...this.#stalePaths.covering(path)]
    if (doubtful.some((other) => !isBelow(other, path))) return null
    // The outermost are enough.
    return doubtful
      .filter(
        (own, index) => !doubtful.some((other, before) => isBelow(own, other) || (own === other && before < index)),
      )
      .map(placeOfText)
  }

  /** All that `exceptions` goes by beside the journal, as one text to compare. */
  saysOf(at: Place): string {
    const path = pathText(at)
    return JSON.stringify([this.#known.has(at.bucket) && !this.#isBehind(at.bucket), this.#stalePaths.covering(path)])
  }

  #isBehind(bucket: string): boolean {
    return this.#core.marks.heardAt(bucket) + MARK_LASTS_MS > Math.max(this.#feed.reached, this.#known.builtAt(bucket))
  }

  #isFree(path: string, journal: JournalState): boolean {
    return !journal.ops.some((op) => touches(op, path)) && this.#stalePaths.covering(path).length === 0
  }

  /** What is known to lie directly in a folder, whether anything is in doubt or not. */
  known(at: Place): Iterable<KnownEntry[]> {
    return this.#catalogue.list(at.bucket, at.path) ?? []
  }

  /**
   * What lies directly in a folder, some at a time; null where no folder is known. It is looked at behind, and what
   * differs is corrected.
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

  /**
   * What a folder adds up to, also while that is in doubt; `newest` in milliseconds since 1970. Null where the bucket
   * is not known yet.
   */
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
    const turns = new Yielding()
    for (const bucket of this.#known.names) {
      const whole = place(bucket, '')
      if (this.exceptions(whole, await this.#core.journal.read())?.length !== 0) continue
      const summer = new BucketSummer()
      for (const entries of this.find(whole, [])) {
        for (const { kind, name, size, etag } of entries) if (kind === 'file') summer.add({ key: name, size, etag })
        await turns.pass()
      }
      sums.set(bucket, summer.sum)
    }
    return sums
  }

  /**
   * Names that are a file and a folder at once, as far as was heard: asked of S3, since what is hidden is listed
   * nowhere.
   */
  async hidingNames(): Promise<HidingName[]> {
    const {
      clients: { control },
    } = this.#core
    const judged = await mapParallel(this.#catalogue.hiding.all, HEADS_AT_ONCE, async (name) => {
      const heads = await Promise.all(
        [name.file, name.below].map((key) => headObject(control, { bucket: name.bucket, key })),
      )
      if (heads.includes(null)) this.#catalogue.hiding.forget(name)
      return heads.includes(null) ? [] : [name]
    })
    return judged.flat()
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
