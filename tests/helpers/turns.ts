// Turns of the event loop: whether long work lets others have theirs, and what is over after one.
import { setImmediate as turn } from 'node:timers/promises'

/** How many turns others have during some work. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = setInterval(() => {
    turns += 1
  })
  await work()
  clearInterval(count)
  return turns
}

/** Whether a promise is settled once everything has run that waits for nothing outside. */
export function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, turn(false)])
}
