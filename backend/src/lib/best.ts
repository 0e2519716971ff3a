// Keeps the best of many items without holding all of them.

/** Negative if `a` is better. */
type Comparison<T> = (a: T, b: T) => number

/** The best items of those that were offered, in a heap whose root is the worst of them. */
export class Best<T> {
  readonly #most: number
  readonly #compare: Comparison<T>
  readonly #heap: T[] = []

  /** `most`: how many are kept, at least one. */
  constructor(most: number, compare: Comparison<T>) {
    this.#most = most
    this.#compare = compare
  }

  /** The kept items, in no particular order. */
  get items(): readonly T[] {
    return this.#heap
  }

  offer(item: T): void {
    const [worst] = this.#heap
    if (worst === undefined || this.#heap.length < this.#most) this.#rise(item)
    else if (this.#compare(item, worst) < 0) this.#sink(item)
  }

  /** Adds an item at the end, and moves it up while it is worse than its parent. */
  #rise(item: T): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above] as T
      if (this.#compare(parent, item) >= 0) break
      heap[at] = parent
      at = above
    }
    heap[at] = item
  }

  /** Replaces the root with an item, and moves it down while it is better than its children. */
  #sink(item: T): void {
    const heap = this.#heap
    let at = 0
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      const other = below + 1
      if (other < heap.length && this.#compare(heap[other] as T, heap[below] as T) > 0) below = other
      const child = heap[below] as T
      if (this.#compare(item, child) >= 0) break
      heap[at] = child
      at = below
    }
    heap[at] = item
  }
}
