// The jobs that are imports.
import { IMPORT_KINDS, type ImportKind } from '../../../contract/import-kinds.ts'
import { IMPORTS_MAX } from '../../../contract/limits.ts'
import { can } from '../../../contract/rights.ts'
import { hasJobEnded } from '../../jobs/model.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Job } from '../../jobs/types.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Actor } from '../access/actor.ts'
import type { ImportJob } from './records.ts'

export class ImportJobs {
  readonly #queue: Pick<JobQueue, 'list' | 'find'>

  constructor(queue: Pick<JobQueue, 'list' | 'find'>) {
    this.#queue = queue
  }

  /** Those of a person, or everybody's, in no order. */
  async list(owner?: number): Promise<ImportJob[]> {
    return (await this.#queue.list(owner)).filter(isImportJob)
  }

  /** One of the person's own; an administrator finds everybody's. @throws AppError `notFound` */
  find(actor: Actor, id: string): Promise<ImportJob> {
    return findJob(this.#queue, actor, { id, isOfKind: isImportJob })
  }
}

/**
 * A job of some kinds: one of the person's own; an administrator finds everybody's. For anybody else's job the answer
 * is the same as for one that does not exist.
 * @throws AppError `notFound`
 */
export async function findJob<Found extends Job>(
  queue: Pick<JobQueue, 'find'>,
  actor: Actor,
  { id, isOfKind }: { id: string; isOfKind(job: Job): job is Found },
): Promise<Found> {
  const job = await queue.find(id)
  if (job === null || !isOfKind(job) || (job.owner !== actor.userId && !can(actor, 'admin')))
    throw new AppError('notFound', 'it is not there')
  return job
}

/** How many more imports a person may have beside these. */
export const roomBeside = (jobs: readonly ImportJob[]): number =>
  Math.max(0, IMPORTS_MAX - jobs.filter((job) => !hasJobEnded(job)).length)

/** @throws AppError `tooMany` if so many more are too many for a person who has these imports */
export function demandRoom(jobs: readonly ImportJob[], more: number): void {
  if (more > roomBeside(jobs)) throw new AppError('tooMany', `a person has ${IMPORTS_MAX} imports at most`)
}

export const isImportJob = (job: Job): job is ImportJob => IMPORT_KINDS.includes(job.kind as ImportKind)
