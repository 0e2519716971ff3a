// The index of the household: all keys of all buckets in memory, built by listing them, kept up by bucket events, by this replica's own writes and by
// looking again. It is a cache: it says for itself of which places it can tell what readers would see, and of the rest S3 is asked.
import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { Catalogue } from '../catalogue/catalogue.ts'
import type { FileFacts, KnownEntry } from '../catalogue/entries.ts'
import { sleep } from '../../lib/sleep.ts'
import { inTurns, Turns } from '../../lib/turns.ts'
import type { StorageCore } from '../core.ts'
import { type JournalState, touches } from '../journal.ts'
import { isBelow, overlap, pathText, type Place, place, placeOfText } from '../paths.ts'
import type { IndexState } from '../types.ts'
import { BucketEvents } from './bucket-events.ts'
import { BucketSummer, type BucketSum } from './bucket-sums.ts'
import { EventFeed } from './event-feed.ts'
import { FolderChecks } from './folder-checks.ts'
import { type Cause, Looks } from './looks.ts'
import { Suspects } from './suspects.ts'
import { MARK_LASTS_MS } from './write-marks.ts'

export interface LiveIndexOptions {
  core: StorageCore
  bucketPrefix: string
  /** Told how long after it happened an event was taken in. */
  observeLag(seconds: number): void
  /** Told of each difference that a look found and no event told. */
  observeCorrection(): void
}

/** Events get lost: everything is looked at again now and then. Where none are told, looking is all there is. */
const LOOK_AGAIN_MS = 15 * 60_000
const LOOK_AGAIN_WITHOUT_EVENTS_MS = 30_000
/** So many times as long as a look took nothing is looked at again. */
const REST_FACTOR = 5
const RETRY_MS = 2_000
/** What happens between a listing and the first event would be missed: building waits for these, for a while. */
const EVENTS_PATIENCE_MS = 3_000

export class LiveIndex {
  readonly #options: LiveIndexOptions
  readonly #core: StorageCore
  readonly #catalogue: Catalogue
  readonly #looks: Looks
  readonly #suspects: Suspects
  readonly #checks: FolderChecks
  readonly #feed: EventFeed
  readonly #events: BucketEvents
  /** Of the buckets that were looked at whole, when the last such look was begun, by the clock of `performance.now`. */
  readonly #built = new Map<string, number>()
  readonly #building = new Map<string, Promise<void>>()
  #cause: Cause = 'own'
  #isRunning = false
  #isDue = true
  #running: Promise<void> = Promise.resolve()
  #checkedAt: number | null = null
  #buckets = 0

