// How far away the storage is. While it is busy its answers come late, but not the fastest one of all that have come so
// far: that takes about as long as the way there and back.

/** One in the same building answers some requests in a few milliseconds, and one in another country none. */
const FAR_MS = 30

export class Distance {
  #fastest = Infinity

  /** Takes in how many milliseconds an answer has taken to begin. */
  hear(ms: number): void {
    this.#fastest = Math.min(this.#fastest, ms)
  }

  /** Whether every answer so far had a long way, so that many small requests are to go at once. */
  get isFar(): boolean {
    return this.#fastest >= FAR_MS && this.#fastest < Infinity
  }
}
