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

type Wish = Required<Pick<SlotRequest, 'asker' | 'isStalled'>>
interface Waiter extends Wish {
  begin(): void
}
interface Holder extends Wish {
  control: AbortController
}

/** How often stalled holders are looked for while somebody waits. */
const LOOK_MS = 1_000
const RETRY_SECONDS = 5
/** After how long a request that waited in vain should try again. */
const PATIENCE_RETRY_SECONDS = 15

const refusal = (words: string, retryAfter = RETRY_SECONDS): AppError =>
  new AppError('unavailable', words, { retryAfter })

export class FairSlots {
  readonly #options: FairSlotsOptions
  readonly #lines: FairLines<Waiter>
  readonly #holders = new Set<Holder>()
  #looking: NodeJS.Timeout | undefined

  constructor(options: FairSlotsOptions) {
    const { slots, each, guests = slots } = options
    this.#options = options
    this.#lines = new FairLines({ most: slots, each, guests })
  }

  /**
   * Waits for a slot.
   * @throws AppError `unavailable` if the wait is too long or too many wait; the signal's reason if it aborts before
   */
  async take({ signal, asker = currentAsker(), isStalled = () => false }: SlotRequest): Promise<Slot> {
    signal.throwIfAborted()
    const free = this.#takeNow({ asker, isStalled })
    if (free) return free
    this.#checkRoom(asker)
    return this.#wait({ asker, isStalled }, signal)
  }

  /** A slot if one is free for the asker; null otherwise. */
  takeNow(asker = currentAsker()): Slot | null {
    return this.#takeNow({ asker, isStalled: () => false })
  }

  /** Runs work in a slot. @throws what `take` and the work throw */
  async run<T>(wish: SlotRequest, work: (slot: Slot) => Promise<T>): Promise<T> {
    const slot = await this.take(wish)
    try {
      return await work(slot)
    } finally {
      slot.giveBack()
    }
  }

  load(): { running: number; waiting: number } {
    return { running: this.#lines.running, waiting: this.#countWaiting() }
  }

  #countWaiting(): number {
    return this.#lines.waiting({ isGuest: false }) + this.#lines.waiting({ isGuest: true })
  }

  #takeNow(wish: Wish): Slot | null {
    if (this.#lines.hindrance(wish.asker) !== null || this.#lines.waitingOf(wish.asker) > 0) return null
    this.#lines.begin(wish.asker)
    return this.#hold(wish)
  }

  #checkRoom(asker: Asker): void {
    const { what, waitingEach, waitingMost } = this.#options
    if (this.#lines.waitingOf(asker) < waitingEach && this.#lines.waiting(asker) < waitingMost) return
    throw refusal(`too many wait for ${what}`)
  }

  #hold({ asker, isStalled }: Wish): Slot {
    const holder: Holder = { asker, isStalled, control: new AbortController() }
    this.#holders.add(holder)
    const giveBack = () => {
      if (!this.#holders.delete(holder)) return
      this.#lines.end(asker)
      this.#serve()
    }
    return { lost: holder.control.signal, giveBack }
  }

  #wait(wish: Wish, signal: AbortSignal): Promise<Slot> {
    const { what, patienceMs } = this.#options
    return new Promise<Slot>((resolve, reject) => {
      const waiter: Waiter = { ...wish, begin: () => settle(() => resolve(this.#hold(wish))) }
      const settle = (how: () => void) => {
        clearTimeout(patience)
        signal.removeEventListener('abort', leave)
        how()
      }
      const giveUp = (error: unknown) => {
        if (this.#lines.takeOut(wish.asker, waiter)) settle(() => reject(error))
      }
      const leave = () => giveUp(signal.reason)
      const patience = setTimeout(() => {
        giveUp(refusal(`${what}: others were first for too long`, PATIENCE_RETRY_SECONDS))
      }, patienceMs).unref()
      signal.addEventListener('abort', leave, { once: true })
      this.#lines.add(wish.asker, waiter)
      this.#serve()
    })
  }

  #serve(): void {
    for (let next = this.#lines.next('oldest'); next !== null; next = this.#lines.next('oldest')) next.begin()
    if (this.#countWaiting() === 0) {
      clearInterval(this.#looking)
      this.#looking = undefined
    } else this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref()
  }

  #look(): void {
    this.#takeBack()
    this.#serve()
  }

  /** For each waiting asker, one stalled holder loses its slot, if that helps. */
  #takeBack(): void {
    for (const { asker } of [...this.#lines.lines({ isGuest: false }), ...this.#lines.lines({ isGuest: true })]) {
      const hindrance = this.#lines.hindrance(asker)
      const inTheWay = [...this.#holders].filter(
        (holder) =>
          hindrance === 'all' || (hindrance === 'guests' && holder.asker.isGuest) || holder.asker.id === asker.id,
      )
      if (hindrance === null || inTheWay.some(({ control }) => control.signal.aborted)) continue
      const still = inTheWay.find(({ isStalled }) => isStalled())
      still?.control.abort(refusal(`others wait for ${this.#options.what}, and this one stands still`))
    }
  }
}
