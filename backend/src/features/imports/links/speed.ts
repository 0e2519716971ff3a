// How fast bytes come, smoothed over a few seconds.

const HALF_LIFE_MS = 3_000
const STEP_MS = 250

/** `at` is told how many bytes there are, and answers bytes a second. */
export function createSpeed(now: () => number = () => performance.now()): { at(bytes: number): number } {
  let last: { bytes: number; at: number } | null = null
  let speed = 0
  let isFirst = true
  return {
    at(bytes) {
      const at = now()
      last ??= { bytes, at }
      const ms = at - last.at
      if (ms < STEP_MS) return Math.round(speed)
      const current = (1000 * (bytes - last.bytes)) / ms
      const weight = isFirst ? 1 : 1 - 2 ** (-ms / HALF_LIFE_MS)
      speed += weight * (current - speed)
      isFirst = false
      last = { bytes, at }
      return Math.round(speed)
    },
  }
}
