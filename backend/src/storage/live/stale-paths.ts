// Places of which the index may be wrong, since operations moved, deleted or brought something back there. Each is
// looked at once nothing is pending there any more; until then S3 itself is asked about it.
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { sleep } from '../../lib/sleep.ts'
import type { Journal } from '../journal.ts'
import { touches } from '../journal-state.ts'
import { overlap, type Place, placeOfText } from '../paths.ts'

const PARALLEL = 2
const PENDING_PAUSE_MS = 200
const HEARING_PAUSE_MS = 25
const FAILURE_PAUSE_MS = 1_000

export interface StalePathsOptions {
  journal: Pick<Journal, 'last'>
  look: (at: Place) => Promise<void>
  /** Called when a place was looked at and is in no doubt any more. */
  onCleared: (at: Place) => void
  /**
   * Whether all events until a time (of `performance.now`) have come. A late one would undo what a look has found.
   */
  hasHeard: (until: number) => boolean
  log: Logger
}

export class StalePaths {
  readonly #options: StalePathsOptions
  /** Texts of `pathText`, and how often each was added. A look clears a path only if it was not added since. */
  readonly #times = new Map<string, number>()
  readonly #gate = pLimit(PARALLEL)
  #isRunning = true

  constructor(options: StalePathsOptions) {
    this.#options = options
  }

  get paths(): string[] {
    return [...this.#times.keys()]
  }

  /** The stale paths at, above or below a path. */
  covering(path: string): string[] {
    return this.paths.filter((own) => overlap(own, path))
  }

  add(path: string): void {
    const times = this.#times.get(path) ?? 0
    this.#times.set(path, times + 1)
    if (times === 0) void this.#clear(path)
  }

  async #clear(path: string): Promise<void> {
    const isPending = () => this.#options.journal.last.ops.some((op) => touches(op, path))
    while (this.#isRunning) {
      const [times, begun] = [this.#times.get(path), performance.now()]
      try {
        await this.#gate(() => (isPending() ? undefined : this.#options.look(placeOfText(path))))
        while (this.#isRunning && !isPending() && !this.#options.hasHeard(begun)) await sleep(HEARING_PAUSE_MS)
        if (isPending()) await sleep(PENDING_PAUSE_MS)
        else if (this.#times.get(path) === times) break
      } catch (error) {
        this.#options.log.debug({ err: error }, 'a place could not be looked at')
        await sleep(FAILURE_PAUSE_MS)
      }
    }
    this.#times.delete(path)
    if (this.#isRunning) this.#options.onCleared(placeOfText(path))
  }

  stop(): void {
    this.#isRunning = false
  }
}
