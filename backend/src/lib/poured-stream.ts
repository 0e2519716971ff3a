// Bytes that can be passed on without a copy. Whoever has them lends them piece by piece, and uses the memory of a
// piece again once its taker is done with it.
import { finished, Readable, Transform } from 'node:stream'
import { freeBytes } from './free-bytes.ts'

/**
 * Takes the next piece. It belongs to the taker until the promise fulfils, and not a moment longer. Where it rejects,
 * the memory is never used again. It must settle, whatever happens.
 */
export type Take = (piece: Buffer) => Promise<void>

export interface Pourable {
  /**
   * Hands over all pieces in their order, each without waiting for the one before, as many as it has room for. Settles
   * when every piece that it has handed over is given back.
   */
  pour(take: Take): Promise<void>
  /** Ends it before its end, whether anything was poured or not: no further piece is handed over. */
  close(error?: Error): void
}

const READ_AHEAD = 256 * 1024

/** A stream like any other, whose readers get copies of the pieces, unless somebody takes all of them by `pour`. */
export class PouredStream extends Readable {
  readonly #source: Pourable
  #isBegun = false
  #isAtEnd = false
  /** Those who wait for the reader. */
  #waiting: (() => void)[] = []

  constructor(source: Pourable) {
    super({ highWaterMark: READ_AHEAD })
    this.#source = source
  }

  /** Hands over all bytes, once, and destroys the stream. @throws what the source throws; where it was begun before */
  async pour(take: Take): Promise<void> {
    if (this.errored) throw this.errored
    if (this.#isBegun || this.destroyed) throw new Error('these bytes are being read already')
    this.#isBegun = true
    try {
      await this.#source.pour(take)
      this.#isAtEnd = true
    } finally {
      this.destroy()
    }
  }

  override _read(): void {
    this.#goOn()
    if (this.#isBegun) return
    this.#isBegun = true
    this.#source
      .pour((piece) => this.#copy(piece))
      .then(
        () => this.push(null),
        (error: Error) => this.destroy(error),
      )
  }

  async #copy(piece: Buffer): Promise<void> {
    if (this.destroyed || this.push(Buffer.from(piece))) return
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  #goOn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.#isAtEnd) this.#source.close(error ?? undefined)
    this.#goOn()
    callback(error)
  }
}

/** A stream that alone has the bytes that it passes on: their memory is freed once a taker has given them back. */
export class OwnBytes extends Transform {}

/** Bytes of a stream that were handed over and are not given back yet. With so many it is not read further. */
const HANDED_OVER_MAX = 512 * 1024

/** Hands over the bytes of any stream, without copies where it can be poured. Settles as `Pourable.pour` does. */
export function pourOut(body: Readable, take: Take): Promise<void> {
  return body instanceof PouredStream ? body.pour(take) : pourFlowing(body, take)
}

/** Each chunk as it comes. An iterator would join those that have come meanwhile, and so copy them. */
async function pourFlowing(body: Readable, take: Take): Promise<void> {
  const { promise: settled, resolve, reject } = Promise.withResolvers<void>()
  let [handedOver, isAtEnd] = [0, false]
  let failure: Error | null = null
  const settle = () => {
    if (handedOver > 0) return
    if (failure) reject(failure)
    else if (isAtEnd) resolve()
  }
  const fail = (error: Error) => {
    failure ??= error
    body.destroy()
  }
  const giveBack = (chunk: Buffer) => {
    if (body instanceof OwnBytes) freeBytes(chunk)
  }
  const hand = async (chunk: Buffer) => {
    const { length } = chunk
    handedOver += length
    if (handedOver >= HANDED_OVER_MAX) body.pause()
    await take(chunk).then(() => giveBack(chunk), fail)
    handedOver -= length
    if (handedOver < HANDED_OVER_MAX && body.isPaused()) body.resume()
    settle()
  }
  const stop = finished(body, { writable: false }, (error) => {
    if (error) failure ??= error
    isAtEnd = true
    settle()
  })
  body.on('data', hand).resume()
  try {
    await settled
  } finally {
    stop()
    body.off('data', hand)
    body.destroy()
  }
}
