// Ends a worker that has had nothing to do for a minute, where another one is started when it is needed.
import type { ProcessPart } from '../database/house-keeping.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { WorkerNeed } from './worker-need.ts'

export interface WorkerRestOptions {
  need: WorkerNeed
  /** Ends this process. */
  end(): void
  log: Pick<Log, 'warn' | 'info'>
  now: Clock
}

const LOOK_MS = 10_000
const PATIENCE_MS = 60_000
/** It stays for what comes that soon. */
const SOON_MS = 120_000

export class WorkerRest implements ProcessPart {
  readonly #options: WorkerRestOptions
  readonly #timer: NodeJS.Timeout
  #neededAt = performance.now()

  constructor(options: WorkerRestOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const { need, end, log, now } = this.#options
    try {
      if ((await need()) - now() < SOON_MS) this.#neededAt = performance.now()
    } catch (error) {
      log.warn({ err: error }, 'could not look whether this worker is needed')
      this.#neededAt = performance.now()
    }
    if (performance.now() - this.#neededAt < PATIENCE_MS) return
    log.info('there is nothing to do')
    this.stop()
    end()
  }
}
