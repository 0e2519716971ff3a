// Starts imports. This only writes jobs into the queue; a worker carries them out.
import type { ImportKind } from '../../../contract/import-kinds.ts'
import type { ImportBody, ImportsStarted } from '../../../contract/imports.ts'
import { freeName } from '../../../contract/numbered-names.ts'
import { type Action, can } from '../../../contract/rights.ts'
import type { JobQueue, NewJob } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Scratch } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import { type Actor, auditedOf } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { ImportHistory } from './history.ts'
import { demandRoom, type ImportJobs, roomBeside } from './jobs.ts'
import { torrentKey } from './keys.ts'
import { identifyLink } from './identify-link.ts'
import { type ImportJob, importRecordOf } from './records.ts'
import { checkTarget, type TargetOptions } from './target.ts'
import type { UploadedTorrent, TorrentForm } from './torrents/form.ts'
import type { ImportInput, ImportSources } from './types.ts'

export interface StartingOptions extends TargetOptions {
  queue: Pick<JobQueue, 'add'>
  jobs: ImportJobs
  history: Pick<ImportHistory, 'list'>
  access: Pick<Access, 'authorize' | 'demand'>
  scratch: Pick<Scratch, 'put' | 'delete'>
  /** Reads an uploaded form, in a child. */
  readForm(form: TorrentForm): Promise<UploadedTorrent>
  audit: Pick<Audit, 'note'>
  newId(): string
}

/** What a new import is made from. */
type Wish = { [Kind in ImportKind]: { kind: Kind; input: ImportInput<ImportSources[Kind]> } }[ImportKind] & {
  /** A new one, if missing. */
  id?: string
}

const ACTIONS: Readonly<Record<ImportKind, Action>> = {
  torrent: 'importTorrents',
  video: 'importVideos',
  link: 'importVideos',
}

