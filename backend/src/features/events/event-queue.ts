// The order of events: pages are told in the order in which things happened.
import type { Log } from '../../lib/log.ts'

/** Events that may wait while the database is slow. If there are more, pages are told to fetch everything again. */
const WAITING_MAX = 1_000

export class EventQueue {
  readonly #log: Pick<Log, 'warn'>
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log
  }

  get isFull(): boolean {
    return this.#waiting >= WAITING_MAX
  }

  /** Does `work` after all that was added before. A failure is logged, and affects nothing that comes after. */
  add(work: () => Promise<void>): void {
    this.#waiting += 1
    this.#last = this.#last
      .then(work)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'pages could not be told what happened'))
      .finally(() => {
        this.#waiting -= 1
      })
  }

  /** Resolves when all that was added so far is done. */
  idle(): Promise<void> {
    return this.#last
  }
}
