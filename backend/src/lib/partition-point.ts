// Binary search.

/** How many items at the start of a list something holds for, where it holds for none of the others. */
export function partitionPoint<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(items[middle] as T)) from = middle + 1
    else to = middle
  }
  return from
}
