// A body that somebody takes piece by piece, when they want the next one, without copies.
import type { Readable } from 'node:stream'
import { pourOut } from './poured-stream.ts'

/** Bytes that are the taker's until they are given back, once. */
export interface TakenPiece {
  bytes: Buffer
  /** Nobody reads the bytes from now on. With an error their memory is never used again, and the body ends. */
  giveBack(error?: Error): void
}

/** What has come in one piece. It goes back when all parts of it are given back. */
interface Arrived {
  rest: Buffer
  out: number
  done: PromiseWithResolvers<void>
}

export class TakenBody {
  readonly #body: Readable
  readonly #arrived: Arrived[] = []
  #isBegun = false
  #end: { error: Error | null } | null = null
  #wake: (() => void) | null = null

  constructor(body: Readable) {
    // It may fail before its first byte is asked for. Whoever asks then gets the error.
    body.on('error', () => undefined)
    this.#body = body
  }

  /**
   * The next bytes that have come, `most` at most; null at the end. One asks at a time.
   * @throws what the body throws
   */
  async next(most: number): Promise<TakenPiece | null> {
    if (!this.#isBegun) this.#begin()
    while (this.#arrived.length === 0) {
      if (this.#end?.error) throw this.#end.error
      if (this.#end) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#take(most)
  }

  #begin(): void {
    this.#isBegun = true
    const settle = (error: Error | null) => {
      this.#end = { error }
      this.#goOn()
    }
    pourOut(this.#body, (rest) => this.#arrive(rest)).then(() => settle(null), settle)
  }

  #arrive(rest: Buffer): Promise<void> {
    const done = Promise.withResolvers<void>()
    if (rest.length === 0) return Promise.resolve()
    this.#arrived.push({ rest, out: 0, done })
    this.#goOn()
    return done.promise
  }

  #goOn(): void {
    this.#wake?.()
    this.#wake = null
  }

  #take(most: number): TakenPiece | null {
    const [first] = this.#arrived
    if (!first) return null
    const bytes = first.rest.subarray(0, most)
    first.rest = first.rest.subarray(bytes.length)
    first.out += 1
    if (first.rest.length === 0) this.#arrived.shift()
    return {
      bytes,
      giveBack: (error) => {
        first.out -= 1
        if (error) first.done.reject(error)
        else if (first.out === 0 && first.rest.length === 0) first.done.resolve()
      },
    }
  }
}
