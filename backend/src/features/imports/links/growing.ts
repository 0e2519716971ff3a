// A file that goes up in parts while it comes.
import { AppError } from '../../../lib/app-error.ts'
import type { Part } from '../../../storage/types.ts'
import { growingPartSize, putGrowing } from '../growing-parts.ts'
import type { Landing } from '../landing.ts'
import type { LandingFile, LandingJob, LandingParts } from '../landing-job.ts'
import { retrying } from '../retrying.ts'

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
  readonly #work: Promise<Part[]>
  /** Bytes on the disk, and those that are waited for. */
  #there = 0
  #wanted = 0
  #grown = Promise.withResolvers<void>()
  #isLeft = false

  private constructor(options: GrowingOptions, upload: LandingParts) {
    const { file, source, signal, onFailure } = options
    this.#options = options
    this.#upload = upload
    const isThere = (bytes: number) => this.#isThere(bytes)
    this.#work = putGrowing({
      upload,
      source,
      size: file.size,
      before: usable(upload.before, file.size),
      isThere,
      signal,
    })
    this.#work.catch((error: unknown) => {
      if (!this.#isLeft) onFailure(error)
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
    if (bytes < this.#wanted) return
    this.#grown.resolve()
    this.#grown = Promise.withResolvers()
  }

  /** The file is whole: puts it in its place. Answers false where somebody else has taken the name meanwhile. */
  async finish(): Promise<boolean> {
    const { landing, job, file, signal } = this.#options
    this.grown(file.size)
    try {
      const parts = await this.#work
      await retrying(() => this.#upload.complete(parts), signal)
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

  async #isThere(bytes: number): Promise<void> {
    this.#wanted = bytes
    while (this.#there < bytes && !this.#isLeft) await this.#grown.promise
    if (this.#isLeft) throw new Error('it was left')
  }
}

/** The parts of an earlier run that follow one another, and are as long as this one would make them. */
function usable(before: readonly Part[], size: number): readonly Part[] {
  const partSize = growingPartSize(size)
  const lengthOf = (index: number) => Math.min(partSize, size - index * partSize)
  const firstOdd = before.findIndex((part, index) => part.number !== index + 1 || part.size !== lengthOf(index))
  return firstOdd === -1 ? before : before.slice(0, firstOdd)
}
