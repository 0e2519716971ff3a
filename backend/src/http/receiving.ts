// Bodies that are being received: so many of each person at a time. Who sends slowly may, and who sends nothing keeps
// nobody else from it.
import type { FairShare } from '../../contract/fair-shares.ts'
import { createFairSlots } from '../lib/fair-slots.ts'
import { goneOf } from './asking.ts'
import type { AppContext } from './route.ts'

export interface Receiving {
  /**
   * Works on a request with a body in its turn.
   * @throws AppError `unavailable` when one's own were first for too long, or too many wait
   */
  run<T>(ctx: AppContext, work: () => Promise<T>): Promise<T>
}

/**
 * From so long on a connection on which nothing comes stands still: after that an upload's next call may take over,
 * too.
 */
const SILENCE_MS = 30_000

export function createReceiving(share: FairShare): Receiving {
  const slots = createFairSlots(share)
  return {
    run: (ctx, work) =>
      slots.run({ signal: goneOf(ctx), isStalled: silenceOf(ctx) }, ({ lost }) => {
        // As if the client had gone: what has come by then stays, where uploads can go on.
        lost.addEventListener('abort', () => ctx.req.destroy(), { once: true })
        return work()
      }),
  }
}

/** Whether nothing has come for long, by the looks that are taken at it. */
function silenceOf({ req }: AppContext): () => boolean {
  let seen = -1
  let since = 0
  return () => {
    const { bytesRead } = req.socket
    if (bytesRead !== seen) [seen, since] = [bytesRead, performance.now()]
    return !req.complete && performance.now() - since >= SILENCE_MS
  }
}
