// A call to another server that many wait for: one is under way at a time, and whoever comes meanwhile shares the next
// one. So each caller gets an answer that was asked for after it came, at the price of one call for all of them.

/** Returns the shared form of a call. Each promise is that of a call begun at or after the request for it. */
export function createSharedCall<T>(call: () => Promise<T>): () => Promise<T> {
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
    if (!running) return start()
    next = running
      .catch(() => undefined)
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
