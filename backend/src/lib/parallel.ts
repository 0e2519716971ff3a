/**
 * Maps with at most `limit` calls at once. The first failure rejects after running calls have ended. Keeps the order.
 * Takes next to nothing for an item that waits, since there may be thousands.
 */
export async function mapParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  const waiting = items.entries()
  const takeTurns = async () => {
    for (const [index, item] of waiting) {
      try {
        results[index] = await work(item, index)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeTurns))
  if (failures.length > 0) throw failures[0]
  return results
}
