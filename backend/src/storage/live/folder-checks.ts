// A folder that somebody opens is answered from the index and looked at behind: what no event told comes to light where
// people look.
import type { Logger } from 'pino'
import { createLru } from '../../lib/lru.ts'
import { pathText, type Place } from '../paths.ts'

/** A folder is not looked at again for so long, and for so many times as long as the look took. */
const FRESH_MS = 5_000
const REST_FACTOR = 20
const REMEMBERED = 10_000
/** Who opens folders faster than they are looked at gets the newest ones looked at. */
const WAITING_MAX = 20

export interface FolderChecksOptions {
  look: (at: Place) => Promise<void>
  /** Whether nothing is pending at a place: else looking would tell of what does not show yet. */
  isQuiet: (at: Place) => boolean
  log: Logger
}

export class FolderChecks {
  readonly #options: FolderChecksOptions
  /** When each was looked at last, and may be again. */
  readonly #next = createLru<string, number>(REMEMBERED)
  readonly #waiting = new Map<string, Place>()
  #isBusy = false
  #isRunning = true

  constructor(options: FolderChecksOptions) {
    this.#options = options
  }

  /** Has a folder looked at, unless that was done lately. */
  ask(at: Place): void {
    const path = pathText(at)
    if (!this.#isRunning || performance.now() < (this.#next.get(path) ?? 0)) return
    this.#next.set(path, performance.now() + FRESH_MS)
    this.#waiting.set(path, at)
    if (this.#waiting.size > WAITING_MAX)
      for (const oldest of this.#waiting.keys()) {
        this.#waiting.delete(oldest)
        break
      }
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (const [path, at] of this.#waiting) {
      this.#waiting.delete(path)
      if (!this.#isRunning || !this.#options.isQuiet(at)) continue
      const began = performance.now()
      try {
        await this.#options.look(at)
        const ended = performance.now()
        this.#next.set(path, ended + Math.max(FRESH_MS, (ended - began) * REST_FACTOR))
      } catch (error) {
        if (this.#isRunning) this.#options.log.debug({ err: error }, 'a folder could not be looked at')
      }
    }
    this.#isBusy = false
  }

  stop(): void {
    this.#isRunning = false
  }
}
