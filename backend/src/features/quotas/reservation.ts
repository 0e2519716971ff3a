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

/** The reserved space of one write where there is a limit. */
export class LimitedReservation implements Reservation {
  readonly isLimited = true
  readonly #options: ReservationOptions
  #claimed = -1
  /** The current size of a body of unknown length; more is reserved ahead. */
  #come = Infinity
  #askedAt = 0
  #stopRenewing: (() => void) | undefined
  #ends = 0

  constructor(options: ReservationOptions) {
    this.#options = options
  }

  async claim(bytes: number): Promise<void> {
    await this.#ask(bytes)
  }

  async #ask(bytes: number, most = bytes): Promise<void> {
    const { claim, end, keepRenewing, now } = this.#options
    const endsBefore = this.#ends
    const got = await claim(bytes, most)
    if (this.#ends !== endsBefore) {
      // It has ended meanwhile, so nobody would end what was claimed now. A lasting one may be somebody else's.
      if (keepRenewing) end({ tookEffect: false, bytes: 0 })
      return
    }
    this.#askedAt = now()
    if (this.#claimed < 0)
      this.#stopRenewing = keepRenewing?.(() => void this.#ask(this.#claimed).catch(() => undefined))
    this.#claimed = got
  }

  limit(body: Readable, already = 0): Readable {
    this.#come = already
    return Readable.from(this.#counted(body), { objectMode: false, highWaterMark: 1024 * 1024 })
  }

  async *#counted(body: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      this.#come += chunk.length
      if (this.#come > this.#claimed) await this.#ask(this.#come, this.#come + AHEAD_BYTES)
      yield chunk
    }
  }

  async confirm(): Promise<void> {
    if (this.#claimed >= 0 && this.#options.now() - this.#askedAt > FRESH_MS) await this.#ask(this.#claimed)
  }

  end(outcome: 'written' | { error: unknown }): void {
    this.#ends += 1
    this.#stopRenewing?.()
    if (this.#claimed < 0) return
    const tookEffect = outcome === 'written' || !isQuotaRefusal(outcome.error)
    this.#options.end({ tookEffect, bytes: Math.min(this.#claimed, this.#come) })
    this.#claimed = -1
  }
}
