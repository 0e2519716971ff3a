// Whether a parser needs more time than its input grows: told by the time of this thread's own work, and only by how it
// compares with a shorter input, so that a slow or busy machine is none the worse.
import fc from 'fast-check'
import { textOf } from './inputs.ts'

/** A text whose middle can be had in any length. */
export interface Pumped {
  head: string
  part: string
  tail: string
}

export const pumpedOf = (pieces: readonly string[]): fc.Arbitrary<Pumped> =>
  fc.record({ head: textOf(pieces, 4), part: textOf(pieces, 3), tail: textOf(pieces, 2) })

/** How much longer the longer one is. */
const FACTOR = 16
/** So many times the cost of as many characters in short texts: what is quadratic comes to four times that. */
const SLACK = 4
/** What nobody notices, however it came about. */
const FREE_MS = 50
/** What the clock of a thread's work may be wrong by, and more. */
const LEAST_MS = 10
const TRIES = 3

/**
 * Reads a text of `most` characters; where that costs anything, also a shorter one, until it was as many.
 * @throws Error where the long one cost far more, three times in a row
 */
export function checkGrowth(read: (text: string) => unknown, { head, part, tail }: Pumped, most: number): void {
  if (part === '') return
  const textOfLength = (length: number) => head + part.repeat(Math.ceil(length / part.length)) + tail
  const [long, short] = [textOfLength(most), textOfLength(most / FACTOR)]
  const costs: string[] = []
  for (let left = TRIES; left > 0; left -= 1) {
    const longer = costOf(() => read(long))
    if (longer < FREE_MS) return
    const shorter = costOf(() => {
      for (let times = 0; times < FACTOR; times += 1) read(short)
    })
    if (longer < Math.max(shorter, LEAST_MS) * SLACK) return
    costs.push(`${longer} ms for ${long.length}, ${shorter} ms for ${FACTOR} times ${short.length}`)
  }
  throw new Error(`not linear: ${costs.join('; ')}`)
}

/** Milliseconds that this thread was at work. */
function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
