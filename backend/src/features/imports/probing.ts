// Looks at links before they are imported. A worker does it; this only asks, and reads what it has found.
import type { ProbeBody, VideoProbe } from '../../../contract/imports.ts'
import { hasJobEnded } from '../../jobs/model.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Job } from '../../jobs/types.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Scratch } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { identifyLink } from './identify-link.ts'
import { pictureKey } from './keys.ts'
import { importFailureOf } from './records.ts'
import { PROBE, type ProbeInput, readFound } from './videos/probe-work.ts'

export interface ProbingOptions {
  queue: Pick<JobQueue, 'add' | 'find' | 'open' | 'list' | 'cancel'>
  access: Pick<Access, 'demand'>
  scratch: Pick<Scratch, 'get'>
  newId(): string
}

/** Looks of a person that have not been cleared away yet. Each new one ends those before it. */
const LEFT_MAX = 5

export class ImportProbing {
  readonly #options: ProbingOptions

  constructor(options: ProbingOptions) {
    this.#options = options
  }

  /**
   * Begins a look, and ends the person's earlier ones: only the last is of interest.
   * @throws AppError `forbidden`; `badRequest` for what is no link to a page; `tooManyRequests`
   */
  async start(actor: Actor, { link, entries = false }: ProbeBody): Promise<VideoProbe> {
    const { access, queue, newId } = this.#options
    const { userId } = actor
    access.demand(actor, 'importVideos')
    const read = identifyLink(link, 'video')
    if ('error' in read || read.kind !== 'video') throw new AppError('badRequest', 'this is not a link to a page')
    const mine = (await queue.open()).filter(({ kind, owner }) => kind === PROBE && owner === userId)
    if (mine.length >= LEFT_MAX) throw new AppError('tooManyRequests', 'earlier looks have not ended yet')
    for (const job of await queue.list(userId)) if (job.kind === PROBE) await queue.cancel(job)
    const input: ProbeInput = { link: read.link, entries }
    const [job] = await queue.add([{ _id: newId(), kind: PROBE, owner: userId, input }])
    if (job === undefined) throw new AppError('internal', 'no job was added')
    return this.#probeOf(job)
  }

  /** @throws AppError `notFound` unless it is the person's own, and the latest */
  async read(actor: Actor, id: string): Promise<VideoProbe> {
    return this.#probeOf(await this.#find(actor, id))
  }

  /** The picture of what was found. @throws AppError `notFound` */
  async picture(actor: Actor, id: string): Promise<Buffer> {
    const { _id } = await this.#find(actor, id)
    const picture = await this.#options.scratch.get(pictureKey(_id))
    if (picture === null) throw new AppError('notFound', 'it has no picture')
    return picture
  }

  async #find({ userId }: Actor, id: string): Promise<Job> {
    const job = await this.#options.queue.find(id)
    if (job === null || job.kind !== PROBE || job.owner !== userId) throw new AppError('notFound', 'no such look')
    return job
  }

  async #probeOf({ _id: id, failure, ...job }: Job): Promise<VideoProbe> {
    if (failure !== null) return { id, state: 'failed', error: importFailureOf(failure), found: null }
    const found = hasJobEnded(job) ? await readFound(this.#options.scratch, id) : null
    return { id, state: found === null ? 'waiting' : 'done', error: null, found }
  }
}
