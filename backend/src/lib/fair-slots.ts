// Slots for a scarce resource in this process. Requests wait for their turn and return the slot. Nobody gets more than
// a share, and waits are limited.
import type { FairShare } from '../../contract/fair-shares.ts'
import { AppError } from './app-error.ts'
import { type Asker, currentAsker } from './asker.ts'
import { FairLines } from './fair-lines.ts'

/** The number of slots, and the limits. Guests may have all of them by default. */
export type FairSlotsOptions = Omit<FairShare, 'guests'> & { guests?: number }

export interface Slot {
  /** Aborts when the slot is lost to others. The holder then stops and returns the slot. */
  readonly lost: AbortSignal
  giveBack(): void
}

export interface SlotRequest {
  /** Ends the wait when the client has gone. */
  signal: AbortSignal
  /** Who wants a slot; by default, for whom the current work is done. */
  asker?: Asker
  /** Whether the holder is stalled through no fault of ours, so that it loses its slot while others wait. */
  isStalled?(): boolean
}

export interface FairSlots {
  /**
   * Waits for a slot.
   * @throws AppError `unavailable` if the wait is too long or too many wait; the signal's reason if it aborts before
   */
  take(wish: SlotRequest): Promise<Slot>
  /** A slot if one is free for the asker; null otherwise. */
  takeNow(asker?: Asker): Slot | null
  /** Runs work in a slot. @throws what `take` and the work throw */
  run<T>(wish: SlotRequest, work: (slot: Slot) => Promise<T>): Promise<T>
  load(): { running: number; waiting: number }
}

interface Waiter {
  asker: Asker
  isStalled(): boolean
  begin(): void
}
interface Holder {
  asker: Asker
  isStalled(): boolean
  control: AbortController
}

/** How often stalled holders are looked for while somebody waits. */
const LOOK_MS = 1_000
const RETRY_SECONDS = 5
/** After how long a request that waited in vain should try again. */
const PATIENCE_RETRY_SECONDS = 15

const refusal = (words: string, retryAfter = RETRY_SECONDS): AppError =>
  new AppError('unavailable', words, { retryAfter })

export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { what, slots, each, guests = slots, waitingEach, waitingMost, patienceMs } = options
  const lines = new FairLines<Waiter>({ most: slots, each, guests })
  const holders = new Set<Holder>()
  let looking: NodeJS.Timeout | undefined

  function serve(): void {
    for (let next = lines.next('oldest'); next !== null; next = lines.next('oldest')) next.begin()
    if (countWaiting() === 0) {
      clearInterval(looking)
      looking = undefined
    } else looking ??= setInterval(look, LOOK_MS).unref()
  }

  function look(): void {
    takeBack()
    serve()
  }

  const countWaiting = () => lines.waiting({ isGuest: false }) + lines.waiting({ isGuest: true })

  /** For each waiting asker, one stalled holder loses its slot, if that helps. */
  function takeBack(): void {
    for (const { asker } of [...lines.lines({ isGuest: false }), ...lines.lines({ isGuest: true })]) {
      const hindrance = lines.hindrance(asker)
      const inTheWay = [...holders].filter(
        (holder) =>
          hindrance === 'all' || (hindrance === 'guests' && holder.asker.isGuest) || holder.asker.id === asker.id,
      )
      if (hindrance === null || inTheWay.some(({ control }) => control.signal.aborted)) continue
      const still = inTheWay.find(({ isStalled }) => isStalled())
      still?.control.abort(refusal(`others wait for ${what}, and this one stands still`))
    }
  }

  function checkRoom(asker: Asker): void {
    if (lines.waitingOf(asker) < waitingEach && lines.waiting(asker) < waitingMost) return
    throw refusal(`too many wait for ${what}`)
  }

  function hold({ asker, isStalled }: Pick<Waiter, 'asker' | 'isStalled'>): Slot {
    const holder: Holder = { asker, isStalled, control: new AbortController() }
    holders.add(holder)
    const giveBack = () => {
      if (!holders.delete(holder)) return
      lines.end(asker)
      serve()
    }
    return { lost: holder.control.signal, giveBack }
  }

  function takeNow(asker = currentAsker(), isStalled = () => false): Slot | null {
    if (lines.hindrance(asker) !== null || lines.waitingOf(asker) > 0) return null
    lines.begin(asker)
    return hold({ asker, isStalled })
  }

  async function take({ signal, asker = currentAsker(), isStalled = () => false }: SlotRequest): Promise<Slot> {
    signal.throwIfAborted()
    const free = takeNow(asker, isStalled)
    if (free) return free
    checkRoom(asker)
    return new Promise<Slot>((resolve, reject) => {
      const waiter: Waiter = { asker, isStalled, begin: () => settle(() => resolve(hold(waiter))) }
      const settle = (how: () => void) => {
        clearTimeout(patience)
        signal.removeEventListener('abort', leave)
        how()
      }
      const giveUp = (error: unknown) => {
        if (lines.takeOut(asker, waiter)) settle(() => reject(error))
      }
      const leave = () => giveUp(signal.reason)
      const patience = setTimeout(() => {
        giveUp(refusal(`${what}: others were first for too long`, PATIENCE_RETRY_SECONDS))
      }, patienceMs).unref()
      signal.addEventListener('abort', leave, { once: true })
      lines.add(asker, waiter)
      serve()
    })
  }

  return {
    take,
    takeNow: (asker) => takeNow(asker),
    run: async (wish, work) => {
      const slot = await take(wish)
      try {
        return await work(slot)
      } finally {
        slot.giveBack()
      }
    },
    load: () => ({ running: lines.running, waiting: countWaiting() }),
  }
}
