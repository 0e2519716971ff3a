// Takes in bucket events, in their order and by the journal as it is after they happened. What an operation has not
// committed must not show, and its two ends are looked at when it is over.
import type { Catalogue } from '../catalogue/catalogue.ts'
import { createLru } from '../../lib/lru.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { sleep } from '../../lib/sleep.ts'
import { Yielding } from '../../lib/yielding.ts'
import type { StorageCore } from '../core.ts'
import { holds, pathsOf } from '../journal-state.ts'
import { isBelow } from '../paths.ts'
import { type BucketEvent, eventPath } from './event-records.ts'
import type { FollowedMoves } from './followed-moves.ts'
import { KeysAhead } from './keys-ahead.ts'
import type { Cause, Rescans } from './rescans.ts'
import type { StalePaths } from './stale-paths.ts'

/** Events that come together are taken in together, with one look at the journal for all. */
const GATHER_MS = 15
const LOOKS_PARALLEL = 8
/** With so many doubtful keys in one folder, the folder is looked at instead. */
const KEYS_MAX = 50
const REMEMBERED = 10_000
/**
 * MinIO answers a request before it tells its event. When something is made and removed at once, the removal may be
 * told first. The late event of the making has a sequencer of the moment in which it is told, so the sequencer does not
 * show that it is late. Hence removed keys are remembered for this long.
 */
const LATE_MS = 60_000

export interface EventFeedOptions {
  core: StorageCore
  catalogue: Catalogue
  rescans: Rescans
  stalePaths: Pick<StalePaths, 'covering' | 'add'>
  moves: Pick<FollowedMoves, 'hear' | 'isNew'>
  isOurs: (bucket: string) => boolean
  by<T>(cause: Cause, work: () => T): T
  discover: (bucket: string) => void
  forget: (bucket: string) => Promise<void>
  observeLag: (seconds: number) => void
}

type Item = BucketEvent | { kind: 'reached'; time: number }

export class EventFeed {
  readonly #options: EventFeedOptions
  #waiting: Item[] = []
  #isBusy = false
  #reached = -Infinity
  /** The newest change of each key that was told. An older one that comes later is ignored. */
  readonly #newest = createLru<string, string>(REMEMBERED)
  /** Versions that events have told of lately. The index has them, or what came after. */
  readonly #told = createLru<string, true>(REMEMBERED, { ttl: LATE_MS })
  /** Keys of which a removal was told lately. */
  readonly #gone = createLru<string, true>(REMEMBERED, { ttl: LATE_MS })
  /** Keys whose events are older than what is known of them. */
  readonly ahead = new KeysAhead()

  constructor(options: EventFeedOptions) {
    this.#options = options
  }

  /** Whether an event has told of a version lately, and the index took it in, with nothing left open. */
  hasTold(version: string): boolean {
    return this.#told.has(version)
  }

  /** All that happened until this time (of `performance.now`) is taken in. */
  get reached(): number {
    return this.#reached
  }

