// Asks for a worker when one is needed, in an API whose worker ends when it has nothing to do. Whoever has started this
// process hears of it, and starts one unless one runs.
import type { ProcessPart } from '../database/house-keeping.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { WorkerNeed } from './worker-need.ts'

export interface WorkerCallsOptions {
  need: WorkerNeed
  call(): void
  /** Calls back when something may have changed. */
  onChange(listener: () => void): void
  log: Pick<Log, 'warn'>
  now: Clock
}

/** What the API says on its output when a worker is needed, to whoever has started it (scripts/start.ts). */
export const WORKER_CALL = 'nido: a worker is needed'

/** Changes come in bursts. */
const SOON_MS = 200
/** While a worker is needed: one that was about to end has not heard of it. */
const AGAIN_MS = 10_000
const LONGEST_MS = 600_000

export class WorkerCalls implements ProcessPart {
  readonly #options: WorkerCallsOptions
  #timer: NodeJS.Timeout | undefined
  #dueAt = Infinity
  #isStopped = false

  constructor(options: WorkerCallsOptions) {
    this.#options = options
    options.onChange(() => this.#lookIn(SOON_MS))
    this.#lookIn(SOON_MS)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #lookIn(ms: number): void {
    const at = performance.now() + ms
    if (this.#isStopped || at >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = at
    this.#timer = setTimeout(() => void this.#look(), ms).unref()
  }

  async #look(): Promise<void> {
    const { need, call, log, now } = this.#options
    this.#dueAt = Infinity
    try {
      const waitMs = (await need()) - now()
      if (waitMs <= 0 && !this.#isStopped) call()
      this.#lookIn(waitMs <= 0 ? AGAIN_MS : Math.min(waitMs, LONGEST_MS))
    } catch (error) {
      log.warn({ err: error }, 'could not look whether a worker is needed')
      this.#lookIn(AGAIN_MS)
    }
  }
}
