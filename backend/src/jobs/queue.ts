// Jobs, for those who ask for work to be done. No worker has to run for that: what a job is to do next is written into
// its document, where the worker that has it finds it.
import type { ChangeCounters } from '../database/change-counters.ts'
import type { HouseTask } from '../database/house-keeping.ts'
import type { Clock } from '../lib/clock.ts'
import { hasJobEnded, isHeld, type JobModel, JOBS } from './model.ts'
import type { Job } from './types.ts'

/** A job that is to be added. */
export type NewJob = Pick<Job, '_id' | 'kind' | 'owner' | 'input'> & { progress?: unknown }

export interface JobChange {
  place?: number | undefined
  input?: Readonly<Record<string, unknown>>
}

export interface JobQueueOptions {
  model: JobModel
  changeCounters: Pick<ChangeCounters, 'announce' | 'onChange'>
  now: Clock
  /** How long ended jobs are kept, in milliseconds, and how many of an owner. */
  keptMs: number
  keptMost: number
}

const SWEEP_MS = 10 * 60_000

export class JobQueue {
  readonly tasks: readonly HouseTask[] = [{ name: 'jobs', everyMs: SWEEP_MS, run: () => this.removeOld() }]
  readonly #options: JobQueueOptions

  constructor(options: JobQueueOptions) {
    this.#options = options
  }

  get #model(): JobModel {
    return this.#options.model
  }

  /** Adds jobs behind the owner's others, in their order. */
  async add(added: readonly NewJob[]): Promise<Job[]> {
    const created = this.#options.now()
    const jobs = added.map((job, index): Job => ({
      progress: null,
      ...job,
      state: 'waiting',
      wish: 'run',
      // A time, so that a later job comes behind an earlier one, whichever process adds them.
      place: created + index / 1000,
      failure: null,
      fence: 0,
      holder: null,
      until: 0,
      failures: 0,
      notBefore: 0,
      created,
      started: null,
      ended: null,
    }))
    await this.#model.insertMany(jobs)
    await this.#tell()
    return jobs
  }

  /** All jobs, or those of an owner, in no order. Without cancelled ones. */
  async list(owner?: number): Promise<Job[]> {
    const found = await this.#model.find(owner === undefined ? {} : { owner }).lean<Job[]>()
    return found.filter(({ state }) => state !== 'cancelled')
  }

  /** Jobs that have not ended, including cancelled ones whose leftovers are still there. */
  async open(): Promise<Job[]> {
    return (await this.#model.find().lean<Job[]>()).filter((job) => !hasJobEnded(job))
  }

  /** How many jobs workers have, and how many they could take. */
  async load(): Promise<{ running: number; waiting: number }> {
    const now = this.#options.now()
    const open = await this.open()
    return {
      running: open.filter((job) => isHeld(job, now)).length,
      waiting: open.filter((job) => job.state === 'waiting' && job.notBefore <= now).length,
    }
  }

  async find(id: string): Promise<Job | null> {
    const job = await this.#model.findById(id).lean<Job>()
    return job === null || job.state === 'cancelled' ? null : job
  }

  /** Pauses a job that has not ended. One that runs is paused by its worker, within a second or two. */
  async pause(job: Job): Promise<void> {
    await this.#decide(job, { idle: { state: 'paused' }, held: { wish: 'pause' } })
  }

  /** Lets a paused or failed job wait for a worker again. */
  async resume(job: Job): Promise<void> {
    const again = { state: 'waiting', wish: 'run', failure: null, failures: 0, notBefore: 0, ended: null } as const
    await this.#decide(job, { idle: again, held: { wish: 'run' } })
  }

  /** Ends a job, or forgets one that has ended. A worker removes what it has left, then its document. */
  async cancel(job: Job): Promise<void> {
    await this.#decide(job, { idle: { state: 'cancelled', wish: 'cancel', notBefore: 0 }, held: { wish: 'cancel' } })
  }

  /** Forgets the ended jobs of an owner. */
  async clear(owner: number): Promise<void> {
    const jobs = (await this.list(owner)).filter(hasJobEnded)
    for (const job of jobs) await this.cancel(job)
  }

  /**
   * Changes the place of a job, or what it is asked to do. Its worker sees that soon.
   * @param input the new values by where they are in the input: `a.b`. What is not named stays.
   */
  async change(id: string, { place, input = {} }: JobChange): Promise<void> {
    const inside = Object.entries(input).map(([key, value]) => [`input.${key}`, value] as const)
    const $set = { ...(place === undefined ? {} : { place }), ...Object.fromEntries(inside) }
    await this.#model.updateOne({ _id: id }, { $set })
    await this.#tell()
  }

  /** Ends all jobs of a person who is deleted. */
  async cancelAllOf(owner: number): Promise<void> {
    for (const job of await this.list(owner)) await this.cancel(job)
  }

  /** Calls back when any job may have changed, on whichever process. */
  onChange(listener: () => void): void {
    this.#options.changeCounters.onChange(JOBS, listener)
  }

  /** Deletes jobs that ended long ago, and the oldest ended ones of an owner who has too many. */
  async removeOld(): Promise<void> {
    const { now, keptMs, keptMost } = this.#options
    const ended = (await this.#model.find().lean<Job[]>()).filter(hasJobEnded)
    const old = ended.filter((job) => (job.ended ?? 0) < now() - keptMs)
    const byOwner = Map.groupBy(ended, ({ owner }) => owner)
    const many = [...byOwner.values()].flatMap((jobs) =>
      jobs.toSorted((a, b) => (b.ended ?? 0) - (a.ended ?? 0)).slice(keptMost),
    )
    for (const job of new Set([...old, ...many])) await this.cancel(job)
  }

  /** Applies a change to a job that no worker has, or leaves a wish for the worker that has it. */
  async #decide({ _id }: Job, { idle, held }: { idle: Partial<Job>; held: Partial<Job> }): Promise<void> {
    const now = this.#options.now()
    const { matchedCount } = await this.#model.updateOne(
      { _id, state: { $ne: 'cancelled' }, $or: [{ state: { $ne: 'running' } }, { until: { $lte: now } }] },
      { $set: { ...idle, holder: null, until: 0 }, $inc: { fence: 1 } },
    )
    if (matchedCount === 0) await this.#model.updateOne({ _id, state: 'running' }, { $set: held })
    await this.#tell()
  }

  async #tell(): Promise<void> {
    await this.#options.changeCounters.announce(JOBS)
  }
}
