// Cuts one body into parts of exact length, each a stream of its own, and holds no more than a chunk of it.
import type { Readable } from 'node:stream'
import { AppError } from '../lib/app-error.ts'
import { freeBytes } from '../lib/free-bytes.ts'
import { type Pourable, PouredStream, type Take } from '../lib/poured-stream.ts'
import { TakenBody, type TakenPiece } from '../lib/taken-body.ts'

export interface SplitStream {
  /**
   * The next `length` bytes as a stream. The stream fails when the body ends too early. With `last` it also fails,
   * before its last chunk, when the body goes on or when `confirm` throws. For 0 bytes there is no chunk to hold back,
   * so then this call fails.
   */
  next(length: number, last?: { confirm?: (() => Promise<unknown>) | undefined }): Promise<Readable>
  /** The next bytes, `length` at most, in memory. */
  buffer(length: number): Promise<Buffer>
  /** Runs a request that sends a part, and ends it at once when the body breaks off. */
  sending<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Throws when the body goes on after its declared length. */
  expectEnd(): Promise<void>
}

/** @param declared bytes the body should have, where that is known */
export const splitStream = (body: Readable, declared: number | undefined): SplitStream => new SplitBody(body, declared)

type Last = NonNullable<Parameters<SplitStream['next']>[1]>

/** Bytes that `buffer` begins with; it doubles them as more come. */
const FIRST_BUFFER = 64 * 1024

const wrongLength = () => new AppError('badRequest', 'the body differs from its declared length')

class SplitBody implements SplitStream {
  readonly #body: TakenBody
  readonly #declared: number | undefined
  readonly #control = new AbortController()
  #failure: Error | null = null

  constructor(body: Readable, declared: number | undefined) {
    this.#body = new TakenBody(body)
    this.#declared = declared
  }

  async next(length: number, last?: Last): Promise<Readable> {
    if (length === 0 && last) await this.#end(last)
    const part = new BodyPart(length, {
      take: (most) => this.#take(most),
      beforeEnd: last && (() => this.#end(last)),
      onFailure: (error) => this.#fail(error),
    })
    const stream = new PouredStream(part)
    // `sending` throws the failure, since the request may have let go of the stream by then.
    stream.on('error', () => undefined)
    return stream
  }

  async buffer(length: number): Promise<Buffer> {
    let [held, filled] = [Buffer.allocUnsafe(Math.min(length, FIRST_BUFFER)), 0]
    while (filled < length) {
      const piece = await this.#take(length - filled)
      if (!piece) break
      const size = filled + piece.bytes.length
      if (size > held.length) {
        const larger = Buffer.allocUnsafe(Math.min(length, Math.max(size, 2 * held.length)))
        held.copy(larger, 0, 0, filled)
        freeBytes(held)
        held = larger
      }
      piece.bytes.copy(held, filled)
      piece.giveBack()
      filled = size
    }
    return held.subarray(0, filled)
  }

  async sending<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await request(this.#control.signal)
    } catch (error) {
      throw this.#failure ?? error
    }
  }

  async expectEnd(): Promise<void> {
    if (this.#declared === undefined) return
    const more = await this.#take(1)
    more?.giveBack()
    if (more) throw wrongLength()
  }

  #take(most: number): Promise<TakenPiece | null> {
    return this.#body.next(most).catch((error: unknown) => {
      throw error instanceof AppError ? error : new AppError('badRequest', 'the body broke off', { cause: error })
    })
  }

  async #end(last: Last): Promise<void> {
    const more = await this.#take(1)
    more?.giveBack()
    if (more) throw wrongLength()
    await last.confirm?.()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    // The client of S3 does not end a request whose body has failed, and the server would wait for the rest.
    this.#control.abort()
  }
}

interface PartPlan {
  take(most: number): Promise<TakenPiece | null>
  /** Called before the last piece of the body. */
  beforeEnd: (() => Promise<void>) | undefined
  /** The body has failed; not called where only its taker has. */
  onFailure(error: Error): void
}

/** The next bytes of a body, as lent pieces. */
class BodyPart implements Pourable {
  readonly #plan: PartPlan
  #left: number
  #lentOut = 0
  /** Why no more pieces are handed over. */
  #over: Error | null = null
  #allBack: (() => void) | null = null

  constructor(length: number, plan: PartPlan) {
    this.#left = length
    this.#plan = plan
  }

  async pour(take: Take): Promise<void> {
    try {
      while (this.#left > 0 && !this.#over) await this.#handNext(take)
    } catch (error) {
      const failed = error instanceof Error ? error : new Error(String(error))
      if (!this.#over) this.#plan.onFailure(failed)
      this.#over ??= failed
    }
    if (this.#lentOut > 0)
      await new Promise<void>((resolve) => {
        this.#allBack = resolve
      })
    if (this.#over) throw this.#over
  }

  async #handNext(take: Take): Promise<void> {
    const piece = await this.#plan.take(this.#left)
    if (!piece) throw wrongLength()
    this.#left -= piece.bytes.length
    if (this.#left > 0 || !this.#plan.beforeEnd) return void this.#lend(take, piece)
    // S3 makes no object of a body that is not whole, so the last piece waits until the body is known to end. It waits
    // as a copy, because the body may end only when all of it is given back.
    const copy = Buffer.from(piece.bytes)
    piece.giveBack()
    await this.#plan.beforeEnd()
    void this.#lend(take, { bytes: copy, giveBack: () => undefined })
  }

  async #lend(take: Take, piece: TakenPiece): Promise<void> {
    this.#lentOut += 1
    try {
      await take(piece.bytes)
      piece.giveBack()
    } catch (error) {
      this.#over ??= error as Error
      piece.giveBack(error as Error)
    }
    this.#lentOut -= 1
    if (this.#lentOut === 0) this.#allBack?.()
  }

  close(error?: Error): void {
    this.#over ??= error ?? new Error('the part is not wanted any more')
  }
}
