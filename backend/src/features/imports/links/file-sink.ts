// Where the bytes of a download go: to a file, no faster than a limit and no more than allowed. What comes is copied
// into two blocks that are used again and again, and while one of them is written, the other one is filled. So the many
// small buffers of a fast connection, which nobody else may have, are freed at once. That spares more work than the
// copies take.
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Writable } from 'node:stream'
import { callbackify } from 'node:util'
import { TooManyBytes } from '../../../lib/dial/meter.ts'
import { freeBytes } from '../../../lib/free-bytes.ts'

export interface FileSinkOptions {
  file: string
  /** Bytes that the file has already, behind which the others go; 0 for a new one. */
  come: number
  /** Bytes that it may have. */
  most: number
  /** Bytes a second that may come now; 0 for no limit. */
  rate(): Promise<number>
  signal: AbortSignal
  /** Told how many bytes are in the file. */
  onBytes(bytes: number): void
}

const BLOCK_BYTES = 1024 * 1024
const BLOCK_LEAST_BYTES = 16 * 1024
/** How long one answer of the limit counts. */
const WINDOW_MS = 2_000

type Done = (error?: Error | null) => void

interface Block {
  readonly bytes: Buffer
  length: number
}

const newBlock = (): Block => ({ bytes: Buffer.allocUnsafeSlow(BLOCK_BYTES), length: 0 })

export class FileSink extends Writable {
  readonly #options: FileSinkOptions
  #handle: FileHandle | undefined
  /** Bytes that are in the file, and those that have come. */
  #bytes: number
  #come: number
  #filled = newBlock()
  #spare: Block | null = newBlock()
  #writing: Promise<void> = Promise.resolve()
  #failure: Error | null = null
  #window = { began: -Infinity, bytes: 0, limit: 0 }

  constructor(options: FileSinkOptions) {
    super({ highWaterMark: BLOCK_BYTES })
    this.#options = options
    this.#bytes = options.come
    this.#come = options.come
  }

  /** Bytes that are in the file. */
  get bytes(): number {
    return this.#bytes
  }

  override _construct(done: Done): void {
    callbackify(() => this.#open())(done)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#come += chunk.length
    if (this.#come > this.#options.most) return done(new TooManyBytes())
    const taken = this.#take(chunk, 0)
    if (taken < chunk.length) return callbackify(() => this.#takeRest(chunk, taken))(done)
    freeBytes(chunk)
    done(this.#failure)
  }

  override _final(done: Done): void {
    callbackify(() => this.#flush())(done)
  }

  override _destroy(error: Error | null, done: Done): void {
    callbackify(() => this.#close())((failure) => done(error ?? failure))
  }

  async #open(): Promise<void> {
    const { file, come } = this.#options
    this.#handle = await open(file, come > 0 ? 'a' : 'w', 0o600)
  }

  async #close(): Promise<void> {
    await this.#writing
    await this.#handle?.close()
  }

  /** Copies as much as there is room for, from a byte on. Returns where it stopped. */
  #take(chunk: Buffer, start: number): number {
    if (this.#filled.length >= this.#room) this.#swap()
    const { bytes, length } = this.#filled
    const copied = chunk.copy(bytes, length, start, start + Math.max(0, this.#room - length))
    this.#filled.length += copied
    this.#swap()
    return start + copied
  }

  /** The same for the rest of a chunk, as the disk takes it. */
  async #takeRest(chunk: Buffer, start: number): Promise<void> {
    for (let taken = start; taken < chunk.length;) {
      await this.#writing
      taken = this.#take(chunk, taken)
    }
    freeBytes(chunk)
    if (this.#failure) throw this.#failure
  }

  async #flush(): Promise<void> {
    while (this.#filled.length > 0) {
      await this.#writing
      this.#swap()
    }
    await this.#writing
    if (this.#failure) throw this.#failure
  }

  /** Bytes of a block. Where they come slowly, it is told of them several times a second. */
  get #room(): number {
    const { limit } = this.#window
    return limit === 0 ? BLOCK_BYTES : Math.min(BLOCK_BYTES, Math.max(BLOCK_LEAST_BYTES, Math.floor(limit / 4)))
  }

  /** If nothing is written at the moment, writes what has come, and goes on with the other block. */
  #swap(): void {
    const [full, empty] = [this.#filled, this.#spare]
    if (empty === null || full.length === 0) return
    this.#filled = empty
    this.#spare = null
    this.#writing = this.#empty(full)
  }

  async #empty(block: Block): Promise<void> {
    try {
      await this.#store(block)
    } catch (error) {
      this.#failure ??= error as Error
    }
    block.length = 0
    this.#spare = block
  }

  async #store({ bytes, length }: Block): Promise<void> {
    if (this.#failure) return
    await this.#wait(length)
    for (let start = 0; start < length;) {
      const { bytesWritten = 0 } = (await this.#handle?.write(bytes, start, length - start)) ?? {}
      start += bytesWritten
    }
    this.#bytes += length
    this.#options.onBytes(this.#bytes)
  }

  /** Waits for as long as so many bytes may take. */
  async #wait(bytes: number): Promise<void> {
    const { rate, signal } = this.#options
    const now = performance.now()
    if (now - this.#window.began >= WINDOW_MS) this.#window = { began: now, bytes: 0, limit: await rate() }
    const { began, limit } = this.#window
    this.#window.bytes += bytes
    const pause = limit === 0 ? 0 : (1000 * this.#window.bytes) / limit - (performance.now() - began)
    if (pause > 0) await sleep(pause, undefined, { signal })
  }
}
