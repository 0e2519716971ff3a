// Fetches the files of a torrent and stores each: what has no room on the disk yet waits until others are stored.
import { rm } from 'node:fs/promises'
import { createBatch } from '../../../lib/batch.ts'
import type { UserPath } from '../../../storage/paths.ts'
import type { Landing } from '../landing.ts'
import type { LandingJob } from '../landing-job.ts'
import type { JobScratch } from '../scratch.ts'
import { FileAdmission } from './admission.ts'
import type { KeptEngine } from './kept-engine.ts'
import { NumberSet } from './kept.ts'
import type { News } from './messages.ts'
import type { Metainfo } from './metainfo.ts'
import { dataFile } from './piece-store.ts'
import { Pieces } from './pieces.ts'
import { Storing } from './storing.ts'
import type { Telling } from './telling.ts'
import type { Watching } from './watching.ts'

export interface FetchingOptions {
  landing: Landing
  job: LandingJob
  torrent: Metainfo
  top: UserPath
  /** Numbers of the files that are wanted. */
  wanted: readonly number[]
  scratch: JobScratch
  engine: KeptEngine
  telling: Telling
  modified: Date
  /** Whether files stay on the disk after they are stored, to be given to others. */
  isKeeping: boolean
  isAgain: boolean
  /** Puts numbers of files into the order in which they come. */
  inOrder(numbers: readonly number[]): number[]
  /** Puts films where they can be watched meanwhile; null if nobody wants to. */
  watch: ((pieces: Pieces) => Watching) | null
  signal: AbortSignal
}

/** How many files the page is told the progress of. */
const COMING_MAX = 50
const TELL_MS = 1_000

export class Fetching {
  readonly #options: FetchingOptions
  readonly #stored: NumberSet
  readonly #pieces: Pieces
  readonly #admission: FileAdmission
  readonly #storing: Storing
  readonly #watching: Watching | null
  readonly #note: (number: number) => Promise<true>
  /** Bytes and files that earlier runs have stored. */
  readonly #before: { bytes: number; files: number }
  #filesDone = 0
  #isChecked = false

  constructor(options: FetchingOptions) {
    this.#options = options
    const { wanted, scratch, telling } = options
    this.#stored = new NumberSet(telling.kept.stored)
    const [old, left] = [wanted.filter((one) => this.#stored.has(one)), wanted.filter((one) => !this.#stored.has(one))]
    this.#before = { bytes: this.#sum(old), files: old.length }
    this.#pieces = new Pieces(options.torrent, left)
    this.#admission = new FileAdmission(options.inOrder(left), {
      room: scratch.bytes,
      sizeOf: (number) => this.#sizeOf(number),
    })
    this.#watching = options.watch?.(this.#pieces) ?? null
    this.#note = createBatch((numbers) => this.#noteStored(numbers))
    this.#storing = this.#createStoring(left)
  }

  /** Resolves when all wanted files are in their folder. */
  async run(): Promise<void> {
    const { engine } = this.#options
    engine.select(this.#admission.next(), true)
    this.#tell()
    const timer = setInterval(() => this.#tell(), TELL_MS)
    try {
      this.#storing.start()
      await this.#storing.done
    } finally {
      clearInterval(timer)
      await this.#storing.settled()
    }
    this.#tell()
  }

  /** Files come in another order from now on; those that are coming already stay. */
  order(inOrder: (numbers: readonly number[]) => number[]): void {
    this.#admission.order(inOrder)
    this.#options.engine.select(inOrder(this.#admission.coming()), true)
  }

  hear(told: News): void {
    if (told.is === 'checked') this.#isChecked = true
    if (told.is !== 'pieces') return
    const grown = [...new Set(told.pieces.flatMap((piece) => this.#pieces.add(piece)))]
    this.#watching?.grown(grown)
    this.#storing.grown(grown)
  }

  #createStoring(left: readonly number[]): Storing {
    const { landing, job, top, scratch, torrent, modified, isAgain, signal, telling } = this.#options
    const openWithout = (uploadId: string) => telling.kept.open.filter((one) => one.uploadId !== uploadId)
    return new Storing({
      landing,
      job,
      top,
      modified,
      isAgain,
      signal,
      folder: scratch.folder,
      files: torrent.files,
      pieces: this.#pieces,
      wanted: left,
      onParts: (open) => telling.save({ kept: { open: [...telling.kept.open, open] } }),
      onPartsOver: (uploadId) => telling.tell({ kept: { open: openWithout(uploadId) } }),
      onStored: async (number) => void (await this.#note(number)),
    })
  }

  /** Writes down which files are stored, then makes room for others. */
  async #noteStored(numbers: number[]): Promise<true[]> {
    const { telling, scratch, engine, isKeeping } = this.#options
    for (const number of numbers) this.#stored.add(number)
    this.#filesDone += numbers.length
    await telling.save({ filesDone: this.#before.files + this.#filesDone, kept: { stored: this.#stored.toString() } })
    if (isKeeping) return numbers.map(() => true)
    for (const number of numbers) {
      await this.#watching?.settled(number)
      await rm(dataFile(scratch.folder, number), { force: true })
      engine.forget(number)
      this.#admission.gone(number)
    }
    const next = this.#admission.next()
    if (next.length > 0) engine.select(next)
    return numbers.map(() => true)
  }

  #tell(): void {
    const { telling } = this.#options
    const there = this.#before.bytes + this.#pieces.bytes
    // What an earlier run has fetched is only verified again.
    const downloaded = this.#isChecked ? there : Math.max(there, Math.min(telling.now.downloaded, telling.now.total))
    const left = telling.now.total - downloaded
    const { speed } = telling.now
    const before = this.#before.bytes
    const phase = there === telling.now.total ? 'storing' : this.#isChecked ? 'downloading' : 'checking'
    const coming = this.#admission.coming().slice(0, COMING_MAX)
    telling.tell({
      phase,
      checked: phase === 'checking' ? percentOf(there - before, downloaded - before) : null,
      downloaded,
      secondsLeft: speed > 0 ? Math.ceil(left / speed) : null,
      kept: { coming: coming.map((number) => ({ number, bytes: this.#pieces.bytesOf(number) })) },
    })
  }

  #sizeOf(number: number): number {
    return this.#options.torrent.files[number]?.size ?? 0
  }

  #sum(numbers: readonly number[]): number {
    return numbers.reduce((sum, number) => sum + this.#sizeOf(number), 0)
  }
}

const percentOf = (part: number, all: number): number => (all <= 0 ? 100 : Math.min(100, (100 * part) / all))
