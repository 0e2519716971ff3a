// Where the bytes of a download go: to a file, many pieces at once, no faster than a limit and no more than allowed.
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Writable } from 'node:stream'
import { callbackify } from 'node:util'
import { TooManyBytes } from '../../../lib/dial/meter.ts'

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

const MIB = 1024 * 1024
/** What comes while the disk writes waits in memory, up to this, and is written in one go. */
const HELD_BYTES = 2 * MIB
/** How long one answer of the limit counts. */
const WINDOW_MS = 2_000

type Done = (error?: Error | null) => void

export class FileSink extends Writable {
  readonly #options: FileSinkOptions
  #handle: FileHandle | undefined
  #bytes: number
  #window = { began: -Infinity, bytes: 0, limit: 0 }

  constructor(options: FileSinkOptions) {
    super({ highWaterMark: HELD_BYTES })
    this.#options = options
    this.#bytes = options.come
  }

  /** Bytes that are in the file. */
  get bytes(): number {
    return this.#bytes
  }

  override _construct(done: Done): void {
    callbackify(() => this.#open())(done)
  }

  override _writev(chunks: readonly { chunk: Buffer }[], done: Done): void {
    callbackify(() => this.#store(chunks.map(({ chunk }) => chunk)))(done)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    callbackify(() => this.#store([chunk]))(done)
  }

  override _destroy(error: Error | null, done: Done): void {
    callbackify(async () => this.#handle?.close())((failure) => done(error ?? failure))
  }

  async #open(): Promise<void> {
    const { file, come } = this.#options
    this.#handle = await open(file, come > 0 ? 'a' : 'w', 0o600)
  }

  /** All in one go, or one after the other where they have to be slow. */
  async #store(buffers: Buffer[]): Promise<void> {
    if ((await this.#limit()) === 0) return this.#append(buffers)
    for (const buffer of buffers) {
      await this.#wait(buffer.length)
      await this.#append([buffer])
    }
  }

  async #append(buffers: Buffer[]): Promise<void> {
    const { most, onBytes } = this.#options
    const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0)
    if (this.#bytes + length > most) throw new TooManyBytes()
    for (let left = buffers; left.length > 0;) {
      const { bytesWritten = 0 } = (await this.#handle?.writev(left)) ?? {}
      this.#bytes += bytesWritten
      left = behind(left, bytesWritten)
    }
    onBytes(this.#bytes)
  }

  /** Bytes a second that may come now. */
  async #limit(): Promise<number> {
    const began = performance.now()
    if (began - this.#window.began >= WINDOW_MS) this.#window = { began, bytes: 0, limit: await this.#options.rate() }
    return this.#window.limit
  }

  /** Waits for as long as so many bytes may take. */
  async #wait(bytes: number): Promise<void> {
    const limit = await this.#limit()
    this.#window.bytes += bytes
    const pause = limit === 0 ? 0 : (1000 * this.#window.bytes) / limit - (performance.now() - this.#window.began)
    if (pause > 0) await sleep(pause, undefined, { signal: this.#options.signal })
  }
}

/** What is left of buffers behind so many bytes: a system may write fewer than it was given. */
function behind(buffers: Buffer[], bytes: number): Buffer[] {
  let over = bytes
  return buffers.flatMap((buffer) => {
    const skipped = Math.min(over, buffer.length)
    over -= skipped
    return skipped === buffer.length ? [] : [buffer.subarray(skipped)]
  })
}
