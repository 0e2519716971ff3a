// The work of reading the dates of photos: one photo at a time, with pauses, so that everything else comes first.
import { setTimeout as sleep } from 'node:timers/promises'
import { PHOTO_DAYS_MAX } from '../../../contract/limits.ts'
import type { JobRest, JobWork, RunningJob } from '../../jobs/types.ts'
import { nullIfNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { below, extensionOf, placeOfText, type Place } from '../../storage/paths.ts'
import type { OpenFile, Storage } from '../../storage/types.ts'
import { contentIn, type DatedPhoto, type KeptPhotoDays } from './kept.ts'

/** The kind of these jobs. */
export const PHOTO_DATES = 'photoDates'

export interface PhotoDatesInput {
  /** The `pathText` of the folder that is looked through, with everything below it. */
  place: string
}

export interface PhotoDatesProgress {
  looked: number
  total: number
  /** When everything had been looked at, in milliseconds since 1970; null before the first time. */
  doneAt: number | null
}

export interface PhotoDatesOptions {
  storage: Pick<Storage, 'tree' | 'open'>
  kept: Pick<KeptPhotoDays, 'all' | 'replace' | 'forget'>
  /** The time that a camera wrote into a photo, in ISO 8601; undefined if it tells none. */
  takenOf(file: OpenFile, signal: AbortSignal): Promise<string | undefined>
  now: Clock
}

type RunningDates = RunningJob<PhotoDatesInput, PhotoDatesProgress>

/** One folder at a time, on all workers together. */
const LIMITS = { running: 1, each: 1 }
/** What is read between two writes, and what a killed worker reads again. */
const PIECE = 100
const AGAIN_MS = 24 * 3_600_000
/** The longest pause after a photo. It is as long as reading the photo took. */
const PAUSE_MS = 1_000

/** `2019-11-26` */
const DAY_LETTERS = 10

/** Formats in which cameras tell dates. */
const PHOTO_ENDINGS = new Set(['.jpg', '.jpeg', '.jfif', '.heic', '.heif', '.avif', '.tif', '.tiff'])

/** Whether a file may be a photo, by its name. */
const isPhotoName = (name: string): boolean => PHOTO_ENDINGS.has(extensionOf(name).toLowerCase())

export function createPhotoDatesWork(options: PhotoDatesOptions): JobWork<PhotoDatesInput, PhotoDatesProgress> {
  return {
    kind: PHOTO_DATES,
    limits: LIMITS,
    run: (job) => new PhotoLook(options, job).run(),
    discard: (job) => options.kept.forget(placeOfText(job.input.place)),
  }
}

/** A photo that is there. */
type Found = Omit<DatedPhoto, 'taken'>

/** One way through the photos of a folder. */
class PhotoLook {
  readonly #options: PhotoDatesOptions
  readonly #job: RunningDates
  readonly #folder: Place
  readonly #dates = new Map<string, string>()
  readonly #photos = new Set<Found>()
  #written: DatedPhoto[] = []
  #looked = 0

  constructor(options: PhotoDatesOptions, job: RunningDates) {
    this.#options = options
    this.#job = job
    this.#folder = placeOfText(job.input.place)
  }

  async run(): Promise<JobRest> {
    const { kept, now } = this.#options
    this.#written = await kept.all(this.#folder)
    for (const photo of this.#written) this.#dates.set(contentIn(photo), photo.taken)
    await this.#list()
    let read = 0
    for (const photo of this.#photos) {
      if (this.#job.signal.aborted) break
      if (!this.#dates.has(contentIn(photo))) {
        await this.#read(photo)
        read += 1
      }
      this.#looked += 1
      this.#report()
      if (read < PIECE) continue
      read = 0
      await this.#write()
      if (await this.#job.isPlaceWanted()) return { behind: { code: 'others', detail: '' } }
    }
    await this.#write()
    if (this.#job.signal.aborted) return { until: now() }
    this.#report(now())
    return { until: now() + AGAIN_MS }
  }

  async #list(): Promise<void> {
    for await (const entry of this.#options.storage.tree(this.#folder)) {
      this.#job.signal.throwIfAborted()
      if (entry.kind !== 'file' || entry.size === 0 || !isPhotoName(entry.relative)) continue
      this.#photos.add({ relative: entry.relative, etag: entry.etag, size: entry.size })
      if (this.#photos.size >= PHOTO_DAYS_MAX) break
    }
  }

  async #read(photo: Found): Promise<void> {
    const { storage, takenOf } = this.#options
    const { signal } = this.#job
    const began = performance.now()
    const file = await nullIfNotFound(storage.open(below(this.#folder, photo.relative)))
    // One that is gone, or another one by now, is met by the next look.
    if (file?.stat.etag === photo.etag)
      this.#dates.set(contentIn(photo), ((await takenOf(file, signal)) ?? '').slice(0, DAY_LETTERS))
    else this.#photos.delete(photo)
    const pause = Math.min(PAUSE_MS, performance.now() - began)
    await sleep(pause, undefined, { signal }).catch(() => undefined)
  }

  /** Writes what is known of the photos that are there. */
  async #write(): Promise<void> {
    const known = [...this.#photos].flatMap((photo): DatedPhoto[] => {
      const taken = this.#dates.get(contentIn(photo))
      return taken === undefined ? [] : [{ ...photo, taken }]
    })
    if (!this.#job.isHeld()) return
    await this.#options.kept.replace(this.#folder, this.#written, known)
    this.#written = known
  }

  #report(doneAt = this.#job.progress?.doneAt ?? null): void {
    this.#job.report({ looked: Math.min(this.#looked, this.#photos.size), total: this.#photos.size, doneAt })
  }
}
