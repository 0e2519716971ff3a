// Carries out jobs in this process. Any number of processes may do that at once.
import type { Attention } from '../lib/attention.ts'
import type { ChangeCounters } from '../database/change-counters.ts'
import type { Leases } from '../database/leases.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import { isPlaceWanted, nextJob } from './choosing.ts'
import { JobHolding, JOB_LEASE_MS } from './holding.ts'
import { type JobModel, JOBS } from './model.ts'
import { type Job, JobFailed, type JobLimits, JobLost, type JobRest, type JobWork } from './types.ts'

export interface JobRunnerOptions {
  model: JobModel
  works: readonly JobWork<never, never>[]
  limits(): Promise<JobLimits>
  /** Told of each job that is done, once or more often. */
  onDone(job: Job): Promise<unknown>
  leases: Pick<Leases, 'tryAcquire'>
  changeCounters: Pick<ChangeCounters, 'announce' | 'onChange'>
  attention: Pick<Attention, 'attend'>
  metrics: Pick<Metrics, 'jobsRunning' | 'jobsEnded'>
  log: Pick<Log, 'warn' | 'error'>
  now: Clock
  newId(): string
  /** How often it looks for jobs that lost workers have left, in milliseconds. New jobs are announced. */
  lookMs?: number
}

const LOOK_MS = 5_000
/** Only one worker at a time counts what runs and takes a job. */
const CLAIM = 'jobs claim'
const CLAIM_MS = 10_000
/** After so many failed runs in a row, none with a reason for the owner, the job has failed; and the first pause. */
const FAILURES_MAX = 5
const FIRST_PAUSE_MS = 2_000

