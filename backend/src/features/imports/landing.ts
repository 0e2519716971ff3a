// Puts what an import has fetched into its owner's folders: with the owner's rights as stored at that moment, within
// the quota, under names that are free. Nothing of anybody is ever replaced, and each file is there whole or not at
// all.
import type { Readable } from 'node:stream'
import type { Leases } from '../../database/leases.ts'
import { nullIfNotFound } from '../../lib/app-error.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { FileStat, Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Quotas, Reservation } from '../quotas/service.ts'
import type { Hooks } from '../files/hooks.ts'
import type { Tree } from '../tree/service.ts'
import { chooseFolder, type FolderWish, isFreeOrEmpty } from './landing-folder.ts'
import { failureOf, isConflict } from './landing-failures.ts'
import type { BroughtFile, LandingFile, LandingJob, LandingParts } from './landing-job.ts'
import { beginParts } from './landing-parts.ts'
import { takeBack } from './landing-take-back.ts'
import { checkUnderWay, type UnderWay } from './landing-under-way.ts'
import { LandingOwners, type OwnersOptions } from './landing-owners.ts'

export interface Landing {
  /**
   * The folder that an import goes to. A usual one need not be there yet.
   * @throws JobFailed `forbidden`, `noFolder`
   */
  folder(job: LandingJob, wish: FolderWish): Promise<UserPath>
  /**
   * Makes a folder with a free name for one import alone. `chosen` stores the name before the folder is made. `before`:
   * the name that an earlier run has chosen, if it may not have made the folder any more.
   * @throws JobFailed `forbidden`
   */
  ownFolder(
    job: LandingJob,
    wanted: { path: UserPath; before: UserPath | null },
    chosen: (path: UserPath) => Promise<void>,
  ): Promise<UserPath>
  /**
   * Room for all that an import brings to a folder, which counts until it is ended. Asking again, on a later run too,
   * changes it.
   * @throws JobFailed `forbidden`, `noRoom`, `tooLarge`
   */
  reserve(job: LandingJob, path: UserPath, bytes: number): Promise<Reservation>
  /**
   * Puts a file under its name, or under a free one where that is taken, and answers its path. A file that an earlier
   * run has put there is found again.
   * @throws JobFailed `forbidden`, `noFolder`, `noRoom`
   */
  put(job: LandingJob, file: LandingFile, open: () => Readable): Promise<UserPath>
  /** A path that is free now: the wanted one, or one beside it. */
  freePath(job: LandingJob, path: UserPath): Promise<UserPath>
  /**
   * Begins a file in parts, or goes on with one that an earlier run has begun at the same path, if the storage still
   * knows that.
   */
  begin(job: LandingJob, file: LandingFile, earlier?: string): Promise<LandingParts>
  /** Ends parts that an earlier run has begun. */
  abort(job: LandingJob, path: UserPath, uploadId: string): Promise<void>
  /** Whether a file is there that this import has put. */
  isOwn(job: LandingJob, file: Pick<LandingFile, 'path' | 'number'>): Promise<boolean>
  /**
   * Moves what an import has brought to its owner's trash, as one action: its folder, or, if there is anything else in
   * it by now, only its `files`. What is gone already is fine, and so is what its owner may not change any more.
   */
  takeBack(job: LandingJob, folder: UserPath, files: readonly BroughtFile[]): Promise<void>
  /** Ends the room that an earlier run has reserved at a place. */
  release(job: LandingJob, path: UserPath): Promise<void>
}

export interface LandingOptions extends OwnersOptions {
  access: Pick<Access, 'actorOf' | 'authorize' | 'demand'>
  tree: Pick<
    Tree,
    | 'stat'
    | 'statIfThere'
    | 'freePath'
    | 'placeToChange'
    | 'treeCheck'
    | 'list'
    | 'walk'
    | 'named'
    | 'isShared'
    | 'sees'
  >
  storage: Pick<Storage, 'stat' | 'put' | 'makeFolder' | 'multiparts' | 'operations'>
  quotas: Pick<Quotas, 'lastingReservationFor' | 'lower' | 'release'>
  hooks: Pick<Hooks, 'aroundUpload'>
  leases: Pick<Leases, 'run'>
  /** What one person may have under way into the shared folder; no limit, if missing. */
  underWay?: UnderWay
}

/** How often another name is tried where somebody else takes one after the other. */
const NAMES_MAX = 20
const CHOICE = { ms: 20_000, waitMs: 60_000 }

export class HouseLanding implements Landing {
  readonly #options: LandingOptions
  readonly #owners: LandingOwners

  constructor(options: LandingOptions) {
    this.#options = options
    this.#owners = new LandingOwners(options)
  }

