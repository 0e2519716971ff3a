// Sorts long lists with pauses for other work.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items that are sorted or merged at a time: about 2 ms in a list of 100,000. */
const RUN = 1_000

type Comparison<T> = (a: T, b: T) => number

/** The sorted items: stable, and without blocking the event loop. */
export async function sortInTurns<T>(items: readonly T[], compare: Comparison<T>): Promise<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += RUN) {
    if (at > 0) await nextTurn()
    runs.push(items.slice(at, at + RUN).sort(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(left: T[], right: T[], compare: Comparison<T>): Promise<T[]> {
  const [end, begin] = [left.at(-1), right[0]]
  // What is nearly sorted already mostly needs no more than this.
  if (end !== undefined && begin !== undefined && compare(end, begin) <= 0) return left.concat(right)
  const merged: T[] = []
  let [l, r] = [0, 0]
  for (;;) {
    const [a, b] = [left[l], right[r]]
    if (a === undefined || b === undefined) return merged.concat(left.slice(l), right.slice(r))
    // Of equal items the left one goes first, which keeps the sort stable.
    if (compare(a, b) <= 0) {
      merged.push(a)
      l++
    } else {
      merged.push(b)
      r++
    }
    if (merged.length % RUN === 0) await nextTurn()
  }
}