  take(event: BucketEvent): void {
    if (this.#options.isOurs(event.bucket)) this.#add(event)
  }

  /** Notes that everything before a moment has been given to `take`. */
  reach(time: number): void {
    this.#add({ kind: 'reached', time })
  }

  #add(item: Item): void {
    this.#waiting.push(item)
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    const { core } = this.#options
    this.#isBusy = true
    while (this.#waiting.length > 0) {
      await sleep(GATHER_MS)
      const items = this.#waiting
      this.#waiting = []
      // For a nudge alone the journal need not be read.
      const hasNews = items.some(({ kind }) => kind !== 'reached')
      if (hasNews)
        await core.journal
          .read()
          .catch((error: unknown) => core.log.debug({ err: error }, 'the journal could not be read'))
      await this.#takeIn(items).catch((error: unknown) =>
        core.log.warn({ err: error }, 'bucket events could not be taken in'),
      )
    }
    this.#isBusy = false
  }

  async #takeIn(items: Item[]): Promise<void> {
    const { core, rescans } = this.#options
    const turns = new Yielding()
    const doubts = new Map<string, { bucket: string; key: string }>()
    let reached = this.#reached
    for (const item of items) {
      if (item.kind === 'reached') reached = Math.max(reached, item.time)
      else
        for (const key of await this.#takeEvent(item)) doubts.set(`${item.bucket}/${key}`, { bucket: item.bucket, key })
      await turns.pass()
    }
    this.ahead.expire(reached, ({ bucket, key }) => doubts.set(`${bucket}/${key}`, { bucket, key }))
    const folders = Map.groupBy(
      doubts.values(),
      ({ bucket, key }) => `${bucket}/${key.slice(0, key.lastIndexOf('/') + 1)}`,
    )
    for (const keys of folders.values()) {
      const [first] = keys
      if (keys.length > KEYS_MAX && first)
        await rescans.folder(first.bucket, first.key.slice(0, Math.max(0, first.key.lastIndexOf('/'))), 'event')
      else await mapParallel(keys, LOOKS_PARALLEL, ({ bucket, key }) => this.#lookAt(bucket, key))
    }
    this.#reached = reached
    const newest = items.findLast((item) => item.kind !== 'reached')
    if (newest?.at) this.#options.observeLag(Math.max(0, core.now() - newest.at) / 1000)
  }

  // When a file, or the marker of a deleted one, comes or goes, what lies below its name is hidden or shows again.
  async #lookAt(bucket: string, key: string): Promise<void> {
    const { rescans } = this.#options
    await rescans.key(bucket, key, 'event')
    if (!key.endsWith('/')) await rescans.tree(bucket, key, { cause: 'event' })
  }

  /** Takes in one event; answers the keys of its bucket that have to be looked at. */
  async #takeEvent(event: BucketEvent): Promise<string[]> {
    const { catalogue, discover, forget } = this.#options
    const { kind, bucket, key, sequencer, version } = event
    const doubts: string[] = []
    if (kind === 'bucketRemoved') await forget(bucket)
    else if (!catalogue.has(bucket)) discover(bucket)
    else if (key !== '' && !this.#isOld(bucket, key, sequencer)) {
      if (kind !== 'created') this.#gone.set(`${bucket}/${key}`, true)
      const isShown = !this.ahead.isPast(event) && this.#takeChange(event, (doubtful) => void doubts.push(doubtful))
      if (isShown && kind === 'created' && doubts.length === 0 && version !== '') this.#told.set(version, true)
    }
    return doubts
  }

  /** Answers whether the index shows what an event tells, or what came after it. */
  #takeChange(event: BucketEvent, doubt: (key: string) => void): boolean {
    const { core, catalogue, by } = this.#options
    const { bucket, key } = event
    const path = eventPath(event)
    const isNew = event.kind === 'created' && this.#options.moves.isNew(path)
    if (!isNew && by('quiet', () => this.#options.moves.hear(path, event, core.journal.last.ops))) return false
    const isPending = !isNew && core.journal.last.ops.some((op) => op.state !== 'new' && holds(op, path))
    const stale = isPending ? [] : this.#options.stalePaths.covering(path)
    const isQuiet = isPending || stale.length > 0
    if (this.#isUnclear(event)) {
      // Both ends of an operation are looked at when it is over. An event may come later than that, so its key is
      // looked at once more.
      if (!isQuiet) doubt(key)
      stale.forEach((own) => this.#options.stalePaths.add(own))
      return false
    }
    this.#options.rescans.touch(bucket, key)
    by(isQuiet ? 'quiet' : 'event', () => {
      if (event.kind !== 'created') catalogue.remove(bucket, key)
      else if (key.endsWith('/')) catalogue.putMarker(bucket, key.slice(0, -1), event.modified)
      else catalogue.putFile(bucket, key, event)
    })
    if (event.kind === 'created' && this.#gone.has(`${bucket}/${key}`)) {
      // The file that was made may be gone by now.
      const isWithin = (own: string) => path === own || isBelow(path, own)
      const isLookedAt = core.journal.last.ops.some((op) => op.state !== 'new' && pathsOf(op).some(isWithin))
      if (stale.length > 0) stale.forEach((own) => this.#options.stalePaths.add(own))
      else if (isNew || !isLookedAt) doubt(key)
    }
    // A file, or a deleted one, hides what lies below its name.
    if (!isQuiet && !key.endsWith('/') && catalogue.hasFolder(bucket, key)) doubt(key)
    const above = !isQuiet && event.kind === 'created' ? catalogue.fileAbove(bucket, key) : null
    if (above !== null) doubt(above)
    return !isQuiet
  }

  /**
   * Whether an event leaves open what is there now: a version is gone, and another may be on top. MinIO tells the end
   * of a delete marker as if one had been laid, so that counts too where no file is known.
   */
  #isUnclear({ kind, bucket, key }: BucketEvent): boolean {
    if (key.endsWith('/')) return false
    return kind === 'removed' || (kind === 'covered' && !this.#options.catalogue.hasFile(bucket, key))
  }

  #isOld(bucket: string, key: string, sequencer: string): boolean {
    if (sequencer === '') return false
    const name = `${bucket}/${key}`
    const padded = sequencer.padStart(32, '0')
    if (padded < (this.#newest.get(name) ?? '')) return true
    this.#newest.set(name, padded)
    return false
  }
}
