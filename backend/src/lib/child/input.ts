// What Nido sends to a child: messages into its standard input.
import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pourOut } from '../poured-stream.ts'
import { messageEnd, messageHead, pieceHead } from './messages.ts'

/** The bytes for a task: given ones, or those of a stream that is opened again for each attempt. */
export interface TaskBody {
  length: number
  open(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

const otherLength = () => new Error('a file has not as many bytes as it says')

export class ChildInput {
  readonly #stdin: Writable
  readonly #ended: Promise<never>

  /** @param ended rejects when the child has ended, with what whoever is sending gets */
  constructor(stdin: Writable, ended: Promise<never>) {
    this.#stdin = stdin
    this.#ended = ended
  }

  /**
   * Sends a message with the bytes of a body, without copying them where they can be poured.
   * @throws errors of the body, the signal's reason, and that of `ended`; unless the child has ended, `giveUp` must
   *   follow
   */
  async send(header: object, body: TaskBody, signal: AbortSignal): Promise<void> {
    await this.#write(messageHead(header, body.length))
    let left = body.length
    const bytes = body.open()
    await pourOut(bytes instanceof Readable ? bytes : Readable.from(bytes), async (piece) => {
      signal.throwIfAborted()
      left -= piece.length
      if (left < 0) throw otherLength()
      if (piece.length > 0) await this.#lend(piece)
    })
    if (left !== 0) throw otherLength()
    await this.#write(messageEnd(true))
  }

  /** Ends a message of which not all has come: the child drops it and goes on. */
  giveUp(): Promise<void> {
    return this.#write(messageEnd(false))
  }

  /** Answers a wish of the child. */
  async reply(bytes: Uint8Array): Promise<void> {
    await this.#write(messageHead({}, bytes.length))
    if (bytes.length > 0) {
      await this.#write(pieceHead(bytes.length))
      await this.#write(bytes)
    }
    await this.#write(messageEnd(true))
  }

  /** Writes a piece as it is. Settles when the system has taken it, or the child has ended. */
  #lend(piece: Uint8Array): Promise<void> {
    this.#cork()
    this.#stdin.write(pieceHead(piece.length))
    return new Promise((resolve) => {
      this.#stdin.write(piece, (error) => resolve(error ? this.#ended : undefined))
    })
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#cork()
    if (!this.#stdin.write(bytes)) await Promise.race([once(this.#stdin, 'drain'), this.#ended])
  }

  /** All that is written in one turn goes out by one call of the system: a small task would take four. */
  #cork(): void {
    this.#stdin.cork()
    process.nextTick(() => this.#stdin.uncork())
  }
}
