const FIRST_MS = 1000
const LONGEST_MS = 30_000

/**
 * Milliseconds to wait before the next try after this many failures: twice as long each time, half of it random, so
 * that a thousand pages do not return at the same moment.
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10))
  return whole / 2 + (whole / 2) * random()
}
