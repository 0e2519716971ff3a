/**
 * Work that is asked for more often than it needs to be done: once for many asks, never twice at a time, and with a
 * pause in between.
 */
export class Paced {
  readonly #work: () => Promise<unknown>
  /** Milliseconds from the end of one to the beginning of the next. */
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

  /** Wants it done, after a moment in which more may come. What is asked for while it runs is done afterwards. */
  ask(delayMs: number): void {
    this.#dueAt = Math.min(this.#dueAt, performance.now() + delayMs)
    this.#plan()
  }

  /** Forgets what was asked for. */
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
