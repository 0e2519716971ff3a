// Limits what a child may read of a file while its task runs.
import { AppError } from '../app-error.ts'
import { type ChildWish, RANGE_MAX_BYTES } from './serve.ts'
import type { Conversation } from './worker.ts'

/**
 * The most parts that a task may read. Together they may have twice the bytes of the file, because some parts are read
 * again.
 */
const PARTS_MAX = 250_000
const ALWAYS_FINE_BYTES = 64 * 1024 * 1024
const TIMES_MAX = 2

export class Granting {
  readonly #conversation: Conversation
  #parts = 0
  #bytes = 0

  constructor(conversation: Conversation) {
    this.#conversation = conversation
  }

  /**
   * The answer to a wish. `body`: the bytes that came with it.
   * @throws AppError `unsupportedMediaType` for a wish beyond the limits; errors of reading and taking
   */
  async grant(wish: ChildWish, body: Uint8Array): Promise<Uint8Array> {
    if ('want' in wish) return this.#read(wish.want)
    await this.#conversation.take(body)
    return new Uint8Array()
  }

  async #read({ start, length }: { start: number; length: number }): Promise<Uint8Array> {
    const { size, read } = this.#conversation
    const isRange = [start, length].every((value) => Number.isSafeInteger(value) && value >= 0)
    if (!isRange || length > RANGE_MAX_BYTES) throw outOfBounds()
    const end = Math.min(start + length, size)
    if (start >= end) return new Uint8Array()
    this.#parts += 1
    this.#bytes += end - start
    if (this.#parts > PARTS_MAX || this.#bytes > size * TIMES_MAX + ALWAYS_FINE_BYTES) throw outOfBounds()
    const pieces: Uint8Array[] = []
    for await (const piece of read({ start, end: end - 1 })) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    if (bytes.length !== end - start) throw new Error('a part of a file has not as many bytes as asked for')
    return bytes
  }
}

const outOfBounds = () => new AppError('unsupportedMediaType', 'reading the file takes more of it than allowed')
