// Puts a file in parts while it still comes: what is on the disk of it goes up, part by part. Only the last part is
// left when the last byte has come.
import { open } from 'node:fs/promises'
import { AppError } from '../../../lib/app-error.ts'
import { partSizeFor } from '../../../storage/part-limits.ts'
import type { Part } from '../../../storage/types.ts'
import type { Landing } from '../landing.ts'
import type { LandingFile, LandingJob, LandingParts } from '../landing-job.ts'
import { retrying } from '../retrying.ts'

/** Bytes of a part. One is in memory at a time. */
const PART = 8 * 1024 * 1024
/** Files from this size on go up while they come. */
export const GROWING_MIN = 4 * PART

interface GrowingOptions {
  landing: Pick<Landing, 'begin' | 'isOwn'>
  job: LandingJob
  file: LandingFile
  /** The file on the disk. */
  source: string
  /** The upload that an earlier run has begun. */
  earlier: string | undefined
  /** Ends it where it is; what is up stays for a later run. */
  signal: AbortSignal
  /** Told of an upload before its first part. */
  onBegun(uploadId: string): Promise<void>
  /** Told of what keeps the file from going up. */
  onFailure(error: unknown): void
}

export class GrowingFile {
  readonly #options: GrowingOptions
  readonly #upload: LandingParts
  readonly #partSize: number
  readonly #parts: Part[]
  readonly #work: Promise<void>
  /** One for all parts, because allocating a new one for each costs more. */
  readonly #buffer: Buffer
  #there = 0
  #grown = Promise.withResolvers<void>()
  #isLeft = false

  private constructor(options: GrowingOptions, upload: LandingParts) {
    this.#options = options
    this.#upload = upload
    this.#partSize = partSizeFor(options.file.size, PART)
    this.#buffer = Buffer.allocUnsafeSlow(this.#partSize)
    this.#parts = this.#usable(upload.before)
    this.#work = this.#putEach()
    this.#work.catch((error: unknown) => {
      if (!this.#isLeft) options.onFailure(error)
    })
  }

  static async begin(options: GrowingOptions): Promise<GrowingFile> {
    const { landing, job, file, earlier, onBegun, signal } = options
    const upload = await retrying(() => landing.begin(job, file, earlier), signal)
    if (upload.uploadId !== earlier) await onBegun(upload.uploadId)
    return new GrowingFile(options, upload)
  }

  /** So many bytes are on the disk. */
  grown(bytes: number): void {
    this.#there = bytes
    if (bytes < this.#nextEnd()) return
    this.#grown.resolve()
    this.#grown = Promise.withResolvers()
  }

  /** The file is whole: puts it in its place. Answers false where somebody else has taken the name meanwhile. */
  async finish(): Promise<boolean> {
    const { landing, job, file, signal } = this.#options
    this.grown(file.size)
    try {
      await this.#work
      await retrying(() => this.#upload.complete(this.#parts), signal)
      return true
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
      await this.#upload.abort().catch(() => undefined)
      return landing.isOwn(job, file)
    }
  }

  /** Leaves it to a later run. */
  async leave(): Promise<void> {
    await this.#stop()
    this.#upload.leave()
  }

  /** Ends it for good. */
  async abort(): Promise<void> {
    await this.#stop()
    await this.#upload.abort()
  }

  /** A part that is under way ends by itself: it would be repeated. */
  async #stop(): Promise<void> {
    this.#isLeft = true
    this.#grown.resolve()
    await this.#work.catch(() => undefined)
  }

  async #putEach(): Promise<void> {
    const { file, signal } = this.#options
    while (this.#parts.length * this.#partSize < file.size) {
      const end = this.#nextEnd()
      while (this.#there < end && !this.#isLeft) await this.#grown.promise
      if (this.#isLeft) throw new Error('it was left')
      this.#parts.push(await retrying(() => this.#put(end), signal))
    }
  }

  async #put(end: number): Promise<Part> {
    const start = this.#parts.length * this.#partSize
    const body = this.#buffer.subarray(0, end - start)
    await readWhole(this.#options.source, body, start)
    return this.#upload.put(this.#parts.length + 1, body, body.length)
  }

  #nextEnd(): number {
    return Math.min((this.#parts.length + 1) * this.#partSize, this.#options.file.size)
  }

  /** The parts of an earlier run that follow one another, and are as long as this one would make them. */
  #usable(before: readonly Part[]): Part[] {
    const { size } = this.#options.file
    const lengthOf = (index: number) => Math.min(this.#partSize, size - index * this.#partSize)
    const firstOdd = before.findIndex((part, index) => part.number !== index + 1 || part.size !== lengthOf(index))
    return firstOdd === -1 ? [...before] : before.slice(0, firstOdd)
  }
}

/** Fills a buffer with what is in a file from a byte on. */
async function readWhole(file: string, buffer: Buffer, start: number): Promise<void> {
  const handle = await open(file, 'r')
  try {
    for (let read = 0; read < buffer.length;) {
      const { bytesRead } = await handle.read(buffer, read, buffer.length - read, start + read)
      if (bytesRead === 0) throw new Error('a file is shorter than what was written to it')
      read += bytesRead
    }
  } finally {
    await handle.close()
  }
}
