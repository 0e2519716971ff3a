// Two listings side by side, a stretch of names at a time: what has to be compared is held in memory, the rest is not.
import { partitionPoint } from '../../lib/partition-point.ts'

/** Versions, or entries of a manifest, that are held at once of each side. A longer listing is gone through anew. */
export const WINDOW = 4_000

/** Anything that has a name in a tree; what has several versions counts as so many. */
export interface Named {
  name: string
  versions?: readonly unknown[]
}

/** All that two sides have under a stretch of names. `upTo`: the last of these; null where nothing follows. */
export interface Window<A, B> {
  left: A[]
  right: B[]
  upTo: string | null
}

/** The order of S3's listings: by the bytes of UTF-8, which is that of code points. */
export function compareNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return rankOf(one) - rankOf(other)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all that are one unit of UTF-16. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)

/** What several versions of a name, or something else of it, count for. */
const weightOf = ({ versions }: Named): number => versions?.length ?? 1

/** One side, read ahead. */
class Side<T extends Named> {
  readonly #items: AsyncIterator<T>
  readonly #most: number
  #held: T[] = []
  #weight = 0
  #isInOrder = true
  isEnded = false

  constructor(items: AsyncIterable<T>, most: number) {
    this.#items = items[Symbol.asyncIterator]()
    this.#most = most
  }

  /** The last name of which all is held: more may come of the one after it. Null while there is none. */
  get last(): string | null {
    const newest = this.#held.at(-1)?.name
    return this.#held.findLast(({ name }) => name !== newest)?.name ?? null
  }

  /** Reads ahead until a window is full. */
  async fill(): Promise<void> {
    while (!this.isEnded && (this.#weight < this.#most || this.last === null)) {
      const { value, done } = await this.#items.next()
      if (done) {
        this.isEnded = true
        return
      }
      const before = this.#held.at(-1)?.name
      // Here, where each has its own time: of a whole window it takes long.
      if (before !== undefined && before !== value.name && compareNames(before, value.name) > 0) this.#isInOrder = false
      this.#held.push(value)
      this.#weight += weightOf(value)
    }
  }

  /**
   * Takes all up to a name; null takes the rest.
   * @throws Error where the names come in another order than they should
   */
  take(upTo: string | null): T[] {
    const taken = this.#held.splice(0, upTo === null ? this.#held.length : this.#countUpTo(upTo))
    for (const one of taken) this.#weight -= weightOf(one)
    return taken
  }

  /** How many of those that are held, in their order, come no later than a name. */
  #countUpTo(name: string): number {
    if (!this.#isInOrder) throw new Error('the storage lists names in another order than that of their bytes')
    return partitionPoint(this.#held, (one) => compareNames(one.name, name) <= 0)
  }

  async end(): Promise<void> {
    await this.#items.return?.()
  }
}

/** Goes through two sides, each in the order of its names. What fits into one window comes in one, in any order. */
export async function* windowsOf<A extends Named, B extends Named>(
  left: AsyncIterable<A>,
  right: AsyncIterable<B>,
  most = WINDOW,
): AsyncGenerator<Window<A, B>> {
  const [a, b] = [new Side(left, most), new Side(right, most)]
  try {
    for (;;) {
      await Promise.all([a.fill(), b.fill()])
      // Up to the earliest end both sides are known.
      const [end] = [a, b].flatMap(({ isEnded, last }) => (isEnded || last === null ? [] : [last])).sort(compareNames)
      const upTo = end ?? null
      yield { left: a.take(upTo), right: b.take(upTo), upTo }
      if (upTo === null) return
    }
  } finally {
    await Promise.all([a.end(), b.end()])
  }
}

/** One side alone, a window at a time. */
export async function* chunksOf<T extends Named>(items: AsyncIterable<T>, most = WINDOW): AsyncGenerator<T[]> {
  for await (const { left } of windowsOf(items, none(), most)) if (left.length > 0) yield left
}

async function* none(): AsyncGenerator<never> {}

/** What of some items is kept. It can be gone through as often as they can. */
export const filtered = <T>(items: AsyncIterable<T>, isKept: (item: T) => boolean): AsyncIterable<T> => ({
  async *[Symbol.asyncIterator]() {
    for await (const item of items) if (isKept(item)) yield item
  },
})

/** Whether nothing comes. */
export async function isEmpty(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return false
  return true
}
