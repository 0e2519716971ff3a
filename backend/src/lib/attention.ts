// Whether anybody is there for whom a process has to hear soon of what others change. Who follows the others looks
// often meanwhile, and seldom while nobody is.

/** For so long after somebody has asked for something, they may ask again, or see what changes. */
const ATTENDED_MS = 60_000

export class Attention {
  /** By `performance.now`. The start counts: others may be waiting for it. */
  #attendedAt = performance.now()
  readonly #resting = new Set<() => void>()

  /** Somebody asks for something, has a page open, or waits for work that is under way. */
  attend(): void {
    const wasPaid = this.isPaid
    this.#attendedAt = performance.now()
    if (!wasPaid) this.wake()
  }

  get isPaid(): boolean {
    return performance.now() - this.#attendedAt < ATTENDED_MS
  }

  /** Waits for the first time while somebody is there. Otherwise for the second one, or until somebody comes. */
  rest(paidMs: number, idleMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#resting.delete(end)
        resolve()
      }
      const timer = setTimeout(end, this.isPaid ? paidMs : idleMs).unref()
      this.#resting.add(end)
    })
  }

  /** Ends all rests. Who stops what rests calls it, and need not wait. */
  wake(): void {
    for (const end of this.#resting) end()
  }
}
