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
export function splitStream(body: Readable, declared: number | undefined): SplitStream {
  // The body may fail before its first byte is asked for. Whoever asks then gets the error.
  body.on('error', () => undefined)
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  let failure: Error | null = null
  const wrongLength = () => new AppError('badRequest', 'the body differs from its declared length')

  const take = async (most: number): Promise<Buffer | null> => {
    if (rest.length === 0) {
      const turn = await chunks.next().catch((error: unknown) => {
        throw error instanceof AppError ? error : new AppError('badRequest', 'the body broke off', { cause: error })
      })
      if (turn.done) return null
      rest = turn.value
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }

  async function end(last: { confirm?: (() => Promise<unknown>) | undefined }): Promise<void> {
    if (await take(1)) throw wrongLength()
    await last.confirm?.()
  }

  async function* part(
    length: number,
    last: Parameters<SplitStream['next']>[1],
    onFailure: (error: Error) => void,
  ): AsyncGenerator<Buffer> {
    try {
      if (length === 0 && last) await end(last)
      for (let left = length; left > 0;) {
        const chunk = await take(left)
        if (!chunk) throw wrongLength()
        left -= chunk.length
        // S3 makes no object of a body that is not whole, so the last chunk waits until the body is known to end.
        if (left === 0 && last) await end(last)
        yield chunk
      }
    } catch (error) {
      const failed = error instanceof Error ? error : new Error(String(error))
      onFailure(failed)
      throw failed
    }
  }

  const control = new AbortController()
  const fail = (error: Error) => {
    failure ??= error
    // The client of S3 does not end a request whose body has failed, and the server would wait for the rest.
    control.abort()
  }

  return {
    next: async (length, last) => {
      if (length === 0 && last) await end(last)
      const stream = Readable.from(part(length, last, fail), { objectMode: false, highWaterMark: 256 * 1024 })
      // `sending` throws the failure, since the request may have let go of the stream by then.
      stream.on('error', fail)
      return stream
    },
    buffer: async (length) => {
      const held: Buffer[] = []
      for (let left = length; left > 0;) {
        const chunk = await take(left)
        if (!chunk) break
        held.push(chunk)
        left -= chunk.length
      }
      return Buffer.concat(held)
    },
    sending: async (request) => {
      try {
        return await request(control.signal)
      } catch (error) {
        throw failure ?? error
      }
    },
    expectEnd: async () => {
      if (declared !== undefined && (await take(1))) throw wrongLength()
    },
  }
}
