// Checks that a parser's time grows no faster than its input. It compares the CPU time of this thread for a long and a
// short input, so a slow or busy machine does not matter.
import fc from 'fast-check'
import { textOf } from './inputs.ts'

/** A text whose middle part can be repeated to any length. */
export interface Pumped {
  head: string
  part: string
  tail: string
}

export const pumpedOf = (pieces: readonly string[]): fc.Arbitrary<Pumped> =>
  fc.record({ head: textOf(pieces, 4), part: textOf(pieces, 3), tail: textOf(pieces, 2) })

/** How many times longer the long text is. */
const FACTOR = 16
/** The long text may cost this many times as much per character. Quadratic growth costs four times that. */
const SLACK = 4
/** A cost too small to matter, whatever its cause. */
const FREE_MS = 50
/** More than the error of the thread's CPU clock. */
const LEAST_MS = 10
const TRIES = 3

/**
 * Reads a text of `most` characters. If that takes time, also reads a short text, as often as it takes to have read as
 * many characters.
 * @throws Error if the long text cost far more, three times in a row
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

/** The milliseconds that this thread worked. */
function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
