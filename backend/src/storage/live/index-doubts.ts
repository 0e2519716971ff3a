// Which places the index can tell, and which have to be asked of S3.
import type { StorageCore } from '../core.ts'
import { type JournalState, pathsOf, touches } from '../journal-state.ts'
import { isBelow, overlap, pathText, type Place, placeOfText } from '../paths.ts'
import type { EventFeed } from './event-feed.ts'
import type { FollowedMoves } from './followed-moves.ts'
import type { KnownBuckets } from './known-buckets.ts'
import type { StalePaths } from './stale-paths.ts'
import { MARK_LASTS_MS } from './write-marks.ts'

export interface IndexDoubtsOptions {
  marks: Pick<StorageCore['marks'], 'heardAt'>
  known: Pick<KnownBuckets, 'has' | 'builtAt' | 'discover'>
  stalePaths: Pick<StalePaths, 'covering'>
  feed: Pick<EventFeed, 'reached'>
  moves: Pick<FollowedMoves, 'tells' | 'saysOf'>
}

export class IndexDoubts {
  readonly #options: IndexDoubtsOptions

  constructor(options: IndexDoubtsOptions) {
    this.#options = options
  }

  /**
   * The places at or below one that have to be asked of S3; the rest of it can be told. Null where all of it has to be
   * asked: its bucket is not taken in yet, something is pending on it, or another replica wrote lately and no event has
   * told of that.
   */
  exceptions(at: Place, journal: JournalState): Place[] | null {
    const { known, stalePaths, moves } = this.#options
    const path = pathText(at)
    if (!known.has(at.bucket)) {
      void known.discover(at.bucket)
      return null
    }
    if (this.#isBehind(at.bucket)) return null
    const pending = journal.ops.filter((op) => !moves.tells(op)).flatMap(pathsOf)
    const doubtful = [...pending.filter((other) => overlap(other, path)), ...stalePaths.covering(path)]
    if (doubtful.some((other) => !isBelow(other, path))) return null
    // The outermost are enough.
    return doubtful
      .filter(
        (own, index) => !doubtful.some((other, before) => isBelow(own, other) || (own === other && before < index)),
      )
      .map(placeOfText)
  }

  /** All that `exceptions` goes by, but for the journal, as one text to compare. */
  saysOf(at: Place): string {
    const { known, stalePaths, moves } = this.#options
    const path = pathText(at)
    return JSON.stringify([
      known.has(at.bucket) && !this.#isBehind(at.bucket),
      stalePaths.covering(path),
      moves.saysOf(path),
    ])
  }

  /** Whether nothing is pending or in doubt on a path. */
  isFree(path: string, journal: JournalState): boolean {
    return !journal.ops.some((op) => touches(op, path)) && this.#options.stalePaths.covering(path).length === 0
  }

  #isBehind(bucket: string): boolean {
    const { marks, feed, known } = this.#options
    return marks.heardAt(bucket) + MARK_LASTS_MS > Math.max(feed.reached, known.builtAt(bucket))
  }
}
