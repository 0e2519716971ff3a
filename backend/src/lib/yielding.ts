// Long work in pieces, so that requests are not kept waiting.
import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 1

/** Counts the time since others had their turn. */
export class Yielding {
  #began = performance.now()

  /** Lets the others have theirs when a millisecond is over. */
  async pass(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return
    await nextTurn()
    this.#began = performance.now()
  }
}

/** Looking at the clock costs more than a small step does. */
const STEPS = 32

/** Maps a long list, with pauses for others; what is mapped to null is left out. Order is kept. */
export async function mapYielding<T, R>(items: Iterable<T>, work: (item: T) => R | null): Promise<R[]> {
  const turns = new Yielding()
  const mapped: R[] = []
  let steps = 0
  for (const item of items) {
    const result = work(item)
    if (result !== null) mapped.push(result)
    steps += 1
    if (steps % STEPS === 0) await turns.pass()
  }
  return mapped
}

/** Runs through something to its end, with pauses for others. */
export async function yieldingEach(pieces: Iterable<unknown>): Promise<void> {
  const turns = new Yielding()
  for (const _ of pieces) await turns.pass()
}
