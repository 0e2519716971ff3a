// Joins what many ask for at once into one command.

/** A question that waits, with who waits for its answer. */
interface Waiting<T, R> {
  item: T
  resolve(result: R): void
  reject(error: unknown): void
}

/**
 * A function for one item over a function for many: what is asked for while a command is under way goes together in the
 * next one.
 * @param run answers a result for each item, in their order; when it rejects, all of them have failed
 */
export function createBatch<T, R>(run: (items: T[]) => Promise<R[]>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let isRunning = false

  async function work(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const taken = waiting
      waiting = []
      try {
        const results = await run(taken.map(({ item }) => item))
        taken.forEach(({ resolve, reject }, index) => {
          const result = results[index]
          if (result === undefined) reject(new Error('a batch left an item without an answer'))
          else resolve(result)
        })
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void work()
    })
}
