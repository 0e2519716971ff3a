/**
 * Runs a task for many items, `most` at a time, started in order. Returns the results in that order when all are over.
 * @throws the first error; the other tasks still run
 */
export async function runLimited<Item, Result>(
  items: Iterable<Item>,
  most: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Promise<Result>[] = []
  const waiting = [...items].entries()
  const lane = async () => {
    for (const [index, item] of waiting) {
      const result = run(item)
      results[index] = result
      await result.catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: most }, lane))
  return await Promise.all(results)
}
