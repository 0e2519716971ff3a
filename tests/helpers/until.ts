// Waiting for what is meant, however slow the machine.
import { setTimeout as wait } from 'node:timers/promises'

const EVERY_MS = 25
const PATIENCE_MS = 45_000

/** Looks again and again until what is seen is right, or until time is up: what was seen last. */
export async function soon<T>(look: () => T | Promise<T>, isRight: (seen: T) => boolean, withinMs = PATIENCE_MS): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const seen = await look()
    if (isRight(seen) || performance.now() > end) return seen
    await wait(EVERY_MS)
  }
}

/** Asks again and again until the answer is true, or until time is up: the last answer. */
export const until = (isTrue: () => boolean | Promise<boolean>, withinMs = PATIENCE_MS): Promise<boolean> => soon(isTrue, Boolean, withinMs)

/** Waits until something is so. @throws Error that names it, when time is up */
export async function happens(isTrue: () => boolean | Promise<boolean>, what: string, withinMs = PATIENCE_MS): Promise<void> {
  if (!await until(isTrue, withinMs)) throw new Error(`${what}: not within ${withinMs / 1000} s`)
}
