// Memory that sockets read into, used again and again. A fresh buffer for each read would cost as much as the reading.
import { freeBytes } from '../../lib/free-bytes.ts'

/**
 * Bytes of a buffer for those who read much. Some reads fill it: what comes from a server on the same machine comes in
 * up to so much at once.
 */
export const READ_BYTES = 256 * 1024
/** How many are kept for later; others are freed. */
const KEPT_MAX = 64
/** After so long without a read they are all freed. */
const REST_MS = 10_000

/** A part of a buffer that is somebody's until it is given back, once. */
export class LentBytes {
  #piece: Buffer
  #giveBack: (() => void) | null

  constructor(piece: Buffer, giveBack: () => void) {
    this.#piece = piece
    this.#giveBack = giveBack
  }

  get piece(): Buffer {
    return this.#piece
  }

  /** Leaves out the first bytes. */
  skip(length: number): void {
    this.#piece = this.#piece.subarray(length)
  }

  /** Nobody reads from the piece, or writes to it, from now on. */
  giveBack(): void {
    this.#giveBack?.()
    this.#giveBack = null
  }
}

/**
 * A buffer has one owner at any time: this pool, a socket that reads into it, or those who have borrowed what was read.
 * One whose owner is lost (a socket that was destroyed, a write whose end nobody has told) never comes back here.
 */
export class ReadBuffers {
  readonly #kept: Buffer[] = []
  readonly #bytes: number
  readonly #rest = setTimeout(() => this.#kept.splice(0).forEach(freeBytes), REST_MS).unref()

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** A buffer for a socket. What is in it is old, and nobody's. */
  take(): Buffer {
    return this.#kept.pop() ?? Buffer.allocUnsafeSlow(this.#bytes)
  }

  /** What a socket has read into a buffer, which it will not use any more. */
  lend(buffer: Buffer, length: number): LentBytes {
    return new LentBytes(buffer.subarray(0, length), () => {
      if (this.#kept.length < KEPT_MAX) this.#kept.push(buffer)
      else freeBytes(buffer)
      this.#rest.refresh()
    })
  }
}
