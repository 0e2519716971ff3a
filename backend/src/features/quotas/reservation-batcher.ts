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
  type Over,
  placesToCount,
  type ReservationRequest,
} from './ledger.ts'
import type { Ledgers } from './ledgers.ts'

/** A request to a ledger: space, or the end of a reservation. */
export type Ask = { wish: ReservationRequest } | { over: Over }
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

/** A function that asks the ledger of one bucket. */
export function createReservationBatcher(
  bucket: string,
  { ledgers, known, count, now, newId }: ReservationBatcherOptions,
): (ask: Ask) => Promise<Got> {
  const change = <T>(edit: (ledger: Ledger) => T) =>
    ledgers.change(bucket, (ledger) => {
      lapse(ledger, now())
      return edit(ledger)
    })

  const endAll = (overs: readonly Over[]) =>
    change((ledger) => {
      for (const over of overs) end(ledger, over)
    })

  /** Reserves what certainly fits, request by request. */
  async function claimCertain(scope: string, wishes: readonly ReservationRequest[]): Promise<Certain[]> {
    const knowing = await known(scope)
    return change((ledger) =>
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
  async function claimByCount(scope: string, wishes: readonly ReservationRequest[]): Promise<Got[] | null> {
    const by = newId()
    const places = await change((ledger) => {
      if (ledger.counting) return null
      ledger.counting = { by, until: now() + COUNT_MS }
      return placesToCount(ledger, scope, wishes)
    })
    if (places === null) return null
    const extend = (ms: number) =>
      change((ledger) => {
        if (ledger.counting?.by === by) ledger.counting.until = now() + ms
      })
    const renewing = setInterval(() => void extend(COUNT_MS).catch(() => undefined), RENEW_MS).unref()
    try {
      const { bytes, parts } = await count(scope, places)
      const counted: Count = {
        scope,
        bytes,
        at: new Map(places.map((place, index) => [pathText(place), parts[index] ?? 0])),
      }
      return await change((ledger) => {
        if (ledger.counting?.by !== by) return null
        enterCount(ledger, counted)
        return wishes.map((wish) => ({ bytes: claimCounted(ledger, wish, counted) }))
      })
    } catch (error) {
      await extend(0).catch(() => undefined)
      throw error
    } finally {
      clearInterval(renewing)
    }
  }

  async function grant(scope: string, wishes: readonly ReservationRequest[]): Promise<Got[]> {
    const got = new Map<ReservationRequest, Got>()
    for (let open = [...wishes]; ;) {
      const certain = await claimCertain(scope, open)
      open.forEach((wish, index) => {
        const one = certain[index]
        if (typeof one === 'object') got.set(wish, one)
      })
      open = open.filter((wish) => !got.has(wish))
      if (open.length === 0) break
      const counted = certain.includes('wait') ? null : await claimByCount(scope, open)
      if (counted) {
        open.forEach((wish, index) => got.set(wish, counted[index] ?? NONE))
        break
      }
      await wait(POLL_MS)
    }
    return wishes.map((wish) => got.get(wish) ?? NONE)
  }

  return createBatch(async (asks: Ask[]): Promise<Got[]> => {
    const overs = asks.flatMap((ask) => ('over' in ask ? [ask.over] : []))
    if (overs.length > 0) await endAll(overs)
    // A renewal that comes together with the end of its reservation came too late.
    const ended = new Set(overs.map(({ id }) => id))
    const wishes = asks.flatMap((ask) => ('wish' in ask && !ended.has(ask.wish.id) ? [ask.wish] : []))
    const got = new Map<ReservationRequest, Got>()
    for (const scope of new Set(wishes.map((wish) => wish.scope))) {
      const own = wishes.filter((wish) => wish.scope === scope)
      const granted = await grant(scope, own)
      own.forEach((wish, index) => got.set(wish, granted[index] ?? NONE))
    }
    return asks.map((ask) => ('wish' in ask ? got.get(ask.wish) : undefined) ?? NONE)
  })
}
