// Limits how many bodies are received at once from each person. Slow senders are fine, and stalled ones block nobody.
import type { FairShare } from '../../contract/fair-shares.ts'
import { FairSlots } from '../lib/fair-slots.ts'
import { goneOf } from './asking.ts'
import type { AppContext } from './route.ts'

export interface Receiving {
  /**
   * Handles a request with a body in its turn.
   * @throws AppError `unavailable` if the person's own requests take too long, or too many are waiting
   */
  run<T>(ctx: AppContext, work: () => Promise<T>): Promise<T>
}

/**
 * A connection on which nothing arrives for this long counts as stalled. From then on, the upload's next request may
 * take over, too.
 */
const SILENCE_MS = 30_000

export function createReceiving(share: FairShare): Receiving {
  const slots = new FairSlots(share)
  return {
    run: (ctx, work) =>
      slots.run({ signal: goneOf(ctx), isStalled: silenceOf(ctx) }, ({ lost }) => {
        // As if the client had disconnected: resumable uploads keep what has arrived.
        lost.addEventListener('abort', () => ctx.req.destroy(), { once: true })
        return work()
      }),
  }
}

/** Whether nothing has arrived for long, according to repeated checks. */
function silenceOf({ req }: AppContext): () => boolean {
  let seen = -1
  let since = 0
  return () => {
    const { bytesRead } = req.socket
    if (bytesRead !== seen) [seen, since] = [bytesRead, performance.now()]
    return !req.complete && performance.now() - since >= SILENCE_MS
  }
}