  constructor(options: LiveIndexOptions) {
    const { core } = options
    this.#options = options
    this.#core = core
    this.#catalogue = new Catalogue(({ bucket, path }) => this.#changed(place(bucket, path)))
    this.#looks = new Looks({ clients: core.clients, catalogue: this.#catalogue, by: (cause, work) => this.#by(cause, work) })
    this.#suspects = new Suspects({
      journal: core.journal, look: (at) => this.#looks.place(at.bucket, at.path, 'quiet'),
      hasHeard: (until) => this.#events.state !== 'live' || this.#feed.reached >= until, log: core.log,
    })
    this.#checks = new FolderChecks({
      look: (at) => this.#looks.folder(at.bucket, at.path, 'look'), isQuiet: (at) => this.#isFree(pathText(at), core.journal.last), log: core.log,
    })
    this.#feed = new EventFeed({
      core, catalogue: this.#catalogue, looks: this.#looks, suspects: this.#suspects, isOurs: (bucket) => this.#isOurs(bucket), observeLag: options.observeLag,
      by: (cause, work) => this.#by(cause, work), discover: (bucket) => void this.#discover(bucket), forget: (bucket) => this.#forget(bucket),
    })
    this.#events = new BucketEvents({
      clients: core.clients, systemBucket: core.systemBucket, log: core.log, onEvent: (event) => this.#feed.take(event),
      onToldUntil: (time) => this.#feed.reach(time), onConnect: () => { this.#isDue = true },
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

  /** A file was put here. */
  putFile(at: Place, facts: FileFacts): void {
    this.#note(at, at.path, facts.etag, () => this.#catalogue.putFile(at.bucket, at.path, facts))
  }

  /** A folder's marker was put here. `modified` in milliseconds since 1970. */
  putFolder(at: Place, modified: number): void {
    this.#note(at, `${at.path}/`, null, () => this.#catalogue.putMarker(at.bucket, at.path, modified))
  }

  #note(at: Place, key: string, etag: string | null, work: () => void): void {
    this.#looks.touch(at.bucket, key)
    if (this.#events.state === 'live') this.#feed.wrote(at.bucket, key, etag)
    if (this.#catalogue.has(at.bucket)) return this.#by('own', work)
    this.#core.changes.tellUpwards(at)
    void this.#discover(at.bucket)
  }

  /** What lies at or below these paths (texts of `pathText`) may be otherwise: until it was looked at, nothing is told of it. */
  suspect(paths: readonly string[]): void {
    for (const path of paths) this.#suspects.add(path)
  }

  /** Nobody knows what happened meanwhile: everything is to be looked at again, and nothing is told before. */
  suspectAll(): void {
    this.suspect(this.#catalogue.buckets)
  }

  /**
   * What readers see of a place can be told, but for the places answered, which lie below it and have to be asked of S3. Null where all of it has to:
   * it is not built yet, something is pending there, or another replica wrote lately and no word of that has come.
   */
  exceptions(at: Place, journal: JournalState): Place[] | null {
    const path = pathText(at)
    if (!this.#built.has(at.bucket)) {
      void this.#discover(at.bucket)
      return null
    }
    if (this.#isBehind(at.bucket)) return null
    const pending = journal.ops.flatMap(({ src, dst }) => [src, dst].filter((own) => own !== null))
    const doubtful = [...pending.filter((other) => overlap(other, path)), ...this.#suspects.covering(path)]
    if (doubtful.some((other) => !isBelow(other, path))) return null
    // The outermost are enough.
    return doubtful.filter((own, index) => !doubtful.some((other, before) => isBelow(own, other) || (own === other && before < index))).map(placeOfText)
  }

  /** All that `exceptions` goes by beside the journal, as one text to compare. */
  saysOf(at: Place): string {
    const path = pathText(at)
    return JSON.stringify([this.#built.has(at.bucket) && !this.#isBehind(at.bucket), this.#suspects.covering(path)])
  }

  #isBehind(bucket: string): boolean {
    return this.#core.marks.heardAt(bucket) + MARK_LASTS_MS > Math.max(this.#feed.reached, this.#built.get(bucket) ?? -Infinity)
  }

  #isFree(path: string, journal: JournalState): boolean {
    return !journal.ops.some((op) => touches(op, path)) && this.#suspects.covering(path).length === 0
  }

  /** What lies directly in a folder, some at a time; null where no folder is known. It is looked at behind, and what differs is corrected. */
  list(at: Place): Iterable<KnownEntry[]> | null {
    const entries = this.#catalogue.list(at.bucket, at.path)
    if (entries) this.#checks.ask(at)
    return entries
  }

  /** What lies at any depth and may have one of the terms (folded) in its name, relative to the folder, some at a time; all without terms. */
  find(at: Place, terms: readonly string[]): Iterable<KnownEntry[]> {
    return this.#catalogue.find(at.bucket, at.path, terms)
  }

  /** What a folder adds up to, also while that is in doubt; `newest` in milliseconds since 1970. Null where the bucket is not known yet. */
  totals(at: Place): { bytes: number; files: number; newest: number } | null {
    return this.#built.has(at.bucket) ? this.#catalogue.totals(at.bucket, at.path) : null
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
    const turns = new Turns()
    for (const bucket of this.#built.keys()) {
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

  get state(): IndexState {
    return {
      isReady: this.#checkedAt !== null, objects: this.#catalogue.objects, bytes: this.#catalogue.bytes, checkedAt: this.#checkedAt, events: this.#events.state === 'live',
      buckets: Math.max(this.#buckets, this.#built.size), bucketsKnown: this.#built.size, unreachableKeys: this.#catalogue.odd,
    }
  }

  start(): void {
    this.#isRunning = true
    if (this.#core.clients.features.notifications) this.#events.start()
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#looks.stop()
    this.#suspects.stop()
    this.#checks.stop()
    await this.#events.stop()
    await this.#running
  }

  async #run(): Promise<void> {
    const began = performance.now()
    while (this.#isRunning && this.#core.clients.features.notifications && this.#events.state === 'connecting' && performance.now() - began < EVENTS_PATIENCE_MS) await sleep(25)
    for (let next = 0; this.#isRunning; await sleep(250)) {
      if (!this.#isDue && performance.now() < next) continue
      this.#isDue = false
      const begun = performance.now()
      try {
        await this.#lookAtAll()
        const took = performance.now() - begun
        next = performance.now() + Math.max(this.#events.state === 'live' ? LOOK_AGAIN_MS : LOOK_AGAIN_WITHOUT_EVENTS_MS, took * REST_FACTOR)
      } catch (error) {
        if (this.#isRunning) this.#core.log.debug({ err: error }, 'the buckets could not be looked at')
        next = performance.now() + RETRY_MS
      }
    }
  }

  async #lookAtAll(): Promise<void> {
    const { Buckets } = await this.#core.clients.control.send(new ListBucketsCommand({}))
    const there = (Buckets ?? []).flatMap(({ Name }) => (Name !== undefined && this.#isOurs(Name) ? [Name] : []))
    this.#buckets = there.length
    for (const bucket of this.#catalogue.buckets) if (!there.includes(bucket)) await this.#forget(bucket)
    for (const bucket of there) {
      if (!this.#isRunning) return
      if (this.#built.has(bucket)) await this.#lookAtBucket(bucket, { cause: 'look', paced: true })
      else {
        await this.#build(bucket)
        if (this.#checkedAt !== null) this.#core.changes.tellAll(place(bucket, ''))
      }
    }
    this.#checkedAt = this.#core.now()
  }

  async #lookAtBucket(bucket: string, how: { cause: Cause; paced?: boolean }): Promise<void> {
    const begun = performance.now()
    await this.#looks.tree(bucket, '', how)
    this.#built.set(bucket, begun)
  }

  /** Takes in a bucket that is new here, once. */
  #build(bucket: string): Promise<void> {
    this.#catalogue.open(bucket)
    const building = this.#building.get(bucket) ?? this.#lookAtBucket(bucket, { cause: 'quiet' }).finally(() => this.#building.delete(bucket))
    this.#building.set(bucket, building)
    return building
  }

  /** Takes in a bucket that came up. What happened in it before it was known was told by nobody. */
  async #discover(bucket: string): Promise<void> {
    if (!this.#isRunning || !this.#isOurs(bucket) || this.#built.has(bucket)) return
    try {
      await this.#build(bucket)
      this.#core.changes.tellAll(place(bucket, ''))
    } catch (error) {
      this.#core.log.debug({ err: error }, 'a bucket could not be looked at')
    }
  }

  async #forget(bucket: string): Promise<void> {
    this.#built.delete(bucket)
    await inTurns(this.#catalogue.drop(bucket))
  }
}