/** Whether somebody may import something of a kind at all. */
export const mayImport = (actor: Actor, kind: ImportKind): boolean => can(actor, ACTIONS[kind])

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
   * @throws AppError `badRequest` for what is no torrent, `forbidden`, `tooMany`; for the target see `checkTarget`
   */
  async addTorrent(
    actor: Actor,
    form: TorrentForm,
    { target = '', inOrder: isInOrder, id = this.#options.newId(), from }: TorrentHow,
  ): Promise<{ id: string; name: string }> {
    const { access, readForm, scratch } = this.#options
    access.demand(actor, 'importTorrents')
    await checkTarget(this.#options, actor, target)
    const { name, fileName, bytes } = await readForm(form)
    const source = { file: torrentKey(id), magnet: null, wanted: null, inOrder: isInOrder, trackers: null }
    const wish: Wish = { id, kind: 'torrent', input: { name, shownSource: fileName, target, source, ...fromOf(from) } }
    await scratch.put(source.file, bytes)
    try {
      const [job] = await this.#add(actor, [wish])
      return { id, name: job?.input.name ?? name }
    } catch (error) {
      await scratch.delete([source.file])
      throw error
    }
  }

  /**
   * Adds links.
   * @throws AppError `forbidden` if the person may import none of them, `tooMany`, `badRequest` for a wish that
   *   contradicts itself; for the target see `checkTarget`
   */
  async addLinks(
    actor: Actor,
    { links, kind: wanted, target = '', again = false, ...how }: ImportBody,
  ): Promise<ImportsStarted> {
    checkWish(links, how)
    const kind = kindWith(how.checksum, links, wanted)
    await checkTarget(this.#options, actor, target)
    const refused: ImportsStarted['refused'] = []
    const known: ImportsStarted['known'] = []
    const before = again ? [] : await this.#options.history.list(actor.userId)
    const wishes: Wish[] = []
    for (const link of new Set(links)) {
      const read = identifyLink(link, kind)
      if ('error' in read) refused.push({ link, error: read.error })
      else if (!mayImport(actor, read.kind)) refused.push({ link, error: 'forbidden' })
      else {
        const earlier = before.find((item) => item.link === read.link)
        if (earlier) known.push(earlier)
        else wishes.push(wishOf(read, target, how))
      }
    }
    if (wishes.length === 0 && refused.some(({ error }) => error === 'forbidden'))
      throw new AppError('forbidden', 'the permission to import is missing')
    const jobs = wishes.length === 0 ? [] : await this.#add(actor, wishes)
    return { items: jobs.map((job) => importRecordOf(job, actor.username)), refused, known }
  }

  /**
   * Adds what a followed feed has brought, as far as there is room for it. An id is that of the import: the same on
   * every try, so that nothing begins twice. Answers how many have begun, and the ids of all that are settled: that
   * have begun, are known already, or cannot be imported.
   */
  async addFound(
    actor: Actor,
    found: readonly FoundLink[],
    { target, kind, ...how }: FoundHow,
  ): Promise<{ started: number; settled: string[] }> {
    const before = await this.#options.history.list(actor.userId)
    const others = await this.#options.jobs.list(actor.userId)
    const ids = new Set(others.map(({ _id }) => _id))
    const settled: string[] = []
    const wishes: Wish[] = []
    for (const { id, link, title } of found) {
      const read = identifyLink(link, kind)
      const isWanted = !('error' in read) && mayImport(actor, read.kind) && !ids.has(id)
      if (!isWanted || before.some((item) => item.link === read.link)) settled.push(id)
      else wishes.push({ id, ...wishOf(read.kind === 'video' ? { ...read, name: title } : read, target, how) })
    }
    const added = wishes.slice(0, roomBeside(others))
    const jobs = added.length === 0 ? [] : await this.#add(actor, added)
    return { started: jobs.length, settled: [...settled, ...jobs.map(({ _id }) => _id)] }
  }

  /**
   * Adds jobs with names that the person's other imports of the kind do not have.
   * @throws AppError `tooMany`
   */
  async #add(actor: Actor, wishes: readonly Wish[]): Promise<ImportJob[]> {
    const { queue, newId, audit } = this.#options
    const others = await this.#options.jobs.list(actor.userId)
    demandRoom(others, wishes.length)
    const taken = new Set(others.map(({ kind, input }) => `${kind} ${input.name}`))
    const added = wishes.map(({ id, kind, input }): NewJob => {
      const name = freeName(input.name, (candidate) => taken.has(`${kind} ${candidate}`))
      taken.add(`${kind} ${name}`)
      return { _id: id ?? newId(), kind, owner: actor.userId, input: { ...input, name } }
    })
    const jobs = (await queue.add(added)) as ImportJob[]
    for (const { input } of jobs) audit.note({ kind: 'import', ...auditedOf(actor), path: input.name })
    return jobs
  }
}

export interface TorrentHow {
  target?: string | undefined
  inOrder: boolean
  /** Of the import; a new one, if missing. */
  id?: string
  from?: string
}

const fromOf = (from: string | undefined) => (from === undefined ? {} : { from })

/** What a followed feed has brought. */
export interface FoundLink {
  /** Tells it from all others, of all feeds. */
  id: string
  link: string
  title: string
}

export interface FoundHow extends Pick<How, 'preset' | 'from'> {
  target: string
  kind: ImportKind | undefined
}

interface How extends Pick<
  ImportBody,
  'preset' | 'subtitles' | 'entries' | 'chosen' | 'clip' | 'inOrder' | 'checksum'
> {
  from?: string
}

/** @throws AppError `badRequest` */
function checkWish(links: readonly string[], { entries = false, chosen, clip }: How): void {
  const isList = entries || chosen !== undefined
  if (chosen !== undefined && links.length > 1) throw new AppError('badRequest', 'entries belong to a single link')
  if (clip !== undefined && isList) throw new AppError('badRequest', 'only a single video can be cut')
  if (typeof clip?.to === 'number' && clip.to <= clip.from) throw new AppError('badRequest', 'the part has no length')
}

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
  { preset = 'best', subtitles = false, entries = false, inOrder: isInOrder = false, ...how }: How,
): Wish {
  const { chosen, clip, checksum, from } = how
  const common = { name, shownSource: link, target, ...fromOf(from) }
  if (kind === 'link') return { kind, input: { ...common, source: { link, checksum: checksum ?? null } } }
  if (kind === 'video') {
    const which = { entries: entries || chosen !== undefined, chosen: chosen ?? null, clip: clip ?? null }
    return { kind, input: { ...common, source: { link, preset, subtitles, ...which } } }
  }
  const source = { file: null, magnet: link, wanted: null, inOrder: isInOrder, trackers: null }
  return { kind, input: { ...common, source } }
}
