// The reservations of this process that have to be renewed from time to time, so that they do not expire.

export class Renewals {
  readonly #everyMs: number
  readonly #renewals = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** Calls back from time to time until the returned function is called. */
  keep(renew: () => void): () => void {
    this.#renewals.add(renew)
    this.#timer ??= setInterval(() => this.#renewals.forEach((one) => one()), this.#everyMs).unref()
    return () => {
      this.#renewals.delete(renew)
      if (this.#renewals.size === 0) this.stop()
    }
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