export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #works: ReadonlyMap<string, JobWork<unknown, unknown>>
  readonly #holder: string
  readonly #holdings = new Map<JobHolding, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  #isLookWanted = false
  #isRunning = false

  constructor(options: JobRunnerOptions) {
    this.#options = options
    this.#works = new Map(options.works.map((work) => [work.kind, work as unknown as JobWork<unknown, unknown>]))
    this.#holder = options.newId()
    options.changeCounters.onChange(JOBS, () => this.#look())
  }

  /** Jobs that this process carries out now. */
  get running(): number {
    return this.#holdings.size
  }

  start(): void {
    this.#isRunning = true
    this.#timer = setInterval(() => this.#look(), this.#options.lookMs ?? LOOK_MS).unref()
    this.#look()
  }

  /** Stops working on all jobs, so that other workers continue them. Resolves when that is done. */
  async stop(): Promise<void> {
    this.#isRunning = false
    clearInterval(this.#timer)
    await this.#looking
    for (const holding of this.#holdings.keys()) holding.leaveOff('stop')
    await Promise.all(this.#holdings.values())
  }

  #look(): void {
    if (this.#holdings.size > 0) this.#options.attention.attend()
    this.#isLookWanted = true
    if (!this.#isRunning || this.#looking !== null) return
    this.#looking = this.#takeAll()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'could not look for jobs'))
      .finally(() => {
        this.#looking = null
        if (this.#isLookWanted) this.#look()
      })
  }

  async #takeAll(): Promise<void> {
    this.#isLookWanted = false
    while (this.#isRunning && (await this.#takeOne()));
  }

  /** Takes the next job if there is one. Answers whether it did. */
  async #takeOne(): Promise<boolean> {
    if ((await this.#next()) === null) return false
    const lease = await this.#options.leases.tryAcquire(CLAIM, CLAIM_MS)
    // The worker that holds it announces what it takes; then this one looks again.
    if (lease === null) return false
    try {
      const next = await this.#next()
      if (next === null) return false
      const taken = await this.#claim(next)
      if (taken !== null) this.#carryOut(taken)
      return true
    } finally {
      await lease.release()
    }
  }

  /** The job to take next, if any. Kinds with limits of their own come first, since they are quick. */
  async #next(): Promise<Job | null> {
    const { limits, now } = this.#options
    const byLimits = await this.#jobsByLimits()
    for (const [own, group] of byLimits) {
      const next = own === undefined ? null : nextJob(group, own, now())
      if (next !== null) return next
    }
    const others = byLimits.get(undefined)
    return others === undefined ? null : nextJob(others, await limits(), now())
  }

  /** All jobs, by the limits of their own that their kinds have, or by none. */
  async #jobsByLimits(): Promise<Map<JobLimits | undefined, Job[]>> {
    const jobs = (await this.#options.model.find().lean<Job[]>()).filter(({ kind }) => this.#works.has(kind))
    return Map.groupBy(jobs, ({ kind }) => this.#works.get(kind)?.limits)
  }

  async #isPlaceWanted({ _id, kind }: Job): Promise<boolean> {
    const { limits, now } = this.#options
    const own = this.#works.get(kind)?.limits
    const jobs = (await this.#jobsByLimits()).get(own) ?? []
    return isPlaceWanted(jobs, { id: _id, limits: own ?? (await limits()), now: now() })
  }

  async #claim({ _id, fence, state, started }: Job): Promise<Job | null> {
    const now = this.#options.now()
    const change: Partial<Job> = { holder: this.#holder, until: now + JOB_LEASE_MS, fence: fence + 1, failure: null }
    if (state !== 'cancelled') Object.assign(change, { state: 'running', started: started ?? now })
    return this.#options.model
      .findOneAndUpdate({ _id, fence }, { $set: change }, { returnDocument: 'after' })
      .lean<Job>()
  }

  #carryOut(job: Job): void {
    const { model, now, log, metrics } = this.#options
    const { kind } = job
    metrics.jobsRunning.inc({ kind })
    const holding = new JobHolding(job, {
      model,
      now,
      tell: () => this.#tell(),
      isPlaceWanted: () => this.#isPlaceWanted(job),
    })
    const ended = this.#run(job, holding)
      .catch((error: unknown) => log.warn({ err: error, job: job._id }, 'the end of a job could not be written down'))
      .finally(() => {
        holding.close()
        metrics.jobsRunning.dec({ kind })
        metrics.jobsEnded.inc({ kind, state: holding.outcome })
        this.#holdings.delete(holding)
        this.#look()
      })
    this.#holdings.set(holding, ended)
    this.#tell()
  }

  async #run(job: Job, holding: JobHolding): Promise<void> {
    const work = this.#works.get(job.kind)
    if (work === undefined) throw new Error(`no work for jobs of the kind ${job.kind}`)
    if (job.state === 'cancelled') return this.#discard(work, holding, job)
    if (job.wish === 'pause') return holding.givePaused()
    if (job.wish === 'cancel') return this.#discard(work, holding, job)
    const { error, rest } = await outcomeOf(() => work.run(holding))
    if (holding.end === 'lost' || error instanceof JobLost) return
    if (error === null && rest === null) return this.#end(holding, job)
    if (holding.end === 'cancel') return this.#discard(work, holding, job)
    if (holding.end === 'pause') return holding.givePaused()
    if (rest !== null) return holding.giveRest(changeTo(rest, this.#options.now()))
    if (holding.end === 'stop') return holding.giveBack({})
    return this.#fail(error, holding, job)
  }

  async #end(holding: JobHolding, job: Job): Promise<void> {
    const ended = this.#options.now()
    try {
      await this.#options.onDone({ ...job, progress: holding.progress, input: holding.input, ended })
    } catch (error) {
      // Its next run finds everything done, and tells it again.
      return this.#fail(error, holding, job)
    }
    await holding.giveBack({ state: 'done', ended, failures: 0 })
  }

  async #discard(work: JobWork<unknown, unknown>, holding: JobHolding, job: Job): Promise<void> {
    try {
      await work.discard(holding)
    } catch (error) {
      this.#options.log.warn({ err: error, job: job._id }, 'the leftovers of a job could not be removed yet')
      return holding.giveBack({ state: 'cancelled', ...this.#later(job) })
    }
    await holding.remove()
  }

  #fail(error: unknown, holding: JobHolding, job: Job): Promise<void> {
    const { now, log } = this.#options
    if (error instanceof JobFailed) {
      const { code, detail } = error
      return holding.giveBack({ state: 'failed', failure: { code, detail }, ended: now() })
    }
    log.error({ err: error, job: job._id, kind: job.kind }, 'a job failed')
    if (job.failures + 1 < FAILURES_MAX) return holding.giveBack({ state: 'waiting', ...this.#later(job) })
    return holding.giveBack({ state: 'failed', failure: { code: 'internal', detail: '' }, ended: now() })
  }

  /** Each pause is twice as long as the one before. */
  #later({ failures }: Job): Pick<Job, 'failures' | 'notBefore'> {
    return { failures: failures + 1, notBefore: this.#options.now() + FIRST_PAUSE_MS * 2 ** failures }
  }

  #tell(): void {
    const { changeCounters, log } = this.#options
    changeCounters.announce(JOBS).catch((error: unknown) => log.warn({ err: error }, 'a change was not announced'))
  }
}

interface Outcome {
  error: unknown
  rest: JobRest | null
}

const outcomeOf = (run: () => Promise<JobRest | void>): Promise<Outcome> =>
  run().then(
    (rest) => ({ error: null, rest: rest ?? null }),
    (thrown: unknown) => ({ error: thrown ?? new Error('a job failed without an error'), rest: null }),
  )

function changeTo(rest: JobRest, now: number): Partial<Job> {
  if ('stopped' in rest) return { state: 'paused', failure: rest.stopped, failures: 0 }
  // Places are the times when jobs were added, so a later one is behind them all.
  if ('behind' in rest) return { state: 'waiting', failure: rest.behind, failures: 0, notBefore: 0, place: now }
  return { state: 'waiting', failure: null, failures: 0, notBefore: rest.until }
}
