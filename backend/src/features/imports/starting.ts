// Starts imports. This only writes jobs into the queue; a worker carries them out.
import type { ImportKind } from '../../../contract/import-kinds.ts'
import type { ImportBody, ImportsStarted } from '../../../contract/imports.ts'
import { freeName } from '../../../contract/numbered-names.ts'
import { type Action, can } from '../../../contract/rights.ts'
import type { JobQueue, NewJob } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseUserPath } from '../../storage/paths.ts'
import type { Scratch } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import { type Actor, auditedOf } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { Tree } from '../tree/service.ts'
import type { ImportHistory } from './history.ts'
import type { ImportJobs } from './jobs.ts'
import { torrentKey } from './keys.ts'
import { identifyLink } from './identify-link.ts'
import { type ImportJob, recordOf } from './records.ts'
import type { UploadedTorrent, TorrentForm } from './torrents/form.ts'
import type { ImportInput, ImportSources } from './types.ts'

export interface StartingOptions {
  queue: Pick<JobQueue, 'add'>
  jobs: ImportJobs
  history: Pick<ImportHistory, 'list'>
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Pick<Tree, 'statIfThere'>
  scratch: Pick<Scratch, 'put' | 'delete'>
  /** Reads an uploaded form, in a child. */
  readForm(form: TorrentForm): Promise<UploadedTorrent>
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

export class ImportStarting {
  readonly #options: StartingOptions

  constructor(options: StartingOptions) {
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
    await this.#options.jobs.checkRoom(actor.userId, 1)
    await scratch.put(source.file, bytes)
    try {
      const [job] = await this.#add(actor, [wish], [id])
      return { id, name: job?.input.name ?? name }
    } catch (error) {
      await scratch.delete([source.file])
      throw error
    }
  }

  /**
   * Adds links.
   * @throws AppError `forbidden` if the person may import none of them, `tooMany`, `badRequest` for a checksum of
   *   anything but one file; for the target see `#checkTarget`
   */
  async addLinks(
    actor: Actor,
    { links, kind: wanted, target = '', again = false, ...how }: ImportBody,
  ): Promise<ImportsStarted> {
    const kind = kindWith(how.checksum, links, wanted)
    await this.#checkTarget(actor, target)
    const refused: ImportsStarted['refused'] = []
    const known: ImportsStarted['known'] = []
    const before = again ? [] : await this.#options.history.list(actor.userId)
    const wishes: Wish[] = []
    for (const link of new Set(links)) {
      const read = identifyLink(link, kind)
      if ('error' in read) refused.push({ link, error: read.error })
      else if (!can(actor, ACTIONS[read.kind])) refused.push({ link, error: 'forbidden' })
      else {
        const earlier = before.find((item) => item.link === read.link)
        if (earlier) known.push(earlier)
        else wishes.push(wishOf(read, target, how))
      }
    }
    if (wishes.length === 0 && refused.some(({ error }) => error === 'forbidden'))
      throw new AppError('forbidden', 'the permission to import is missing')
    await this.#options.jobs.checkRoom(actor.userId, wishes.length)
    const jobs = wishes.length === 0 ? [] : await this.#add(actor, wishes)
    return { items: jobs.map((job) => recordOf(job, actor.username)), refused, known }
  }

  /** Adds jobs with names that the person's other imports of the kind do not have. */
  async #add(actor: Actor, wishes: readonly Wish[], ids: readonly string[] = []): Promise<ImportJob[]> {
    const { queue, newId, audit } = this.#options
    const taken = new Set(
      (await this.#options.jobs.list(actor.userId)).map(({ kind, input }) => `${kind} ${input.name}`),
    )
    const added = wishes.map(({ kind, input }, index): NewJob => {
      const name = freeName(input.name, (candidate) => taken.has(`${kind} ${candidate}`))
      taken.add(`${kind} ${name}`)
      return { _id: ids[index] ?? newId(), kind, owner: actor.userId, input: { ...input, name } }
    })
    const jobs = (await queue.add(added)) as ImportJob[]
    for (const { input } of jobs) audit.note({ kind: 'import', ...auditedOf(actor), path: input.name })
    return jobs
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

type How = Pick<ImportBody, 'preset' | 'subtitles' | 'entries' | 'inOrder' | 'checksum'>

/** What links are: a link with a checksum is one to a file. @throws AppError `badRequest` */
function kindWith(
  checksum: string | undefined,
  links: readonly string[],
  wanted: ImportKind | undefined,
): ImportKind | undefined {
  if (checksum === undefined) return wanted
  if (new Set(links).size > 1) throw new AppError('badRequest', 'a checksum is for one link')
  if ((wanted ?? 'link') !== 'link' || links.some((link) => /^\s*magnet:/i.test(link)))
    throw new AppError('badRequest', 'a checksum is for a link to a file')
  return 'link'
}

function wishOf(
  { kind, link, name }: { kind: ImportKind; link: string; name: string },
  target: string,
  { preset = 'best', subtitles = false, entries = false, inOrder: isInOrder = false, checksum }: How,
): Wish {
  const common = { name, shownSource: link, target }
  if (kind === 'link') return { kind, input: { ...common, source: { link, checksum: checksum ?? null } } }
  if (kind === 'video') return { kind, input: { ...common, source: { link, preset, subtitles, entries } } }
  const source = { file: null, magnet: link, wanted: null, inOrder: isInOrder, trackers: null }
  return { kind, input: { ...common, source } }
}