  folder(job: LandingJob, wish: FolderWish): Promise<UserPath> {
    return told(async () => chooseFolder(this.#options, await this.#owners.actorOf(job), wish))
  }

  ownFolder(
    job: LandingJob,
    { path, before }: { path: UserPath; before: UserPath | null },
    chosen: (path: UserPath) => Promise<void>,
  ): Promise<UserPath> {
    const { leases, tree, storage } = this.#options
    return told(async () =>
      // Two imports must not choose the same name.
      leases.run('imports landing', CHOICE, async () => {
        const actor = await this.#owners.actorOf(job)
        const own = before !== null && (await isFreeOrEmpty(tree, actor, before)) ? before : null
        const free = own ?? (await tree.freePath(actor, path))
        const place = tree.placeToChange(actor, 'create', free)
        await chosen(free)
        await storage.makeFolder(place)
        return free
      }),
    )
  }

  reserve(job: LandingJob, path: UserPath, bytes: number): Promise<Reservation> {
    const { underWay, quotas, tree } = this.#options
    return told(async () => {
      const actor = await this.#owners.actorOf(job)
      const place = await this.#owners.folderFor(job, path)
      const isShared = (one: UserPath) => tree.isShared(actor, one)
      if (underWay && isShared(path)) await checkUnderWay(underWay, { id: job.id, owner: job.owner, bytes, isShared })
      const reservation = await quotas.lastingReservationFor(job.owner, place, job.id)
      await reservation.claim(bytes)
      // An earlier run may have wanted more.
      if (reservation.isLimited) await quotas.lower(place, { id: job.id, bytes })
      return reservation
    })
  }

  put(job: LandingJob, file: LandingFile, open: () => Readable): Promise<UserPath> {
    return told(async () => {
      let path = file.path
      for (let tries = 1; ; tries += 1) {
        try {
          await this.#putAt(job, { ...file, path }, open)
          return path
        } catch (error) {
          if (!isConflict(error)) throw error
          if (await this.isOwn(job, { ...file, path })) return path
          const free = await this.#options.tree.freePath(await this.#owners.actorOf(job), file.path)
          // A file has become the folder around it, which no other name helps.
          if (tries >= NAMES_MAX || free === path) throw error
          path = free
        }
      }
    })
  }

  async #putAt(job: LandingJob, file: LandingFile, open: () => Readable): Promise<FileStat> {
    const { storage, hooks } = this.#options
    const place = await this.#owners.placeFor(job, file.path)
    const options = { ...this.#owners.writeOf(job, file, place), length: file.size }
    return hooks.aroundUpload({ userId: job.owner, at: place }, async () => {
      const body = open()
      try {
        return await storage.put(place, body, options)
      } finally {
        body.destroy()
      }
    })
  }

  freePath(job: LandingJob, path: UserPath): Promise<UserPath> {
    return told(async () => this.#options.tree.freePath(await this.#owners.actorOf(job), path))
  }

  async begin(job: LandingJob, file: LandingFile, earlier?: string): Promise<LandingParts> {
    const at = await told(() => this.#owners.placeFor(job, file.path))
    const write = this.#owners.writeOf(job, file, at)
    return beginParts(this.#options, { at, userId: job.owner, write, earlier })
  }

  async abort(job: LandingJob, path: UserPath, uploadId: string): Promise<void> {
    const at = await this.#owners.placeIfThere(job, path)
    // Where its owner may not look any more, house-keeping ends it after half an hour.
    if (at !== null) await this.#options.storage.multiparts.abort({ at, uploadId })
  }

  isOwn(job: LandingJob, { path, number }: Pick<LandingFile, 'path' | 'number'>): Promise<boolean> {
    return told(async () => {
      const found = await nullIfNotFound(this.#options.storage.stat(await this.#owners.placeFor(job, path)))
      return found?.kind === 'file' && found.writeId === this.#owners.writeIdOf(job, number)
    })
  }

  async takeBack(job: LandingJob, folder: UserPath, files: readonly BroughtFile[]): Promise<void> {
    const actor = await this.#owners.actorIfThere(job)
    if (actor === null) return
    const isOwn = (file: BroughtFile) => file.isSure || this.isOwn(job, file)
    await takeBack({ ...this.#options, isOwn }, { ...actor, action: `import ${job.id}` }, { folder, files })
  }

  async release(job: LandingJob, path: UserPath): Promise<void> {
    const at = await this.#owners.placeIfThere(job, path)
    if (at !== null) this.#options.quotas.release(at, { id: job.id, tookEffect: true })
  }
}

/** Runs work, and turns what its owner should know into a failure of the job. @throws JobFailed */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}
