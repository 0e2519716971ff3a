// The speed of uploads, and the remaining time.

const READINGS = 5
const WEIGHT_OF_NEWEST = 0.2
/** Milliseconds between two readings. */
export const READING_MS = 1000

/**
 * Takes a reading each second. The mean of the last five is smoothed, so that one slow second does not make the
 * remaining time jump.
 */
export class SpeedMeter {
  #readings: number[] = []
  #last: { count: number; at: number } | null = null
  /** Bytes or files per second; 0 if unknown. */
  speed = 0

  /**
   * @param count bytes or files in total; fewer than before (an upload was cancelled) starts again
   * @param at milliseconds
   */
  read(count: number, at: number): void {
    const last = this.#last
    this.#last = { count, at }
    if (!last || at <= last.at || count < last.count) return
    this.#readings = [...this.#readings, ((count - last.count) * 1000) / (at - last.at)].slice(-READINGS)
    const mean = this.#readings.reduce((sum, reading) => sum + reading, 0) / this.#readings.length
    this.speed = this.speed === 0 ? mean : WEIGHT_OF_NEWEST * mean + (1 - WEIGHT_OF_NEWEST) * this.speed
  }

  /** Forgets all readings, for when nothing runs. */
  reset(): void {
    this.#readings = []
    this.#last = null
    this.speed = 0
  }
}

/** The seconds until the rest is sent; null if unknown. */
export function secondsLeft(left: number, speed: number): number | null {
  return speed > 0 ? Math.ceil(left / speed) : null
}

/** A new estimate does not interrupt the countdown if it differs by less than this share. */
const TRUSTED_SHARE = 0.2

/**
 * The remaining time to show, a second after `shown`. It counts down. Only a clearly different guess changes it, by
 * half of the difference at a time. In seconds; null if unknown.
 */
export function nextTimeLeft(shown: number | null, guess: number | null): number | null {
  if (shown === null || guess === null) return guess
  const expected = Math.max(0, shown - 1)
  if (Math.abs(guess - expected) <= Math.max(2, TRUSTED_SHARE * expected))
    return guess === 0 ? 0 : Math.max(1, expected)
  return Math.ceil((expected + guess) / 2)
}
