// How fast bytes go, and how long the rest takes.

const READINGS = 5
const WEIGHT_OF_NEWEST = 0.2
/** Milliseconds between two readings. */
export const READING_MS = 1000

/**
 * Takes a reading each second; the mean of the last five is smoothed, so that one slow second does not make the time
 * left jump.
 */
export class SpeedMeter {
  #readings: number[] = []
  #last: { bytes: number; at: number } | null = null
  /** Bytes a second; 0 while unknown. */
  speed = 0

  /** @param bytes sent in all; fewer than before (an upload was cancelled) begins afresh @param at milliseconds */
  read(bytes: number, at: number): void {
    const last = this.#last
    this.#last = { bytes, at }
    if (!last || at <= last.at || bytes < last.bytes) return
    this.#readings = [...this.#readings, ((bytes - last.bytes) * 1000) / (at - last.at)].slice(-READINGS)
    const mean = this.#readings.reduce((sum, reading) => sum + reading, 0) / this.#readings.length
    this.speed = this.speed === 0 ? mean : WEIGHT_OF_NEWEST * mean + (1 - WEIGHT_OF_NEWEST) * this.speed
  }

  /** Forgets all readings; for when nothing runs. */
  reset(): void {
    this.#readings = []
    this.#last = null
    this.speed = 0
  }
}

/** Seconds until the rest has gone; null while nobody can know. */
export function secondsLeft(bytesLeft: number, speed: number): number | null {
  return speed > 0 ? Math.ceil(bytesLeft / speed) : null
}
