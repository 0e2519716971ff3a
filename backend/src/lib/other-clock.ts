// Estimates the clock of another machine from its answers. Each answer bounds the difference to ours, and together they
// bound it closely.
import type { Log } from './log.ts'

/**
 * One answer: between these two times of our clock, the other clock was within this range. All in ms since 1970.
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

/** Clocks drift and are set, so older answers do not count. */
const FRESH_MS = 60_000
/** From this difference on, the log warns. */
const WRONG_FROM_MS = 2_000
/** No warning if the difference is not known this precisely. */
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

  /** Milliseconds by which it is ahead of ours; null before the first answer. */
  get offset(): number | null {
    const bounds = this.#bounds && this.#before ? (meet(this.#bounds, this.#before) ?? this.#bounds) : this.#bounds
    return bounds && Math.round((bounds.low + bounds.high) / 2)
  }

  /** Its time in ms since 1970; ours before the first answer. */
  readonly now = (): number => Date.now() + (this.offset ?? 0)

  hear({ sentAt, receivedAt, from, to }: ToldTime): void {
    const told = { low: from - receivedAt, high: to - sentAt, since: receivedAt }
    // Our clock was set back, or the bounds are old.
    if (this.#bounds && (receivedAt < this.#bounds.since || receivedAt - this.#bounds.since > FRESH_MS)) {
      this.#before = receivedAt - this.#bounds.since > 2 * FRESH_MS ? null : this.#bounds
      this.#bounds = null
    }
    const closer = this.#bounds && meet(this.#bounds, told)
    // One of the clocks was set, so only the newest answer is right.
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

/** What both bounds allow; null if they contradict each other. */
function meet(a: Bounds, b: Pick<Bounds, 'low' | 'high'>): Bounds | null {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)]
  return low <= high ? { low, high, since: a.since } : null
}
