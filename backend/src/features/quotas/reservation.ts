// The reserved space of one write, from its first byte to its end.
import { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'

export interface Reservation {
  /** Whether anything has to be reserved at all. */
  readonly isLimited: boolean
  /** Reserves space for so many bytes in total. @throws AppError `noRoom` */
  claim(bytes: number): Promise<void>
  /**
   * A body of unknown length, which fails with `noRoom` when it exceeds the space. `already`: the bytes before it.
   */
  limit(body: Readable, already?: number): Readable
  /** Checks the reservation again, right before the write takes effect. @throws AppError `noRoom` */
  confirm(): Promise<void>
  /** Ends the reservation. If the write may have happened, it counts as done. Returns at once. */
  end(outcome: 'written' | { error: unknown }): void
}

/** Unlimited space, at no cost. */
export const UNLIMITED: Reservation = {
  isLimited: false,
  claim: async () => undefined,
  limit: (body) => body,
  confirm: async () => undefined,
  end: () => undefined,
}

export interface ReservationOptions {
  /**
   * Reserves `bytes`, and more up to `most` if there is space. Returns what was reserved.
   * @throws AppError `noRoom`
   */
  claim(bytes: number, most: number): Promise<number>
  /** `bytes`: the final size, if that is less than reserved. */
  end(over: { tookEffect: boolean; bytes: number }): void
  /** Calls back from time to time until the returned function is called; null if no renewal is needed. */
  keepRenewing: ((renew: () => void) => () => void) | null
  now(): number
}

/** How far ahead a body of unknown length reserves. */
const AHEAD_BYTES = 16 * 1024 * 1024
/** A reservation this recent is not checked again. */
const FRESH_MS = 2_000

/** Errors that mean a write was refused before it took effect. After any other error it may have happened. */
const REFUSALS = new Set([
  'noRoom',
  'conflict',
  'isFolder',
  'isFile',
  'badRequest',
  'notFound',
  'tooLarge',
  'forbidden',
])
/** Whether an error means for certain that a write did not happen. */
export const isQuotaRefusal = (error: unknown): boolean => error instanceof AppError && REFUSALS.has(error.code)

export function createReservation({ claim, end, keepRenewing, now }: ReservationOptions): Reservation {
  let claimed = -1
  // The current size of a body of unknown length; more is reserved ahead.
  let come = Infinity
  let askedAt = 0
  let stopRenewing: (() => void) | undefined

  async function ask(bytes: number, most = bytes): Promise<number> {
    const got = await claim(bytes, most)
    askedAt = now()
    if (claimed < 0) stopRenewing = keepRenewing?.(() => void ask(claimed).catch(() => undefined))
    claimed = got
    return got
  }

  return {
    isLimited: true,
    claim: async (bytes) => void (await ask(bytes)),
    limit(body, already = 0) {
      come = already
      async function* counted(): AsyncGenerator<Buffer> {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          come += chunk.length
          if (come > claimed) await ask(come, come + AHEAD_BYTES)
          yield chunk
        }
      }
      return Readable.from(counted(), { objectMode: false, highWaterMark: 1024 * 1024 })
    },
    confirm: async () => {
      if (claimed >= 0 && now() - askedAt > FRESH_MS) await ask(claimed)
    },
    end(outcome) {
      stopRenewing?.()
      if (claimed < 0) return
      end({ tookEffect: outcome === 'written' || !isQuotaRefusal(outcome.error), bytes: Math.min(claimed, come) })
      claimed = -1
    },
  }
}
