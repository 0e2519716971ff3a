// Waits for a condition, however slow the machine is.
import { setTimeout as wait } from 'node:timers/promises'

/** Each check costs the servers work, so the pauses grow with the time already spent. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 300
const PATIENCE_MS = 45_000

/** Checks repeatedly until the result is right or time is up. Returns the last result. */
export async function soon<T>(
  look: () => T | Promise<T>,
  isRight: (seen: T) => boolean,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + withinMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.4, LONGEST_PAUSE_MS)) {
    const seen = await look()
    if (isRight(seen) || performance.now() > end) return seen
    await wait(pause)
  }
}

/** Asks repeatedly until the answer is true or time is up. Returns the last answer. */
export const until = (isTrue: () => boolean | Promise<boolean>, withinMs = PATIENCE_MS): Promise<boolean> =>
  soon(isTrue, Boolean, withinMs)

/** Waits for a condition. @throws Error with its name when time is up */
export async function happens(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  withinMs = PATIENCE_MS,
): Promise<void> {
  if (!(await until(isTrue, withinMs))) throw new Error(`${what}: not within ${withinMs / 1000} s`)
}
