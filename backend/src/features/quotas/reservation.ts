// The room that one write has, from its first byte to its end.
import { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'

export interface Reservation {
  /** Whether anything has to be claimed at all. */
  readonly isLimited: boolean
  /** Claims room for so many bytes in all. @throws AppError `noRoom` */
  claim(bytes: number): Promise<void>
  /**
   * A body whose length nobody declared, cut off with `noRoom` where it passes the room there is. `already`: bytes that
   * came before it.
   */
  limit(body: Readable, already?: number): Readable
  /** Asks once more for what was claimed, right before the write takes effect. @throws AppError `noRoom` */
  confirm(): Promise<void>
  /** Ends the claim with the write; what may have happened counts as if it had. Nobody waits for it. */
  end(outcome: 'written' | { error: unknown }): void
}

/** Room without an end, which costs nothing. */
export const UNLIMITED: Reservation = {
  isLimited: false,
  claim: async () => undefined,
  limit: (body) => body,
  confirm: async () => undefined,
  end: () => undefined,
}

export interface ReservationOptions {
  /**
   * Claims `bytes`, and of what is beyond them up to `most` as much as there is; answers what was got.
   * @throws AppError `noRoom`
   */
  claim(bytes: number, most: number): Promise<number>
  /** `bytes`: what came of it in the end, where that is less than what was claimed. */
  end(over: { tookEffect: boolean; bytes: number }): void
  /** Calls back now and then until the answer is called; null for a claim that needs no renewal. */
  keepRenewing: ((renew: () => void) => () => void) | null
  now(): number
}

/** A body of unknown length claims so much ahead of what has come. */
const AHEAD_BYTES = 16 * 1024 * 1024
/** What was claimed so lately needs no second question. */
const FRESH_MS = 2_000

/** Codes with which a write is refused before it took effect; with any other it may have happened. */
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
/** Whether an error says for certain that a write did not happen. */
export const isQuotaRefusal = (error: unknown): boolean => error instanceof AppError && REFUSALS.has(error.code)

export function createReservation({ claim, end, keepRenewing, now }: ReservationOptions): Reservation {
  let claimed = -1
  // What a body of unknown length has come to; more is claimed ahead.
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
