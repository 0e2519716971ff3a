import pLimit from 'p-limit'

/**
 * Maps with at most `limit` calls at once. The first failure rejects after running calls have ended. Keeps the order.
 */
export async function mapParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const gate = pLimit({ concurrency: limit, rejectOnClear: true })
  const failures: unknown[] = []
  const settled = await Promise.allSettled(
    items.map((item, index) =>
      gate(async () => {
        try {
          return await work(item, index)
        } catch (error) {
          failures.push(error)
          gate.clearQueue()
          throw error
        }
      }),
    ),
  )
  return settled.map((result) => {
    if (result.status === 'rejected') throw failures[0]
    return result.value
  })
}
