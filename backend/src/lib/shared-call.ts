// A call to another server that many wait for: one is under way at a time, and whoever comes meanwhile shares the next
// one. So each caller gets an answer that was asked for after it came, at the price of one call for all of them.

/**
 * Returns the shared form of a call. Each promise is that of a call begun at or after the request for it. `gather`:
 * what a call waits for before it begins, where more are expected to share it; null to begin at once.
 */
export function createSharedCall<T>(
  call: () => Promise<T>,
  gather: () => Promise<void> | null = () => null,
): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null

  function start(): Promise<T> {
    running = call().finally(() => {
      running = null
    })
    return running
  }

  return () => {
    // The next one may be about to begin when nothing runs any more.
    if (next) return next
    const gathering = gather()
    if (!running && !gathering) return start()
    next = Promise.allSettled([running, gathering]).then(() => {
      next = null
      return start()
    })
    return next
  }
}
