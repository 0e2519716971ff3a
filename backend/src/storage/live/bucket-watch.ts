// Keeps the catalogue correct by bucket events, by this replica's own writes and by looking at S3, and tells watchers
// what changes.
import { Catalogue } from '../catalogue/catalogue.ts'
import type { StorageCore } from '../core.ts'
import type { JournalState } from '../journal-state.ts'
import { pathText, type Place, place, placeOfText } from '../paths.ts'
import { AnnouncedLooks } from './announced-looks.ts'
import { BucketEvents } from './bucket-events.ts'
import { EmptiedPlaces } from './emptied-places.ts'
import { EventFeed } from './event-feed.ts'
import type { BucketEvent } from './event-records.ts'
import { FollowedMoves } from './followed-moves.ts'
import { IndexDoubts } from './index-doubts.ts'
import { KnownBuckets } from './known-buckets.ts'
import { type Cause, Rescans } from './rescans.ts'
import { StalePaths } from './stale-paths.ts'

export interface BucketWatchOptions {
  core: StorageCore
  bucketPrefix: string
  /** Called with each place that an event names, before the event is taken in. */
  onEvent(at: Place, event: BucketEvent): void
  /** Called when events begin to come, after some may have been missed. */
  onConnect(): void
  /** Called with each place (a text of `pathText`) of which a look learns something, before that is told. */
  onSeen(path: string): void
  /** Called with the time from each event to its being taken in. */
  observeLag(seconds: number): void
  /** Called for each difference that a look found and no event told. */
  observeCorrection(): void
}

export class BucketWatch {
  readonly catalogue: Catalogue
  readonly rescans: Rescans
  readonly known: KnownBuckets
  /** Which places the catalogue can tell. */
  readonly doubts: IndexDoubts
  /** Looks at what other replicas have just announced. */
  readonly announced: AnnouncedLooks
  /** Places that were just deleted. */
  readonly emptied = new EmptiedPlaces()
  /** Moves that the catalogue follows. */
  readonly moves: FollowedMoves
  readonly #options: BucketWatchOptions
  readonly #core: StorageCore
  readonly #stalePaths: StalePaths
  readonly #feed: EventFeed
  readonly #events: BucketEvents
  #cause: Cause = 'own'
  #connectedAt = -Infinity

  constructor(options: BucketWatchOptions) {
    const { core } = options
    this.#options = options
    this.#core = core
    this.catalogue = new Catalogue(({ bucket, path }) => this.#changed(place(bucket, path)))
    this.rescans = new Rescans({
      clients: core.clients,
      catalogue: this.catalogue,
      onLook: (path) => this.moves.doubt(path),
      by: (cause, work) => this.#by(cause, work),
    })
    this.#stalePaths = this.#watchStalePaths()
    this.known = this.#knowBuckets()
    this.moves = new FollowedMoves({
      catalogue: this.catalogue,
      isSure: (path) => this.#isSure(path),
      hasHeard: (until) => this.#feed.reached >= until,
    })
    this.#feed = this.#feedEvents()
    this.doubts = new IndexDoubts({
      marks: core.marks,
      known: this.known,
      stalePaths: this.#stalePaths,
      feed: this.#feed,
      moves: this.moves,
      connectedAt: () => this.#connectedAt,
    })
    this.announced = new AnnouncedLooks({
      core,
      catalogue: this.catalogue,
      doubts: this.doubts,
      ahead: this.#feed.ahead,
      rescans: this.rescans,
      hearsEvents: () => this.hearsEvents,
      by: (cause, work) => this.#by(cause, work),
      onSeen: options.onSeen,
    })
    this.#events = this.#hearEvents()
  }

  #watchStalePaths(): StalePaths {
    return new StalePaths({
      journal: this.#core.journal,
      look: (at) => this.rescans.place(at.bucket, at.path, 'quiet'),
      // What lies there was told already, but the sums of a folder are whole only now.
      onCleared: (at) => {
        if (this.catalogue.hasFolder(at.bucket, at.path)) this.#tell(at)
      },
      hasHeard: (until) => !this.hearsEvents || this.#feed.reached >= until,
      log: this.#core.log,
    })
  }

