// What people see of their imports, and what they may do with them.
import { IMPORT_KINDS, IMPORT_PROGRAMS, type ImportKind } from '../../../contract/import-kinds.ts'
import type {
  ChangeImportBody,
  ImportDetails,
  ImportHistoryItem,
  ImportList,
  ImportRecord,
  TorrentsProgress,
} from '../../../contract/imports.ts'
import { can } from '../../../contract/rights.ts'
import { hasJobEnded } from '../../jobs/model.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Scratch } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import type { ImportHistory } from './history.ts'
import { demandRoom, type ImportJobs } from './jobs.ts'
import { pictureKey } from './keys.ts'
import { ownerNames } from './owner-names.ts'
import { openWatched, type WatchedFile } from './torrents/watched.ts'
import { type ImportJob, inOrder, isOfKind, progressByName, importRecordOf } from './records.ts'

export interface ImportsOptions {
  queue: JobQueue
  jobs: ImportJobs
  history: Pick<ImportHistory, 'list' | 'clear'>
  scratch: Pick<Scratch, 'get'>
  /** The files of a torrent as its worker knows them. */
  contentsOf(job: ImportJob<'torrent'>): Promise<Pick<ImportDetails, 'contents' | 'first' | 'trackers'>>
  /** Gives back the room that a torrent has beyond so many bytes. */
  lowerRoom(job: ImportJob<'torrent'>, bytes: number): Promise<void>
  usernameOf(userId: number): Promise<string>
  /** The running workers, and the programs that they lack. */
  workers(): { running: number; lacking: string[] }
}

export class HouseImports {
  readonly #options: ImportsOptions

  constructor(options: ImportsOptions) {
    this.#options = options
  }

