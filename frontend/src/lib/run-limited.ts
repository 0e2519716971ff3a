/**
 * Does the same with many things, `most` at a time, begun in their order. Answers the results in that order when all
 * are over.
 * @throws what the first of them threw that failed; the others are done nevertheless
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