  #knowBuckets(): KnownBuckets {
    return new KnownBuckets({
      core: this.#core,
      catalogue: this.catalogue,
      rescans: this.rescans,
      isOurs: (bucket) => this.#isOurs(bucket),
      isMoving: (bucket) => this.moves.isFollowedIn(bucket),
      eventsState: () => this.#events.state,
    })
  }

  #feedEvents(): EventFeed {
    return new EventFeed({
      core: this.#core,
      catalogue: this.catalogue,
      rescans: this.rescans,
      stalePaths: this.#stalePaths,
      moves: this.moves,
      isOurs: (bucket) => this.#isOurs(bucket),
      observeLag: this.#options.observeLag,
      by: (cause, work) => this.#by(cause, work),
      discover: (bucket) => void this.known.discover(bucket),
      forget: (bucket) => this.known.forget(bucket),
    })
  }

  #isSure(path: string): boolean {
    const isLookedAt = this.#stalePaths.covering(path).length > 0 || this.rescans.isLookingAt(path)
    return this.hearsEvents && this.known.has(placeOfText(path).bucket) && !isLookedAt
  }

  #hearEvents(): BucketEvents {
    return new BucketEvents({
      clients: this.#core.clients,
      bucketPrefix: this.#options.bucketPrefix,
      systemBucket: this.#core.systemBucket,
      attention: this.#core.attention,
      log: this.#core.log,
      onEvent: (event) => this.#take(event),
      onToldUntil: (time) => this.#feed.reach(time),
      onConnect: () => {
        this.#connectedAt = performance.now()
        this.#options.onConnect()
        this.moves.doubtAll()
        this.emptied.forget()
        this.known.beDue()
      },
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
    this.#tell(at)
  }

  #tell(at: Place): void {
    this.#core.changes.tell(at)
    this.#core.changes.tellAbove(at)
  }

  #isOurs(bucket: string): boolean {
    return bucket.startsWith(this.#options.bucketPrefix) && bucket !== this.#core.systemBucket
  }

  #take(event: BucketEvent): void {
    this.#options.onEvent(place(event.bucket, event.key), event)
    this.emptied.hearEvent(event)
    this.#feed.take(event)
  }

  /**
   * Takes in what this replica has just written: `take` puts it into the catalogue. `key` is its key in the bucket;
   * `etag` is null where any file under that key is the written one.
   */
  wrote(at: Place, { key, etag }: { key: string; etag: string | null }, take: () => void): void {
    this.rescans.touch(at.bucket, key)
    this.emptied.hear(pathText(at))
    // Only something new is written into a folder that a move brings.
    if (!this.moves.bringsAround(pathText(at))) this.moves.doubt(pathText(at))
    if (this.hearsEvents) this.#feed.ahead.wrote(at.bucket, key, etag)
    if (this.catalogue.has(at.bucket)) return this.#by('own', take)
    this.#core.changes.tellUpwards(at)
    void this.known.discover(at.bucket)
  }

  /**
   * Takes in a newer state of the journal; answers the paths of moves that the catalogue follows from now on, and the
   * ids of those that are over, of which it tells everything.
   */
  follow(before: JournalState, after: JournalState): { begun: string[]; told: string[] } {
    this.emptied.follow(before, after)
    const { ended, ...followed } = this.#by('quiet', () => this.moves.follow(before, after))
    this.suspect(ended)
    return followed
  }

  /** What lies at or below these paths (texts of `pathText`) may have changed. Nothing is told of it before a look. */
  suspect(paths: readonly string[]): void {
    for (const path of paths) this.#stalePaths.add(path)
  }

  /** Whether the S3 server tells its events at present. */
  get hearsEvents(): boolean {
    return this.#events.state === 'live'
  }

  start(): void {
    if (this.#core.clients.capabilities.notifications) this.#events.start()
    this.known.start()
  }

  async stop(): Promise<void> {
    const ended = this.known.stop()
    this.rescans.stop()
    this.#stalePaths.stop()
    await this.#events.stop()
    await ended
  }
}
