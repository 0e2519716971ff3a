// Photos that were taken on a day in earlier years, as a person may see them; and who asks a worker to look at photos.
import { DAY_PHOTOS_MAX } from '../../../contract/limits.ts'
import type { DayPhoto, DayPhotos } from '../../../contract/photo-days.ts'
import type { FileType } from '../../../contract/resources.ts'
import { can } from '../../../contract/rights.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Job } from '../../jobs/types.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { childOf, locate, nameOf, pathBelow, pathText, type Place, ROOT, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import { presentFile } from '../tree/items.ts'
import type { Tree } from '../tree/service.ts'
import { type DatedPhoto, type KeptPhotoDays, monthTaken } from './kept.ts'
import { PHOTO_DATES, type PhotoDatesInput, type PhotoDatesProgress } from './work.ts'

export interface PhotoDaysOptions {
  tree: Pick<Tree, 'sees' | 'statIfThere'>
  kept: Pick<KeptPhotoDays, 'month'>
  queue: Pick<JobQueue, 'add' | 'find' | 'change' | 'resume'>
  /** How many workers are running. */
  workers(): number
  /** The type of a file according to its name. */
  typeOf(name: string, size: number): FileType
  now: Clock
}

/** A folder whose photos are looked at: the person's own, or the shared one, which belongs to nobody. */
interface Looked {
  id: string
  owner: number
  path: UserPath
  place: Place
}

type DatesJob = Job<PhotoDatesInput, PhotoDatesProgress | null>

const AT_ONCE = 8
/** A look for new photos is not worth while sooner after the last one. */
const AGAIN_AFTER_MS = 10 * 60_000
const NOBODY = 0

export class HousePhotoDays {
  readonly #options: PhotoDaysOptions

  constructor(options: PhotoDaysOptions) {
    this.#options = options
  }

  /** @param day `2026-11-26` */
  async list(actor: Actor, day: string): Promise<DayPhotos> {
    const { workers } = this.#options
    const folders = this.#foldersOf(actor)
    const jobs = (await Promise.all(folders.map(({ id }) => this.#jobOf(id)))).filter((job) => job !== null)
    const found = await Promise.all(folders.map((folder) => this.#photosOf(actor, folder, day)))
    const sum = (of: (progress: PhotoDatesProgress) => number) =>
      jobs.reduce((total, { progress }) => total + (progress === null ? 0 : of(progress)), 0)
    return {
      items: found
        .flat()
        .toSorted((a, b) => b.taken.localeCompare(a.taken) || a.item.path.localeCompare(b.item.path))
        .slice(0, DAY_PHOTOS_MAX),
      looked: sum(({ looked }) => looked),
      total: sum(({ total }) => total),
      reading: jobs.some((job) => this.#isReading(job)),
      worker: workers() > 0,
    }
  }

  /** Lets a worker look for new photos, unless that was done minutes ago. */
  async look(actor: Actor): Promise<void> {
    if (this.#options.workers() === 0) return
    for (const folder of this.#foldersOf(actor)) await this.#lookInto(folder)
  }

  async #lookInto({ id, owner, place }: Looked): Promise<void> {
    const { queue, now } = this.#options
    const input: PhotoDatesInput = { place: pathText(place) }
    const job = await this.#jobOf(id)
    if (job === null) return this.#add({ _id: id, kind: PHOTO_DATES, owner, input })
    const isMoved = job.input.place !== input.place
    if (isMoved) await queue.change(id, { input: { ...input } })
    const isOld = (job.progress?.doneAt ?? 0) < now() - AGAIN_AFTER_MS
    if (job.state === 'failed' || (!this.#isReading(job) && (isOld || isMoved))) await queue.resume(job)
  }

  async #add(job: Parameters<JobQueue['add']>[0][number]): Promise<void> {
    await this.#options.queue.add([job]).catch((error: unknown) => {
      // Another page of the household has asked for the same.
      if (!isDuplicateKey(error)) throw error
    })
  }

  async #jobOf(id: string): Promise<DatesJob | null> {
    const job = await this.#options.queue.find(id)
    return job?.kind === PHOTO_DATES ? (job as DatesJob) : null
  }

  #isReading({ state, notBefore }: DatesJob): boolean {
    return state === 'running' || (state === 'waiting' && notBefore <= this.#options.now())
  }

  #foldersOf(actor: Actor): Looked[] {
    const { tree } = this.#options
    if (!can(actor, 'download')) return []
    const { mounts, userId } = actor
    const own = { id: `photos-${userId}`, owner: userId, path: ROOT, place: locate(mounts, ROOT) }
    if (mounts.sharedFolder === '') return [own]
    const shared = childOf(ROOT, mounts.sharedFolder)
    if (!tree.sees(actor, shared)) return [own]
    return [own, { id: 'photos-shared', owner: NOBODY, path: shared, place: locate(mounts, shared) }]
  }

  async #photosOf(actor: Actor, { path, place }: Looked, day: string): Promise<DayPhoto[]> {
    const known = await this.#options.kept.month(place, monthTaken(day))
    const ofDay = known.filter(({ taken }) => taken < day && taken.slice('yyyy'.length) === day.slice('yyyy'.length))
    const newest = ofDay.toSorted((a, b) => b.taken.localeCompare(a.taken)).slice(0, DAY_PHOTOS_MAX)
    return (await mapParallel(newest, AT_ONCE, (photo) => this.#shown(actor, path, photo))).flatMap(
      (photo) => photo ?? [],
    )
  }

  /** Null for a photo that the person may not see, or that is another one by now. */
  async #shown(actor: Actor, folder: UserPath, { relative, etag, taken }: DatedPhoto): Promise<DayPhoto | null> {
    const { tree, typeOf } = this.#options
    const path = pathBelow(folder, relative)
    if (path === null || !tree.sees(actor, path)) return null
    try {
      const stat = await tree.statIfThere(actor, path)
      if (stat?.kind !== 'file' || stat.etag !== etag) return null
      return { taken, item: presentFile(path, stat, typeOf(nameOf(path), stat.size)) }
    } catch (error) {
      if (error instanceof AppError && error.code === 'forbidden') return null
      throw error
    }
  }
}
