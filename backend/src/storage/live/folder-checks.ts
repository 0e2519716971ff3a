// A folder that somebody opens is answered from the index, and looked at in the background: so what no event told is
// found where people look.
import type { Logger } from 'pino'
import { createLru } from '../../lib/lru.ts'
import { pathText, type Place } from '../paths.ts'

/** A folder is not looked at again for this long, nor for this many times as long as the look took. */
const FRESH_MS = 5_000
const REST_FACTOR = 20
const REMEMBERED = 10_000
/** When folders are opened faster than they can be looked at, only the newest ones are. */
const WAITING_MAX = 20

export interface FolderChecksOptions {
  look: (at: Place) => Promise<void>
  /** Whether nothing is pending at a place. Otherwise a look would find what must not show yet. */
  isQuiet: (at: Place) => boolean
  log: Logger
}

export class FolderChecks {
  readonly #options: FolderChecksOptions
  /** From when on each may be looked at again. */
  readonly #next = createLru<string, number>(REMEMBERED)
  readonly #waiting = new Map<string, Place>()
  #isBusy = false
  #isRunning = true

  constructor(options: FolderChecksOptions) {
    this.#options = options
  }

  /** Makes sure that a folder is looked at soon, unless that was done lately. */
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
