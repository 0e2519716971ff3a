// Puts the files of a torrent into their folder: small ones when they are whole, large ones in parts while they grow.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { AppError } from '../../../lib/app-error.ts'
import type { UserPath } from '../../../storage/paths.ts'
import { GROWING_MIN, growingPartSize, putGrowing } from '../growing-parts.ts'
import type { Landing } from '../landing.ts'
import type { LandingFile, LandingJob } from '../landing-job.ts'
import { retrying } from '../retrying.ts'
import { pathIn } from './kept.ts'
import type { TorrentFile } from './metainfo.ts'
import { dataFile } from './piece-store.ts'
import type { Pieces } from './pieces.ts'

export interface StoringOptions {
  landing: Landing
  job: LandingJob
  /** The folder of the files, as the person sees it, and the job's own on the disk. */
  top: UserPath
  folder: string
  files: readonly TorrentFile[]
  pieces: Pieces
  /** Numbers of the files to store. */
  wanted: readonly number[]
  modified: Date
  /** Whether an earlier run may have stored some. */
  isAgain: boolean
  signal: AbortSignal
  /** Told of an upload in parts before its first part, and of its end. */
  onParts(open: { number: number; path: string; uploadId: string }): Promise<void>
  onPartsOver(uploadId: string): void
  /** A file is in its folder. */
  onStored(number: number): Promise<void>
}

/** Files that are stored at a time, and how many of those that still grow. */
const PARALLEL = 4
const GROWING = 2

export class Storing {
  readonly #options: StoringOptions
  readonly #over = Promise.withResolvers<void>()
  readonly #left: Set<number>
  readonly #begun = new Set<number>()
  readonly #whole = pLimit(PARALLEL)
  readonly #running = new Set<Promise<void>>()
  #growing = 0
  #grown = Promise.withResolvers<void>()

  constructor(options: StoringOptions) {
    this.#options = options
    this.#left = new Set(options.wanted)
    this.#over.promise.catch(() => undefined)
    options.signal.addEventListener('abort', () => this.#fail(options.signal.reason), { once: true })
  }

  /** Resolves when all files are stored. Rejects if one cannot be stored, or when the signal aborts. */
  get done(): Promise<void> {
    return this.#over.promise
  }

  /** Waits until nothing is under way any more. Nothing new begins once the signal has aborted. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  /** Begins with what is there already. */
  start(): void {
    this.#endIfDone()
    this.grown(this.#options.wanted)
  }

  /** Some files have grown. */
  grown(numbers: readonly number[]): void {
    this.#grown.resolve()
    this.#grown = Promise.withResolvers()
    const { pieces, signal } = this.#options
    for (const number of numbers) {
      if (signal.aborted || this.#begun.has(number) || !this.#left.has(number)) continue
      if (pieces.isWhole(number)) this.#begin(number, (work) => this.#whole(work))
      else if (this.#growing < GROWING && this.#isGrowing(number)) this.#begin(number, (work) => this.#asGrowing(work))
    }
  }

  /** Whether it goes up while it comes, and its first part is there. */
  #isGrowing(number: number): boolean {
    const size = this.#sizeOf(number)
    return size >= GROWING_MIN && this.#options.pieces.readyOf(number) >= growingPartSize(size)
  }

  async #asGrowing(work: () => Promise<void>): Promise<void> {
    this.#growing += 1
    await work().finally(() => {
      this.#growing -= 1
    })
  }

  #begin(number: number, inTurn: (work: () => Promise<void>) => Promise<void>): void {
    this.#begun.add(number)
    const work = inTurn(() => this.#store(number)).catch((error: unknown) => this.#fail(error))
    this.#running.add(work)
    void work.then(() => this.#running.delete(work))
  }

  async #store(number: number): Promise<void> {
    const { landing, job, isAgain, signal, onStored } = this.#options
    signal.throwIfAborted()
    const file = this.#fileOf(number)
    if (!isAgain || !(await landing.isOwn(job, file))) await this.#put(file)
    await onStored(number)
    this.#left.delete(number)
    this.#endIfDone()
  }

  async #put(file: LandingFile): Promise<void> {
    const { landing, job, signal } = this.#options
    if (file.size >= GROWING_MIN && (await this.#putParts(file))) return
    await retrying(() => landing.put(job, file, () => this.#read(file)), signal)
  }

  /** Puts a file in parts as far as it is there. False where the name was taken meanwhile. */
  async #putParts(file: LandingFile): Promise<boolean> {
    const { landing, job, folder, onParts, onPartsOver, signal } = this.#options
    const upload = await retrying(() => landing.begin(job, file), signal)
    try {
      await onParts({ number: file.number, path: file.path, uploadId: upload.uploadId })
      const source = dataFile(folder, file.number)
      const isThere = (bytes: number) => this.#isThere(file.number, bytes)
      const parts = await putGrowing({ upload, source, size: file.size, isThere, signal })
      await retrying(() => upload.complete(parts), signal)
    } catch (error) {
      // Where the job is lost, its next worker ends the upload.
      if (signal.reason !== 'lost') await upload.abort().catch(() => undefined)
      if (error instanceof AppError && error.code === 'conflict') return landing.isOwn(job, file)
      throw error
    } finally {
      onPartsOver(upload.uploadId)
    }
    return true
  }

  /** Waits until so many bytes of a file are there. */
  async #isThere(number: number, bytes: number): Promise<void> {
    while (this.#options.pieces.readyOf(number) < bytes) await Promise.race([this.#grown.promise, this.done])
  }

  #read({ number, size }: LandingFile): Readable {
    if (size === 0) return Readable.from([], { objectMode: false })
    const { folder, signal } = this.#options
    return createReadStream(dataFile(folder, number), { end: size - 1, highWaterMark: READ_BYTES, signal })
  }

  #sizeOf(number: number): number {
    return this.#options.files[number]?.size ?? 0
  }

  #fileOf(number: number): LandingFile {
    const { top, files, modified } = this.#options
    return { path: pathIn(top, files[number]?.path ?? ''), number, size: this.#sizeOf(number), modified }
  }

  #endIfDone(): void {
    if (this.#left.size === 0) this.#over.resolve()
  }

  #fail(error: unknown): void {
    this.#over.reject(error)
    this.#grown.resolve()
  }
}

const READ_BYTES = 256 * 1024