  /** @throws AppError `forbidden` for everybody's, except to administrators */
  async list(actor: Actor, { kind, all }: { kind?: string | undefined; all: boolean }): Promise<ImportList> {
    if (all && !can(actor, 'admin')) throw new AppError('forbidden', 'administrators only')
    const jobs = inOrder(await this.#options.jobs.list(all ? undefined : actor.userId)).filter(
      (job) => kind === undefined || !IMPORT_KINDS.includes(kind as ImportKind) || job.kind === kind,
    )
    const usernameOf = await ownerNames(jobs, this.#options.usernameOf)
    const { running, lacking } = this.#options.workers()
    const items = jobs.map((job) => importRecordOf(job, usernameOf(job.owner)))
    return { items, worker: running > 0, missing: IMPORT_PROGRAMS.filter((program) => lacking.includes(program)) }
  }

  /** @throws AppError `notFound` */
  async read(actor: Actor, id: string): Promise<ImportDetails> {
    const job = await this.#options.jobs.find(actor, id)
    const more = isOfKind(job, 'torrent')
      ? await this.#options.contentsOf(job)
      : { contents: [], first: [], trackers: [] }
    return { ...(await this.#recordOf(job)), ...more }
  }

  /** @throws AppError `notFound`; `conflict` if it has ended or is paused */
  async pause(actor: Actor, id: string): Promise<void> {
    const job = await this.#options.jobs.find(actor, id)
    if (hasJobEnded(job) || job.state === 'paused') throw new AppError('conflict', 'it is not under way')
    await this.#options.queue.pause(job)
  }

  /** @throws AppError `notFound`; `conflict` if it is under way, or done without anything missing; `tooMany` */
  async resume(actor: Actor, id: string): Promise<void> {
    const job = await this.#options.jobs.find(actor, id)
    const canBeTried = job.state === 'failed' || (job.state === 'done' && Boolean(job.progress?.missed))
    if (!isPaused(job) && !canBeTried) throw new AppError('conflict', 'it is under way or done')
    if (canBeTried) demandRoom(await this.#options.jobs.list(job.owner), 1)
    await this.#options.queue.resume(job)
  }

  /** @throws AppError `notFound`, `badRequest` for nothing and for what only torrents have, `conflict` if it is done */
  async change(actor: Actor, id: string, { place, ...torrent }: ChangeImportBody): Promise<ImportRecord> {
    const job = await this.#options.jobs.find(actor, id)
    if (job.state === 'done') throw new AppError('conflict', 'it is done')
    const wishes = Object.entries(torrent).filter(([, value]) => value !== undefined)
    if (wishes.length > 0) await this.#demandFiles(job, [...(torrent.wanted ?? []), ...(torrent.first ?? [])])
    else if (place === undefined) throw new AppError('badRequest', 'there is nothing to change')
    const input = Object.fromEntries(wishes.map(([key, value]) => [`source.${key}`, value]))
    await this.#options.queue.change(id, { place, input })
    const changed = await this.#options.jobs.find(actor, id)
    if (torrent.wanted !== undefined) await this.#giveRoomBack(changed)
    return this.#recordOf(changed)
  }

  /** Gives back the room of files that are no longer wanted; a worker that runs it does so itself. */
  async #giveRoomBack(job: ImportJob): Promise<void> {
    if (job.state === 'running' || !isOfKind(job, 'torrent')) return
    const { contents } = await this.#options.contentsOf(job)
    const needed = contents.filter(({ wanted, done }) => wanted || done).reduce((sum, { size }) => sum + size, 0)
    if (contents.length > 0) await this.#options.lowerRoom(job, needed)
  }

  /** @throws AppError `badRequest` unless it is a torrent that has files of these numbers, as far as they are known */
  async #demandFiles(job: ImportJob, numbers: readonly number[]): Promise<void> {
    demandTorrent(job)
    if (numbers.length === 0) return
    const { contents } = await this.#options.contentsOf(job)
    if (contents.length > 0 && numbers.some((number) => number >= contents.length))
      throw new AppError('badRequest', 'the torrent has no such file')
  }

  /**
   * Verifies what a torrent has fetched anew; one that is paused or has failed goes on.
   * @throws AppError `notFound`; `badRequest` if it is no torrent; `conflict` if it is done; `tooMany`
   */
  async check(actor: Actor, id: string): Promise<void> {
    const job = await this.#options.jobs.find(actor, id)
    demandTorrent(job)
    if (job.state === 'done') throw new AppError('conflict', 'it is done')
    if (job.state === 'failed') demandRoom(await this.#options.jobs.list(job.owner), 1)
    await this.#options.queue.change(id, { input: { 'source.checks': (job.input.source.checks ?? 0) + 1 } })
    if (isPaused(job) || job.state === 'failed') await this.#options.queue.resume(job)
  }

  /** Cancels an import, or forgets an ended one. @throws AppError `notFound` */
  async remove(actor: Actor, id: string): Promise<void> {
    const job = await this.#options.jobs.find(actor, id)
    await this.#options.queue.cancel(job)
  }

  async clear(actor: Actor): Promise<void> {
    await this.#options.queue.clear(actor.userId)
  }

  /** What the person has imported, the latest first. */
  past(actor: Actor): Promise<ImportHistoryItem[]> {
    return this.#options.history.list(actor.userId)
  }

  async forgetPast(actor: Actor): Promise<void> {
    await this.#options.history.clear(actor.userId)
  }

  async progress(actor: Actor): Promise<TorrentsProgress> {
    const jobs = inOrder(await this.#options.jobs.list(actor.userId))
    return progressByName(jobs.filter(({ kind }) => kind === 'torrent'))
  }

  /** @throws AppError `notFound` unless one of the person's own torrents has this name */
  async cancelTorrent(actor: Actor, name: string): Promise<void> {
    const jobs = await this.#options.jobs.list(actor.userId)
    const job = jobs.find(({ kind, input }) => kind === 'torrent' && input.name === name)
    if (!job) throw new AppError('notFound', 'no torrent of this name')
    await this.#options.queue.cancel(job)
  }

  /** A film or song of a torrent, while it comes. @throws AppError `notFound` unless it is the person's own */
  async watch(actor: Actor, id: string, file: number): Promise<WatchedFile> {
    const job = await this.#options.jobs.find(actor, id)
    if (job.owner !== actor.userId || !isOfKind(job, 'torrent')) throw new AppError('notFound', 'no such film')
    return openWatched(this.#options.scratch, job, file)
  }

  /** The picture of a video. @throws AppError `notFound` */
  async picture(actor: Actor, id: string): Promise<Buffer> {
    const job = await this.#options.jobs.find(actor, id)
    const picture = job.progress?.hasPicture ? await this.#options.scratch.get(pictureKey(id)) : null
    if (picture === null) throw new AppError('notFound', 'it has no picture')
    return picture
  }

  /** Everybody's imports with their owners, for pages that are to be told of changes. */
  async everybodys(): Promise<{ owner: number; record: ImportRecord }[]> {
    const jobs = await this.#options.jobs.list()
    const usernameOf = await ownerNames(jobs, this.#options.usernameOf)
    return jobs.map((job) => ({ owner: job.owner, record: importRecordOf(job, usernameOf(job.owner)) }))
  }

  async #recordOf(job: ImportJob): Promise<ImportRecord> {
    return importRecordOf(job, await this.#options.usernameOf(job.owner))
  }
}

const isPaused = ({ state, wish }: ImportJob): boolean => state === 'paused' || wish === 'pause'

/** @throws AppError `badRequest` */
function demandTorrent(job: ImportJob): asserts job is ImportJob<'torrent'> {
  if (!isOfKind(job, 'torrent')) throw new AppError('badRequest', 'this is not a torrent')
}
