// Lets bytes pass no faster than a setting says, which may change meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'

/** How long one answer of the setting counts. */
const WINDOW_MS = 2_000

/**
 * A step of `pipeline`.
 * @param rate bytes a second; 0 for no limit
 */
export const throttledTo = (rate: () => Promise<number>, signal: AbortSignal) =>
  async function* throttled(pieces: AsyncIterable<Buffer>) {
    let window = { began: -Infinity, bytes: 0, limit: 0 }
    for await (const piece of pieces) {
      const now = performance.now()
      if (now - window.began >= WINDOW_MS) window = { began: now, bytes: 0, limit: await rate() }
      window.bytes += piece.length
      const pause = window.limit === 0 ? 0 : (1000 * window.bytes) / window.limit - (now - window.began)
      if (pause > 0) await sleep(pause, undefined, { signal })
      yield piece
    }
  }
