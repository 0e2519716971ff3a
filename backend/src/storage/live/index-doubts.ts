// Which places the index can tell, and which have to be asked of S3.
import type { StorageCore } from '../core.ts'
import { type JournalState, pathsOf, touches } from '../journal-state.ts'
import { isBelow, overlap, pathText, type Place, placeOfText } from '../paths.ts'
import type { EventFeed } from './event-feed.ts'
import type { FollowedMoves } from './followed-moves.ts'
import type { KnownBuckets } from './known-buckets.ts'
import type { StalePaths } from './stale-paths.ts'

/** Where others have just written to more places than this, a listing asks S3 for less than a look at each does. */
const ANNOUNCED_MAX = 32

export interface IndexDoubtsOptions {
  marks: Pick<StorageCore['marks'], 'isBehind' | 'doubtful' | 'saysOf'>
  known: Pick<KnownBuckets, 'has' | 'builtAt' | 'discover'>
  stalePaths: Pick<StalePaths, 'covering'>
  feed: Pick<EventFeed, 'reached' | 'hasTold'>
  moves: Pick<FollowedMoves, 'tells' | 'saysOf' | 'namesOn'>
  /** When events last began to come (`performance.now`); what happened before may have been missed. */
  connectedAt: () => number
}

export class IndexDoubts {
  readonly #options: IndexDoubtsOptions

  constructor(options: IndexDoubtsOptions) {
    this.#options = options
  }

  /**
   * The places at or below one that have to be asked of S3; the rest of it can be told. Null where all of it has to be
   * asked: its bucket is not taken in yet, something is pending on it, or another replica wrote there lately, nobody
   * knows where or in many places, and no event has told of that.
   */
  exceptions(at: Place, journal: JournalState): Place[] | null {
    const { known, stalePaths, moves } = this.#options
    const path = pathText(at)
    if (!known.has(at.bucket)) {
      void known.discover(at.bucket)
      return null
    }
    if (this.#isBehind(at.bucket)) return null
    const announced = this.#announced(at)
    if (announced.length > ANNOUNCED_MAX) return null
    const pending = journal.ops.filter((op) => !moves.tells(op, journal)).flatMap(pathsOf)
    const doubtful = [...pending.filter((other) => overlap(other, path)), ...stalePaths.covering(path), ...announced]
    if (doubtful.some((other) => !isBelow(other, path))) return null
    // The outermost are enough.
    return doubtful
      .filter(
        (own, index) => !doubtful.some((other, before) => isBelow(own, other) || (own === other && before < index)),
      )
      .map(placeOfText)
  }

  /**
   * The announced places below one that are in doubt for nothing else; none where all of it has to be asked of S3
   * anyway.
   */
  announcedBelow(at: Place, journal: JournalState): string[] {
    const announced = this.#announced(at)
    if (announced.length === 0 || !this.exceptions(at, journal)) return []
    const isAlone = (own: string) => this.isFree(own, journal) && this.#options.moves.namesOn(own).length === 0
    return announced.filter((own) => isBelow(own, pathText(at)) && isAlone(own))
  }

  /**
   * All that `exceptions` goes by, but for the journal, as one text to compare. `isRead`: the journal was read since
   * somebody asked. Then what others have just written is left out: what they write from then on need not show, and
   * while they write much, every look would be followed by another.
   */
  saysOf(at: Place, isRead: boolean): string {
    const { known, marks, stalePaths, moves } = this.#options
    const path = pathText(at)
    const announced = (own: string) => marks.saysOf(own, this.#toldUntil(placeOfText(own).bucket))
    return JSON.stringify([
      known.has(at.bucket) && !this.#isBehind(at.bucket),
      stalePaths.covering(path),
      isRead ? [] : [path, ...moves.namesOn(path).flat()].map(announced),
      moves.saysOf(path),
    ])
  }

  /** Whether nothing puts a place in doubt but an operation on it that has just ended. */
  isOnlyStale(at: Place, journal: JournalState): boolean {
    const path = pathText(at)
    const isKnown = this.#options.known.has(at.bucket) && !this.#isBehind(at.bucket) && this.#announced(at).length === 0
    const isQuiet = !journal.ops.some((op) => touches(op, path))
    return isKnown && isQuiet && this.#options.stalePaths.covering(path).every((own) => own === path)
  }

  /** Whether nothing is pending or in doubt on a path. */
  isFree(path: string, journal: JournalState): boolean {
    return !journal.ops.some((op) => touches(op, path)) && this.#options.stalePaths.covering(path).length === 0
  }

  #isBehind(bucket: string): boolean {
    return this.#options.marks.isBehind(bucket, this.#toldUntil(bucket))
  }

  /**
   * Where others have just written, by name. What they wrote at one name of a move shows at the other one, so both are
   * in doubt.
   */
  #announced(at: Place): string[] {
    const path = pathText(at)
    const { feed, marks } = this.#options
    const has = (version: string) => feed.hasTold(version)
    const announced = (own: string) => marks.doubtful(own, { until: this.#toldUntil(placeOfText(own).bucket), has })
    const moved = this.#options.moves.namesOn(path).filter((ends) => ends.some((end) => announced(end).length > 0))
    return [...announced(path), ...moved.flat().filter((end) => overlap(end, path))]
  }

  /** All that happened in a bucket until this time (of `performance.now`) is known. */
  #toldUntil(bucket: string): number {
    const { feed, known, connectedAt } = this.#options
    const builtAt = known.builtAt(bucket)
    // What no event told before the connection, only a look that began after that finds.
    return builtAt < connectedAt() ? builtAt : Math.max(feed.reached, builtAt)
  }
}
