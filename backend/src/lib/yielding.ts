// Splits long work, so that requests do not have to wait.
import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 1

/** Measures the time since the last pause. */
export class Yielding {
  #began = performance.now()

  /** Pauses if a millisecond has passed. */
  async pass(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return
    await nextTurn()
    this.#began = performance.now()
  }
}

/** How many steps between two looks at the clock, which costs more than a small step. */
const STEPS = 32

/** Does something with each item of a long list, with pauses. */
export async function walkYielding<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const turns = new Yielding()
  let steps = 0
  for (const item of items) {
    work(item)
    steps += 1
    if (steps % STEPS === 0) await turns.pass()
  }
}

/** Maps a long list with pauses. Items mapped to null are left out. Keeps the order. */
export async function mapYielding<T, R>(items: Iterable<T>, work: (item: T) => R | null): Promise<R[]> {
  const mapped: R[] = []
  await walkYielding(items, (item) => {
    const result = work(item)
    if (result !== null) mapped.push(result)
  })
  return mapped
}

/** The items of a long list as if they came one by one, with pauses. */
export async function* eachYielding<T>(items: Iterable<T>): AsyncGenerator<T> {
  const turns = new Yielding()
  let steps = 0
  for (const item of items) {
    yield item
    steps += 1
    if (steps % STEPS === 0) await turns.pass()
  }
}

/** Consumes an iterable to its end, with pauses. */
export async function consumeYielding(pieces: Iterable<unknown>): Promise<void> {
  const turns = new Yielding()
  for (const _ of pieces) await turns.pass()
}
