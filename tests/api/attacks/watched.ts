// Measures each attack: it may neither block the API's event loop for long nor bloat the API or a child. Noise from a
// busy machine disappears in one of three tries; the effect of an attack remains.
import { afterAll, jest } from '@jest/globals'
import { describeLoad, type Load, type LoadWatch, startLoadWatch, type Watched } from '../../helpers/load.ts'
import { MIB } from '../../helpers/memory.ts'

const MOST: Load = { stoodMs: 200, growth: 150 * MIB, child: 256 * MIB }
const TRIES = 3
const TIMEOUT_MS = 180_000

jest.setTimeout(TIMEOUT_MS)

let watch: LoadWatch | null = null

/** Sets the processes that are attacked. Call it before the tests. */
export async function watchProcesses(processes: readonly Watched[]): Promise<void> {
  watch = await startLoadWatch(processes)
}
afterAll(() => watch?.stop())

const isTooMuch = (load: Load): boolean =>
  load.stoodMs > MOST.stoodMs || load.growth > MOST.growth || load.child > MOST.child

const leastOf = (one: Load, other: Load): Load => ({
  stoodMs: Math.min(one.stoodMs, other.stoodMs),
  growth: Math.min(one.growth, other.growth),
  child: Math.min(one.child, other.child),
})

/** Wraps a test's task so that its load is measured. The task may run several times, so it has to be repeatable. */
export function watched<R extends unknown[]>(task: (...row: R) => unknown): (...row: R) => Promise<void> {
  return async (...row) => {
    if (!watch) throw new Error('Nobody has said which processes are attacked.')
    const once = async () => void (await task(...row))
    let least = await watch.during(once)
    for (let left = TRIES - 1; left > 0 && isTooMuch(least); left -= 1) {
      const another = await watch.during(once).catch((cause: unknown) => {
        throw new Error(`That was too much for the API: ${describeLoad(least)}. It cannot be done again.`, { cause })
      })
      least = leastOf(least, another)
    }
    if (isTooMuch(least)) throw new Error(`That was too much for the API: ${describeLoad(least)}.`)
  }
}
