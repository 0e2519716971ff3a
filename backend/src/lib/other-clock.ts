// The clock of another machine, as its answers tell it: each bounds the difference to ours, and together they bound
// it closely.
import type { Log } from './log.ts'

/**
 * One answer: between these two moments of our clock the other one showed a time of this range. All in ms since 1970.
 */
export interface ToldTime {
  sentAt: number
  receivedAt: number
  from: number
  to: number
}

interface Bounds {
  low: number
  high: number
  since: number
}

/** Clocks drift, and are set: what was told longer ago counts no more. */
const FRESH_MS = 60_000
/** From this difference on somebody should set a clock. */
export const WRONG_FROM_MS = 2_000
/** Who knows it less closely does not complain. */
const CLOSE_MS = 1_500

export class OtherClock {
  readonly #name: string
  readonly #log: Pick<Log, 'warn' | 'info'>
  #bounds: Bounds | null = null
  #before: Bounds | null = null
  #isWrong = false

  /** `name`: whose clock it is, for the log. */
  constructor(name: string, log: Pick<Log, 'warn' | 'info'>) {
    this.#name = name
    this.#log = log
  }

  /** Milliseconds by which it is ahead of ours; null before it was heard. */
  get offset(): number | null {
    const bounds = this.#bounds && this.#before ? (meet(this.#bounds, this.#before) ?? this.#bounds) : this.#bounds
    return bounds && Math.round((bounds.low + bounds.high) / 2)
  }

  /** Its time in ms since 1970; ours before it was heard. */
  readonly now = (): number => Date.now() + (this.offset ?? 0)

  hear({ sentAt, receivedAt, from, to }: ToldTime): void {
    const told = { low: from - receivedAt, high: to - sentAt, since: receivedAt }
    // Our clock was set back, or the bounds are old.
    if (this.#bounds && (receivedAt < this.#bounds.since || receivedAt - this.#bounds.since > FRESH_MS)) {
      this.#before = receivedAt - this.#bounds.since > 2 * FRESH_MS ? null : this.#bounds
      this.#bounds = null
    }
    const closer = this.#bounds && meet(this.#bounds, told)
    // One of the two was set: only the newest word is right.
    if (this.#bounds && !closer) this.#before = null
    this.#bounds = closer ?? told
    this.#complain()
  }

  #complain(): void {
    const { offset } = this
    if (!this.#bounds || offset === null || this.#bounds.high - this.#bounds.low > CLOSE_MS) return
    const isWrong = Math.abs(offset) > WRONG_FROM_MS
    if (isWrong === this.#isWrong) return
    this.#isWrong = isWrong
    if (isWrong)
      this.#log.warn(
        { clock: this.#name, aheadMs: offset },
        'clocks differ: this machine or that one should set its clock',
      )
    else this.#log.info({ clock: this.#name }, 'clocks agree again')
  }
}

/** What both allow; null where they contradict each other. */
function meet(a: Bounds, b: Pick<Bounds, 'low' | 'high'>): Bounds | null {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)]
  return low <= high ? { low, high, since: a.since } : null
}
