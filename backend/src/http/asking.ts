// Who is asking, for sharing scarce resources: a person from any address, or a guest by address.
import type { Asker } from '../lib/asker.ts'
import type { FairSlots, Slot } from '../lib/fair-slots.ts'
import { limitedAddress } from './client-address.ts'
import type { AppContext } from './route.ts'

/** Guests at an address. */
export const guestAt = (address: string): Asker => ({ id: `address:${limitedAddress(address)}`, isGuest: true })

/** For whom a request is answered; on public routes, a guest. */
export function askerOf(ctx: Pick<AppContext, 'state'>): Asker {
  const { user, address } = ctx.state as Partial<AppContext['state']>
  return user ? { id: `person:${user.id}`, isGuest: false } : guestAt(address ?? '')
}

/** One for all: the stack of each would cost more than the rest of it, and says nothing. */
const GONE = new DOMException('the request has been answered, or its client has gone', 'AbortError')

/** Aborts when a request has been answered or its client has gone. */
export function goneOf(ctx: Pick<AppContext, 'res'>): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort(GONE))
  return gone.signal
}

/**
 * Takes a slot, which is returned when the request has been answered or its client has gone. @throws like `take` of the
 * slots
 */
export async function takeUntilAnswered(
  ctx: Pick<AppContext, 'res'>,
  slots: FairSlots,
  isStalled: () => boolean,
): Promise<Slot> {
  const signal = goneOf(ctx)
  const slot = await slots.take({ signal, isStalled })
  if (signal.aborted) slot.giveBack()
  signal.addEventListener('abort', slot.giveBack, { once: true })
  return slot
}
