// Waiting for what is meant, however slow the machine.
import { setTimeout as wait } from 'node:timers/promises'

/** Each look is work for the servers that are waited for: the longer it takes, the rarer they become. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 300
const PATIENCE_MS = 45_000

/** Looks again and again until what is seen is right, or until time is up: what was seen last. */
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

/** Asks again and again until the answer is true, or until time is up: the last answer. */
export const until = (isTrue: () => boolean | Promise<boolean>, withinMs = PATIENCE_MS): Promise<boolean> =>
  soon(isTrue, Boolean, withinMs)

/** Waits until something is so. @throws Error that names it, when time is up */
export async function happens(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  withinMs = PATIENCE_MS,
): Promise<void> {
  if (!(await until(isTrue, withinMs))) throw new Error(`${what}: not within ${withinMs / 1000} s`)
}
