// Imports as people ask for them. This side only writes jobs into the queue; a worker carries them out.
import type { ImportKind } from '../../../contract/import-kinds.ts'
import { IMPORT_KINDS, IMPORT_PROGRAMS } from '../../../contract/import-kinds.ts'
import type {
  ChangeImportBody,
  ImportBody,
  ImportDetails,
  ImportList,
  ImportRecord,
  ImportsStarted,
  TorrentsProgress,
} from '../../../contract/imports.ts'
import { IMPORTS_MAX } from '../../../contract/limits.ts'
import { freeName } from '../../../contract/numbered-names.ts'
import { type Action, can } from '../../../contract/rights.ts'
import { hasEnded } from '../../jobs/model.ts'
import type { JobQueue, NewJob } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseUserPath } from '../../storage/paths.ts'
import type { Scratch } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import { type Actor, auditedOf } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { Tree } from '../tree/service.ts'
import { pictureKey, torrentKey } from './keys.ts'
import { readLink } from './links.ts'
import { type ImportJob, inOrder, isOfKind, progressByName, recordOf } from './records.ts'
import type { ReadTorrent, TorrentForm } from './torrents/form.ts'
import type { ImportInput, ImportSources } from './types.ts'

export interface ImportsOptions {
  queue: JobQueue
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Pick<Tree, 'statIfThere'>
  scratch: Pick<Scratch, 'put' | 'get' | 'delete'>
  /** Reads an uploaded form, in a child. */
  readForm(form: TorrentForm): Promise<ReadTorrent>
  /** The files of a torrent as its worker knows them. */
  contentsOf(job: ImportJob<'torrent'>): Promise<Pick<ImportDetails, 'contents' | 'trackers'>>
  usernameOf(userId: number): Promise<string>
  /** The running workers, and the programs that they lack. */
  workers(): { running: number; lacking: string[] }
  audit: Pick<Audit, 'note'>
  newId(): string
}

/** What a new import is made from. */
type Wish = { [Kind in ImportKind]: { kind: Kind; input: ImportInput<ImportSources[Kind]> } }[ImportKind]

const ACTIONS: Readonly<Record<ImportKind, Action>> = {
  torrent: 'importTorrents',
  video: 'importVideos',
  link: 'importVideos',
}

export class HouseImports {
  readonly #options: ImportsOptions

  constructor(options: ImportsOptions) {
    this.#options = options
  }

  /** @throws AppError `forbidden` unless the person may import torrents. Asked before the form is read. */
  demandTorrents(actor: Actor): void {
    this.#options.access.demand(actor, 'importTorrents')
  }

