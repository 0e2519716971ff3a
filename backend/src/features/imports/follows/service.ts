// The feeds that people follow and the folders that they have watched, as they see them. Each is a job; a worker
// carries it out.
import type { FollowBody, FollowList, FollowRecord } from '../../../../contract/follows.ts'
import { FOLLOW_LOOKS_MAX, FOLLOW_LOOKS_MINUTES, FOLLOWS_MAX } from '../../../../contract/limits.ts'
import { can } from '../../../../contract/rights.ts'
import type { JobQueue } from '../../../jobs/queue.ts'
import type { Job } from '../../../jobs/types.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Clock } from '../../../lib/clock.ts'
import { readLink } from '../../../lib/dial/target.ts'
import type { Actor } from '../../access/actor.ts'
import type { UserPath } from '../../../storage/paths.ts'
import type { Tree } from '../../tree/service.ts'
import { findJob } from '../jobs.ts'
import { ownerNames } from '../owner-names.ts'
import { checkTarget } from '../target.ts'
import { demandFollowing } from './permission.ts'
import { followRecordOf } from './records.ts'
import { FOLLOW, type FollowInput, type FollowJob, NOT_LOOKED } from './types.ts'
import { checkWatched, type WatchedFolderOptions } from './watched-folder.ts'

export interface FollowsOptions extends Pick<WatchedFolderOptions, 'access'> {
  tree: WatchedFolderOptions['tree'] & Pick<Tree, 'statIfThere'>
  queue: Pick<JobQueue, 'add' | 'list' | 'find' | 'change' | 'pause' | 'resume' | 'cancel'>
  usernameOf(userId: number): Promise<string>
  now: Clock
  newId(): string
}

const LOOKS_MS = FOLLOW_LOOKS_MINUTES * 60_000

export class HouseFollows {
  readonly #options: FollowsOptions

  constructor(options: FollowsOptions) {
    this.#options = options
  }

  /** By their titles. @throws AppError `forbidden` for everybody's, except to administrators */
  async list(actor: Actor, { all }: { all: boolean }): Promise<FollowList> {
    if (all && !can(actor, 'admin')) throw new AppError('forbidden', 'administrators only')
    const jobs = await this.#jobs(all ? undefined : actor.userId)
    const usernameOf = await ownerNames(jobs, this.#options.usernameOf)
    const records = jobs.map((job) => followRecordOf(job, usernameOf(job.owner)))
    const nameOf = ({ title, link }: FollowRecord) => title ?? link
    return { items: records.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))) }
  }

  /** @throws AppError `badRequest`, `forbidden`, `conflict`, `tooMany`, and as `checkTarget` */
  async add(
    actor: Actor,
    { link, kind = 'auto', preset = 'best', target = '', old = false }: FollowBody,
  ): Promise<FollowRecord> {
    const { access, tree, queue, newId } = this.#options
    demandFollowing(access, actor, kind)
    const source = kind === 'folder' ? await checkWatched(this.#options, actor, { link, target }) : read(link)
    const input: FollowInput = { link: source, kind, preset, target, old }
    await checkTarget(this.#options, actor, target)
    const own = await this.#jobs(actor.userId)
    // A file in the shared folder must not be imported twice.
    const others = kind === 'folder' && tree.isShared(actor, source as UserPath) ? await this.#jobs() : own
    if (others.some((job) => job.input.link === input.link)) throw new AppError('conflict', 'it is followed already')
    if (own.length >= FOLLOWS_MAX) throw new AppError('tooMany', `a person follows ${FOLLOWS_MAX} at most`)
    const job = { _id: newId(), kind: FOLLOW, owner: actor.userId, input, progress: NOT_LOOKED }
    const [added] = (await queue.add([job])) as FollowJob[]
    if (added === undefined) throw new Error('a job was not added')
    return this.#record(added)
  }

  /**
   * Looks now; one that is paused or has stopped goes on.
   * @throws AppError `notFound`; `tooManyRequests` where somebody has asked for many looks lately
   */
  async look(actor: Actor, id: string): Promise<void> {
    const { queue, now } = this.#options
    const job = await this.#find(actor, id)
    const at = now()
    const lately = (job.input.looks ?? []).filter((time) => time > at - LOOKS_MS)
    const [first = at] = lately
    if (lately.length >= FOLLOW_LOOKS_MAX) {
      const retryAfter = Math.ceil((first + LOOKS_MS - at) / 1000)
      throw new AppError('tooManyRequests', 'it was looked into too often just now', { retryAfter })
    }
    await queue.change(id, { input: { looks: [...lately, at] } })
    await queue.resume(job)
  }

  /** @throws AppError `notFound`; `conflict` if it is paused or has stopped */
  async pause(actor: Actor, id: string): Promise<void> {
    const job = await this.#find(actor, id)
    if (job.state === 'paused') throw new AppError('conflict', 'it is paused already')
    await this.#options.queue.pause(job)
  }

  /** @throws AppError `notFound` */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.#options.queue.cancel(await this.#find(actor, id))
  }

  /** Those of a person, or everybody's. */
  async #jobs(owner?: number): Promise<FollowJob[]> {
    return (await this.#options.queue.list(owner)).filter(isFollowJob)
  }

  #find(actor: Actor, id: string): Promise<FollowJob> {
    return findJob(this.#options.queue, actor, { id, isOfKind: isFollowJob })
  }

  async #record(job: FollowJob): Promise<FollowRecord> {
    return followRecordOf(job, await this.#options.usernameOf(job.owner))
  }
}

const isFollowJob = (job: Job): job is FollowJob => job.kind === FOLLOW

/** The link to a feed in its usual form. @throws AppError `badRequest` */
function read(link: string): string {
  try {
    return readLink(link.trim()).href
  } catch (error) {
    throw new AppError('badRequest', 'badLink: this is not a link that can be followed', { cause: error })
  }
}
