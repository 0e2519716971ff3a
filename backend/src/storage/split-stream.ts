// Cuts one body into parts of exact length, each a stream of its own, and holds no more than a chunk of it.
import { Readable } from 'node:stream'
import { AppError } from '../lib/app-error.ts'

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

const PART_BUFFER_BYTES = 256 * 1024

const wrongLength = () => new AppError('badRequest', 'the body differs from its declared length')

class SplitBody implements SplitStream {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #declared: number | undefined
  readonly #control = new AbortController()
  #rest: Buffer = Buffer.alloc(0)
  #failure: Error | null = null

  constructor(body: Readable, declared: number | undefined) {
    // The body may fail before its first byte is asked for. Whoever asks then gets the error.
    body.on('error', () => undefined)
    this.#chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
    this.#declared = declared
  }

  async next(length: number, last?: Last): Promise<Readable> {
    if (length === 0 && last) await this.#end(last)
    const stream = Readable.from(this.#part(length, last), { objectMode: false, highWaterMark: PART_BUFFER_BYTES })
    // `sending` throws the failure, since the request may have let go of the stream by then.
    stream.on('error', (error) => this.#fail(error))
    return stream
  }

  async buffer(length: number): Promise<Buffer> {
    const held: Buffer[] = []
    for (let left = length; left > 0;) {
      const chunk = await this.#take(left)
      if (!chunk) break
      held.push(chunk)
      left -= chunk.length
    }
    return Buffer.concat(held)
  }

  async sending<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await request(this.#control.signal)
    } catch (error) {
      throw this.#failure ?? error
    }
  }

  async expectEnd(): Promise<void> {
    if (this.#declared !== undefined && (await this.#take(1))) throw wrongLength()
  }

  /** The next bytes that have come, `most` at most; null at the end of the body. */
  async #take(most: number): Promise<Buffer | null> {
    if (this.#rest.length === 0) {
      const turn = await this.#chunks.next().catch((error: unknown) => {
        throw error instanceof AppError ? error : new AppError('badRequest', 'the body broke off', { cause: error })
      })
      if (turn.done) return null
      this.#rest = turn.value
    }
    const taken = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(taken.length)
    return taken
  }

  async #end(last: Last): Promise<void> {
    if (await this.#take(1)) throw wrongLength()
    await last.confirm?.()
  }

  async *#part(length: number, last: Last | undefined): AsyncGenerator<Buffer> {
    try {
      for (let left = length; left > 0;) {
        const chunk = await this.#take(left)
        if (!chunk) throw wrongLength()
        left -= chunk.length
        // S3 makes no object of a body that is not whole, so the last chunk waits until the body is known to end.
        if (left === 0 && last) await this.#end(last)
        yield chunk
      }
    } catch (error) {
      const failed = error instanceof Error ? error : new Error(String(error))
      this.#fail(failed)
      throw failed
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error
    // The client of S3 does not end a request whose body has failed, and the server would wait for the rest.
    this.#control.abort()
  }
}