  /**
   * Adds the torrent of an uploaded form.
   * @throws AppError `badRequest` for what is no torrent, `forbidden`, `tooMany`; for the target see `#checkTarget`
   */
  async addTorrent(
    actor: Actor,
    form: TorrentForm,
    { target = '', inOrder: isInOrder }: { target?: string | undefined; inOrder: boolean },
  ): Promise<{ id: string; name: string }> {
    const { access, readForm, scratch, newId } = this.#options
    access.demand(actor, 'importTorrents')
    await this.#checkTarget(actor, target)
    const { name, fileName, bytes } = await readForm(form)
    const id = newId()
    const source = { file: torrentKey(id), magnet: null, wanted: null, inOrder: isInOrder, trackers: null }
    const wish: Wish = { kind: 'torrent', input: { name, shownSource: fileName, target, source } }
    await this.#checkRoom(actor, 1)
    await scratch.put(source.file, bytes)
    const [job] = await this.#add(actor, [wish], [id]).catch(async (error: unknown) => {
      await scratch.delete([source.file])
      throw error
    })
    return { id, name: job!.input.name }
  }

  /**
   * Adds links.
   * @throws AppError `forbidden` if the person may import none of them, `tooMany`; for the target see `#checkTarget`
   */
  async addLinks(actor: Actor, { links, kind, target = '', ...how }: ImportBody): Promise<ImportsStarted> {
    await this.#checkTarget(actor, target)
    const refused: ImportsStarted['refused'] = []
    const wishes: Wish[] = []
    for (const link of new Set(links)) {
      const read = readLink(link, kind)
      if ('error' in read) refused.push({ link, error: read.error })
      else if (!can(actor, ACTIONS[read.kind])) refused.push({ link, error: 'forbidden' })
      else wishes.push(wishOf(read, target, how))
    }
    if (wishes.length === 0 && refused.some(({ error }) => error === 'forbidden'))
      throw new AppError('forbidden', 'the permission to import is missing')
    await this.#checkRoom(actor, wishes.length)
    const jobs = wishes.length === 0 ? [] : await this.#add(actor, wishes)
    return { items: jobs.map((job) => recordOf(job, actor.username)), refused }
  }

  /** @throws AppError `forbidden` for everybody's, except to administrators */
  async list(actor: Actor, { kind, all }: { kind?: string | undefined; all: boolean }): Promise<ImportList> {
    if (all && !can(actor, 'admin')) throw new AppError('forbidden', 'administrators only')
    const jobs = inOrder(await this.#jobs(all ? undefined : actor.userId)).filter(
      (job) => kind === undefined || !IMPORT_KINDS.includes(kind as ImportKind) || job.kind === kind,
    )
    const names = new Map<number, string>()
    for (const { owner } of jobs) if (!names.has(owner)) names.set(owner, await this.#options.usernameOf(owner))
    const { running, lacking } = this.#options.workers()
    const items = jobs.map((job) => recordOf(job, names.get(job.owner) ?? ''))
    return { items, worker: running > 0, missing: IMPORT_PROGRAMS.filter((program) => lacking.includes(program)) }
  }

  /** @throws AppError `notFound` */
  async read(actor: Actor, id: string): Promise<ImportDetails> {
    const job = await this.#find(actor, id)
    const more = isOfKind(job, 'torrent') ? await this.#options.contentsOf(job) : { contents: [], trackers: [] }
    return { ...(await this.#recordOf(job)), ...more }
  }

  /** @throws AppError `notFound`; `conflict` if it has ended or is paused */
  async pause(actor: Actor, id: string): Promise<void> {
    const job = await this.#find(actor, id)
    if (hasEnded(job) || job.state === 'paused') throw new AppError('conflict', 'it is not under way')
    await this.#options.queue.pause(job)
  }

  /** @throws AppError `notFound`; `conflict` if it is not paused and has not failed; `tooMany` */
  async resume(actor: Actor, id: string): Promise<void> {
    const job = await this.#find(actor, id)
    const isPaused = job.state === 'paused' || job.wish === 'pause'
    if (!isPaused && job.state !== 'failed') throw new AppError('conflict', 'it is under way or done')
    if (job.state === 'failed') await this.#checkRoom(actor, 1)
    await this.#options.queue.resume(job)
  }

  /** @throws AppError `notFound`, `badRequest` for what only torrents have, `conflict` if it is done */
  async change(actor: Actor, id: string, { place, ...torrent }: ChangeImportBody): Promise<ImportRecord> {
    const job = await this.#find(actor, id)
    if (job.state === 'done') throw new AppError('conflict', 'it is done')
    const change: Partial<Pick<ImportJob, 'place' | 'input'>> = place === undefined ? {} : { place }
    if (Object.keys(torrent).length > 0) {
      if (!isOfKind(job, 'torrent')) throw new AppError('badRequest', 'it is no torrent')
      change.input = { ...job.input, source: { ...job.input.source, ...torrent } }
    }
    await this.#options.queue.change(id, change)
    return this.#recordOf({ ...job, ...change } as ImportJob)
  }

  /** Cancels an import, or forgets an ended one. @throws AppError `notFound` */
  async remove(actor: Actor, id: string): Promise<void> {
    const job = await this.#find(actor, id)
    await this.#options.queue.cancel(job)
  }

  async clear(actor: Actor): Promise<void> {
    await this.#options.queue.clear(actor.userId)
  }

  async progress(actor: Actor): Promise<TorrentsProgress> {
    const jobs = inOrder(await this.#jobs(actor.userId))
    return progressByName(jobs.filter(({ kind }) => kind === 'torrent'))
  }

  /** @throws AppError `notFound` unless one of the person's own torrents has this name */
  async cancelTorrent(actor: Actor, name: string): Promise<void> {
    const jobs = await this.#jobs(actor.userId)
    const job = jobs.find(({ kind, input }) => kind === 'torrent' && input.name === name)
    if (!job) throw new AppError('notFound', 'no torrent of this name')
    await this.#options.queue.cancel(job)
  }

  /** The picture of a video. @throws AppError `notFound` */
  async picture(actor: Actor, id: string): Promise<Buffer> {
    const job = await this.#find(actor, id)
    const picture = job.progress?.hasPicture ? await this.#options.scratch.get(pictureKey(id)) : null
    if (picture === null) throw new AppError('notFound', 'it has no picture')
    return picture
  }

  /** Everybody's imports with their owners, for pages that are to be told of changes. */
  async everybodys(): Promise<{ owner: number; record: ImportRecord }[]> {
    const jobs = await this.#jobs()
    return Promise.all(jobs.map(async (job) => ({ owner: job.owner, record: await this.#recordOf(job) })))
  }

  /** Adds jobs with names that the person's other imports of the kind do not have. */
  async #add(actor: Actor, wishes: readonly Wish[], ids: readonly string[] = []): Promise<ImportJob[]> {
    const { queue, newId, audit } = this.#options
    const taken = new Set((await this.#jobs(actor.userId)).map(({ kind, input }) => `${kind} ${input.name}`))
    const added = wishes.map(({ kind, input }, index): NewJob => {
      const name = freeName(input.name, (candidate) => taken.has(`${kind} ${candidate}`))
      taken.add(`${kind} ${name}`)
      return { _id: ids[index] ?? newId(), kind, owner: actor.userId, input: { ...input, name } }
    })
    const jobs = (await queue.add(added)) as ImportJob[]
    for (const { input } of jobs) audit.note({ kind: 'import', ...auditedOf(actor), path: input.name })
    return jobs
  }

  async #jobs(owner?: number): Promise<ImportJob[]> {
    const jobs = await this.#options.queue.list(owner)
    return jobs.filter(({ kind }) => IMPORT_KINDS.includes(kind as ImportKind)) as ImportJob[]
  }

  async #find(actor: Actor, id: string): Promise<ImportJob> {
    const job = (await this.#options.queue.find(id)) as ImportJob | null
    if (job === null || !IMPORT_KINDS.includes(job.kind) || (job.owner !== actor.userId && !can(actor, 'admin')))
      throw new AppError('notFound', 'no such import')
    return job
  }

  async #recordOf(job: ImportJob): Promise<ImportRecord> {
    return recordOf(job, await this.#options.usernameOf(job.owner))
  }

  /** @throws AppError `tooMany` if so many more would be too many */
  async #checkRoom(actor: Actor, more: number): Promise<void> {
    const open = (await this.#jobs(actor.userId)).filter((job) => !hasEnded(job))
    if (open.length + more > IMPORTS_MAX) throw new AppError('tooMany', `a person has ${IMPORTS_MAX} imports at most`)
  }

  /**
   * Checks the folder that a person has chosen.
   * @throws AppError `badRequest` for an invalid path, `forbidden` by rules and permissions, `notFound`, `isFile`
   */
  async #checkTarget(actor: Actor, target: string): Promise<void> {
    if (target === '') return
    const { access, tree } = this.#options
    const path = parseUserPath(target)
    access.authorize(actor, 'create', path)
    const found = await tree.statIfThere(actor, path)
    if (found === null) throw new AppError('notFound', 'the folder is not there')
    if (found.kind === 'file') throw new AppError('isFile', 'the target is a file')
  }
}

type How = Pick<ImportBody, 'preset' | 'subtitles' | 'entries' | 'inOrder'>

function wishOf(
  { kind, link, name }: { kind: ImportKind; link: string; name: string },
  target: string,
  { preset = 'best', subtitles = false, entries = false, inOrder: isInOrder = false }: How,
): Wish {
  const common = { name, shownSource: link, target }
  if (kind === 'link') return { kind, input: { ...common, source: { link, checksum: null } } }
  if (kind === 'video') return { kind, input: { ...common, source: { link, preset, subtitles, entries } } }
  const source = { file: null, magnet: link, wanted: null, inOrder: isInOrder, trackers: null }
  return { kind, input: { ...common, source } }
}
