/**
 * Work that is requested more often than it needs to be done: it runs once for many requests, never twice at a time,
 * and with a pause in between.
 */
export class Throttle {
  readonly #work: () => Promise<unknown>
  /** Milliseconds from the end of one run to the start of the next. */
  readonly #pause: () => number
  #dueAt = Infinity
  #endedAt = -Infinity
  #isRunning = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param work never rejects */
  constructor(work: () => Promise<unknown>, pause: () => number) {
    this.#work = work
    this.#pause = pause
  }

  /**
   * Requests a run, after a delay in which more requests may come. A request during a run causes another run
   * afterwards.
   */
  ask(delayMs: number): void {
    this.#dueAt = Math.min(this.#dueAt, performance.now() + delayMs)
    this.#plan()
  }

  /** Drops all requests. */
  stop(): void {
    this.#dueAt = Infinity
    clearTimeout(this.#timer)
  }

  #plan(): void {
    clearTimeout(this.#timer)
    if (this.#isRunning || this.#dueAt === Infinity) return
    const at = Math.max(this.#dueAt, this.#endedAt + this.#pause())
    this.#timer = setTimeout(() => void this.#run(), at - performance.now())
  }

  async #run(): Promise<void> {
    this.#dueAt = Infinity
    this.#isRunning = true
    await this.#work()
    this.#isRunning = false
    this.#endedAt = performance.now()
    this.#plan()
  }
}
