// Who asks, as what is scarce is shared by: a person wherever it comes from, a guest by its address.
import type { Asker } from '../lib/asker.ts'
import type { FairSlots, Slot } from '../lib/fair-slots.ts'
import { limitedAddress } from './client-address.ts'
import type { AppContext } from './route.ts'

/** Whoever is at an address. */
export const guestAt = (address: string): Asker => ({ id: `address:${limitedAddress(address)}`, isGuest: true })

/** For whom a request is answered; on public routes that is a guest, whoever it may be. */
export function askerOf(ctx: Pick<AppContext, 'state'>): Asker {
  const { user, address } = ctx.state as Partial<AppContext['state']>
  return user ? { id: `person:${user.id}`, isGuest: false } : guestAt(address ?? '')
}

/** Aborts when a request is answered, or its client has gone. */
export function goneOf(ctx: Pick<AppContext, 'res'>): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  return gone.signal
}

/**
 * Takes a slot that is given back when the request is answered whole, or its client has gone. @throws as `take` of the
 * slots does
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
