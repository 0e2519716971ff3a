// The reservations of one replica in one bucket: requests at the same time go into one change of the ledger, and one
// count serves everybody who needs it.
import { setTimeout as wait } from 'node:timers/promises'
import { createBatch } from '../../lib/batch.ts'
import { pathText, type Place } from '../../storage/paths.ts'
import {
  claim,
  claimCounted,
  type Count,
  end,
  enterCount,
  lapse,
  type Ledger,
  lower,
  type Lowered,
  type Over,
  placesToCount,
  type ReservationRequest,
} from './ledger.ts'
import type { Ledgers } from './ledgers.ts'

/** A request to a ledger: space, less of it, or the end of a reservation. */
export type Ask = { wish: ReservationRequest } | { lowered: Lowered } | { over: Over }
/** The reserved bytes; null if there is no space. */
export interface Got {
  bytes: number | null
}

const NONE: Got = { bytes: null }

export interface ReservationBatcherOptions {
  ledgers: Ledgers
  /** Bytes of a scope as far as known without a count. */
  known(scope: string): Promise<number>
  /** Bytes of a scope and of places in it, counted at S3. */
  count(scope: string, places: readonly Place[]): Promise<{ bytes: number; parts: number[] }>
  now(): number
  newId(): string
}

/** How long a count is valid unless renewed, so that a lost replica's count does not block others for longer. */
const COUNT_MS = 15_000
const RENEW_MS = 5_000
const POLL_MS = 30

/**
 * The result without a count: the reserved bytes, or that a count is needed, or that another's count is awaited.
 */
type Certain = Got | 'doubt' | 'wait'

export class ReservationBatcher {
  readonly #bucket: string
  readonly #options: ReservationBatcherOptions
  /** Decides one request, together with those that come while others are decided. */
  readonly ask: (ask: Ask) => Promise<Got>

  constructor(bucket: string, options: ReservationBatcherOptions) {
    this.#bucket = bucket
    this.#options = options
    this.ask = createBatch((asks: Ask[]) => this.#decide(asks))
  }

  async #decide(asks: Ask[]): Promise<Got[]> {
    const overs = asks.flatMap((ask) => ('over' in ask ? [ask.over] : []))
    const lowered = asks.flatMap((ask) => ('lowered' in ask ? [ask.lowered] : []))
    if (overs.length + lowered.length > 0)
      await this.#change((ledger) => {
        for (const one of lowered) lower(ledger, one)
        for (const over of overs) end(ledger, over)
      })
    // A renewal that comes together with the end of its reservation came too late.
    const ended = new Set(overs.map(({ id }) => id))
    const wishes = asks.flatMap((ask) => ('wish' in ask && !ended.has(ask.wish.id) ? [ask.wish] : []))
    const got = new Map<ReservationRequest, Got>()
    for (const scope of new Set(wishes.map((wish) => wish.scope))) {
      const own = wishes.filter((wish) => wish.scope === scope)
      const granted = await this.#grant(scope, own)
      own.forEach((wish, index) => got.set(wish, granted[index] ?? NONE))
    }
    return asks.map((ask) => ('wish' in ask ? got.get(ask.wish) : undefined) ?? NONE)
  }

  #change<T>(edit: (ledger: Ledger) => T): Promise<T> {
    const { ledgers, now } = this.#options
    return ledgers.change(this.#bucket, (ledger) => {
      lapse(ledger, now())
      return edit(ledger)
    })
  }

  async #grant(scope: string, wishes: readonly ReservationRequest[]): Promise<Got[]> {
    const got = new Map<ReservationRequest, Got>()
    for (let open = [...wishes]; ;) {
      const certain = await this.#claimCertain(scope, open)
      open.forEach((wish, index) => {
        const one = certain[index]
        if (typeof one === 'object') got.set(wish, one)
      })
      open = open.filter((wish) => !got.has(wish))
      if (open.length === 0) break
      const counted = certain.includes('wait') ? null : await this.#claimByCount(scope, open)
      if (counted) {
        open.forEach((wish, index) => got.set(wish, counted[index] ?? NONE))
        break
      }
      await wait(POLL_MS)
    }
    return wishes.map((wish) => got.get(wish) ?? NONE)
  }

  /** Reserves what certainly fits, request by request. */
  async #claimCertain(scope: string, wishes: readonly ReservationRequest[]): Promise<Certain[]> {
    const knowing = await this.#options.known(scope)
    return this.#change((ledger) =>
      wishes.map((wish) => {
        if (ledger.counting) return 'wait'
        const bytes = claim(ledger, wish, knowing)
        return bytes === null ? 'doubt' : { bytes }
      }),
    )
  }

  /**
   * Counts a scope while nobody reserves anything, and decides the requests with the result. Null if somebody else is
   * counting, or continued because this count took too long.
   */
  async #claimByCount(scope: string, wishes: readonly ReservationRequest[]): Promise<Got[] | null> {
    const by = this.#options.newId()
    const places = await this.#change((ledger) => {
      if (ledger.counting) return null
      ledger.counting = { by, until: this.#options.now() + COUNT_MS }
      return placesToCount(ledger, scope, wishes)
    })
    if (places === null) return null
    const renewing = setInterval(() => void this.#extendCount(by, COUNT_MS).catch(() => undefined), RENEW_MS).unref()
    try {
      const counted = await this.#count(scope, places)
      return await this.#change((ledger) => {
        if (ledger.counting?.by !== by) return null
        enterCount(ledger, counted)
        return wishes.map((wish) => ({ bytes: claimCounted(ledger, wish, counted) }))
      })
    } catch (error) {
      await this.#extendCount(by, 0).catch(() => undefined)
      throw error
    } finally {
      clearInterval(renewing)
    }
  }

  #extendCount(by: string, ms: number): Promise<void> {
    return this.#change((ledger) => {
      if (ledger.counting?.by === by) ledger.counting.until = this.#options.now() + ms
    })
  }

  async #count(scope: string, places: readonly Place[]): Promise<Count> {
    const { bytes, parts } = await this.#options.count(scope, places)
    return { scope, bytes, at: new Map(places.map((place, index) => [pathText(place), parts[index] ?? 0])) }
  }
}

/** Asks the ledger of any bucket, each by a batcher of its own. */
export function createReservationBatchers(
  options: ReservationBatcherOptions,
): (bucket: string, ask: Ask) => Promise<Got> {
  const batchers = new Map<string, ReservationBatcher>()
  return (bucket, ask) => {
    const batcher = batchers.get(bucket) ?? new ReservationBatcher(bucket, options)
    batchers.set(bucket, batcher)
    return batcher.ask(ask)
  }
}
