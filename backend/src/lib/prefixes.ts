// Finds which of many texts are prefixes of another one, without trying each.
import { partitionPoint } from './partition-point.ts'
import { sortInTurns } from './sort-in-turns.ts'
import { mapYielding } from './yielding.ts'

const NONE = -1

export class Prefixes {
  readonly #sorted: readonly string[]
  /** For each text, the position of the longest other text that is a prefix of it. */
  readonly #shorter: readonly number[]

  private constructor(sorted: readonly string[], shorter: readonly number[]) {
    this.#sorted = sorted
    this.#shorter = shorter
  }

  static async of(texts: Iterable<string>): Promise<Prefixes> {
    const sorted = await sortInTurns([...new Set(texts)], (a, b) => (a < b ? -1 : Number(a > b)))
    const open: number[] = []
    let at = 0
    const shorter = await mapYielding(sorted, (text) => {
      while (open.length > 0 && !text.startsWith(sorted[open.at(-1) ?? 0] ?? '')) open.pop()
      const above = open.at(-1) ?? NONE
      open.push(at)
      at += 1
      return above
    })
    return new Prefixes(sorted, shorter)
  }

  /** The prefixes of a text, longest first. */
  *beginning(text: string): Generator<string> {
    // Texts with a common prefix are neighbours, so the last one that is not greater begins with the longest one too.
    const last = partitionPoint(this.#sorted, (one) => one <= text) - 1
    for (let at = last; at !== NONE; at = this.#shorter[at] ?? NONE) {
      const prefix = this.#sorted[at] ?? ''
      if (text.startsWith(prefix)) yield prefix
    }
  }
}
