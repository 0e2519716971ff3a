// For how long the usual client is asked instead, once an answer over a plain connection was odd: what is between Nido
// and the storage may be another thing later.

/** In milliseconds. */
export interface PauseLengths {
  /** The first pause. One that follows soon after the last is twice as long. */
  first: number
  longest: number
}

export class OddPause {
  readonly #lengths: PauseLengths
  readonly #now: () => number
  #length = 0
  #until = -Infinity

  /** @param now a monotonic clock, in milliseconds */
  constructor(lengths: PauseLengths, now: () => number) {
    this.#lengths = lengths
    this.#now = now
  }

  /** Whether the usual client is to be asked. */
  get isOn(): boolean {
    return this.#now() < this.#until
  }

  /** An odd answer has come. Those to what was sent before the pause make it no longer. */
  begin(): void {
    if (this.isOn) return
    const { first, longest } = this.#lengths
    // After as long without any, nothing is left of the last one.
    const isSoon = this.#now() - this.#until < this.#length
    this.#length = isSoon ? Math.min(this.#length * 2, longest) : first
    this.#until = this.#now() + this.#length
  }
}
