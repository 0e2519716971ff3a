// Joins simultaneous requests for single items into one command.

/** A waiting request and its promise. */
interface Waiting<T, R> {
  item: T
  resolve(result: R): void
  reject(error: unknown): void
}

/**
 * Turns a function for many items into one for a single item. Items requested while a command runs go together into the
 * next one.
 * @param run returns a result for each item, in order; if it rejects, all of them fail
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
