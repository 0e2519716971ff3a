// How many versions a name may have. Growth is counted in memory and checked now and then, since a listing for each
// write would cost too much.
import { VERSIONS_MAX } from '../../contract/trash.ts'
import { pathText, type Place } from './paths.ts'

/**
 * How many names are counted; the one written longest ago is forgotten. House-keeping looks at all names once a day.
 */
const COUNTED_NAMES_MAX = 10_000

export interface VersionBounds {
  /** No name has more, except for a moment. */
  max: number
  /**
   * So many of the newest stay when there are more. The rest is room for what several replicas write between two looks.
   */
  kept: number
  /** Versions that this process adds to a name between two looks at it. */
  lookEvery: number
}

export const versionBounds = (max = VERSIONS_MAX): VersionBounds => ({
  max,
  kept: max - Math.ceil(max / 10),
  lookEvery: Math.ceil(max / 64),
})

export class VersionLimit {
  readonly bounds: VersionBounds
  readonly #counts = new Map<string, number>()
  readonly #looking = new Set<Promise<void>>()
  #look: (at: Place) => Promise<void> = async () => undefined

  constructor(bounds: VersionBounds) {
    this.bounds = bounds
  }

  /** Registers who looks at a name that has grown. After a failure the next look tries again. */
  onDue(look: (at: Place) => Promise<void>): void {
    this.#look = look
  }

  /** Tells that a version came on top of others. */
  grew(at: Place): void {
    const name = pathText(at)
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.delete(name)
    if (count >= this.bounds.lookEvery) {
      const looking = this.#look(at).finally(() => this.#looking.delete(looking))
      this.#looking.add(looking)
      return
    }
    this.#counts.set(name, count)
    const [oldest] = this.#counts.keys()
    if (oldest !== undefined && this.#counts.size > COUNTED_NAMES_MAX) this.#counts.delete(oldest)
  }

  /** Waits for the looks under way. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#looking)
  }
}
