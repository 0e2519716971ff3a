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
  #last: { bytes: number; at: number } | null = null
  /** Bytes per second; 0 if unknown. */
  speed = 0

  /** @param bytes sent in total; fewer than before (an upload was cancelled) starts again @param at milliseconds */
  read(bytes: number, at: number): void {
    const last = this.#last
    this.#last = { bytes, at }
    if (!last || at <= last.at || bytes < last.bytes) return
    this.#readings = [...this.#readings, ((bytes - last.bytes) * 1000) / (at - last.at)].slice(-READINGS)
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
export function secondsLeft(bytesLeft: number, speed: number): number | null {
  return speed > 0 ? Math.ceil(bytesLeft / speed) : null
}
