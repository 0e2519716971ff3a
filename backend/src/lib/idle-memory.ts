// Gives memory back when nobody is there any more. V8 goes through all of its heap when that has grown by a third, so
// in a process at rest it never does: what the start or a busy time has left behind would stay.
import type { Attention } from './attention.ts'

/** A second is less than the time between two looks at the tasks of a process. */
const EVERY_MS = 1_000

/**
 * A task of every process: collects all garbage once nobody is there any more. The event loop stands still for some 100
 * ms meanwhile. `collect` does nothing in a process that was started without `--expose-gc`.
 */
export function collectingAtRest(attention: Pick<Attention, 'isPaid'>, collect = collectAll) {
  let isDue = true
  return {
    name: 'collect garbage',
    everyMs: EVERY_MS,
    isOwn: true,
    run: async (): Promise<void> => {
      const wasDue = isDue
      isDue = attention.isPaid
      if (wasDue && !isDue) await collect()
    },
  }
}

const collectAll = async (): Promise<void> =>
  globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
