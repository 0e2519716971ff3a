// A job while this worker has it: its lease is renewed, its progress stored, its owner's wishes obeyed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'
import type { JobModel } from './model.ts'
import { type Job, type JobEnd, JobLost, type JobState, type RunningJob } from './types.ts'

/** How long a lease lasts. A worker that is lost or frozen is missed after that. */
export const JOB_LEASE_MS = 20_000
/** A worker stops working on a job this long before its lease ends. */
const MARGIN_MS = 2_000
/** How often progress is stored, and how often the lease is renewed if there is no progress. */
const BEAT_MS = 1_000
const IDLE_BEATS = 2

export interface HoldingOptions {
  model: JobModel
  now: Clock
  /** Called after each write that others may want to see. */
  tell(): void
  isPlaceWanted(): Promise<boolean>
  beatMs?: number
}

export class JobHolding implements RunningJob<unknown, unknown> {
  readonly id: string
  readonly owner: number
  readonly hadEnded: boolean
  readonly #options: HoldingOptions
  readonly #mine: Pick<Job, '_id' | 'fence' | 'holder'>
  readonly #ending = new AbortController()
  #input: unknown
  #progress: unknown
  #outcome: JobState | 'lost' = 'lost'
  #isDirty = false
  #isClosed = false
  #idleBeats = 0
  #until: number
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  /** @param job as it was just taken */
  constructor(job: Job, options: HoldingOptions) {
    this.id = job._id
    this.owner = job.owner
    this.hadEnded = job.ended !== null
    this.#input = job.input
    this.#options = options
    this.#mine = { _id: job._id, fence: job.fence, holder: job.holder }
    this.#progress = job.progress
    this.#until = job.until
    this.#schedule()
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  get input(): unknown {
    return this.#input
  }

  get progress(): unknown {
    return this.#progress
  }

  /** What became of the job with this run. */
  get outcome(): JobState | 'lost' {
    return this.#outcome
  }

  /** Why it has to end; undefined while it may go on. */
  get end(): JobEnd | undefined {
    return this.signal.aborted ? (this.signal.reason as JobEnd) : undefined
  }

  isHeld(): boolean {
    return this.end !== 'lost' && this.#options.now() < this.#until - MARGIN_MS
  }

  isPlaceWanted(): Promise<boolean> {
    return this.#options.isPlaceWanted()
  }

  report(progress: unknown): void {
    this.#progress = progress
    this.#isDirty = true
  }

  async save(progress: unknown): Promise<void> {
    this.report(progress)
    await this.#write()
    if (!this.isHeld()) throw new JobLost()
  }

  leaveOff(end: JobEnd): void {
    if (!this.signal.aborted) this.#ending.abort(end)
  }

  /** Stops renewing the lease. If the job was not given back, another worker continues it when the lease ends. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  /** Writes how the run ended, and gives the job back. Without effect if the lease was lost. */
  async giveBack(change: Partial<Job>): Promise<void> {
    const $set = { progress: this.#progress, ...change, holder: null, until: 0 }
    const { matchedCount } = await this.#writeLast(() => this.#options.model.updateOne(this.#mine, { $set }))
    if (matchedCount === 1) this.#outcome = change.state ?? 'running'
    this.#options.tell()
  }

  /** Gives a paused job back. If its owner has changed their mind, it waits for a worker again. */
  async givePaused(): Promise<void> {
    const { matchedCount } = await this.#options.model.updateOne(
      { ...this.#mine, wish: 'pause' },
      { $set: { wish: 'run' } },
    )
    await this.giveBack({ state: matchedCount === 1 ? 'paused' : 'waiting' })
  }

  /** Gives back a job that continues later. What its owner has asked for meanwhile is done at once. */
  async giveRest(change: Partial<Job>): Promise<void> {
    await this.giveBack(change)
    const { _id, fence } = this.#mine
    const wished = { _id, fence, wish: { $ne: 'run' as const } }
    await this.#options.model.updateOne(wished, { $set: { state: 'waiting', notBefore: 0 } })
  }

  /** Deletes the job. Without effect if the lease was lost. */
  async remove(): Promise<void> {
    await this.#writeLast(() => this.#options.model.deleteOne(this.#mine))
    this.#outcome = 'cancelled'
    this.#options.tell()
  }

  /** What ends the run is written once nothing else is, and tried again for as long as the job is ours. */
  async #writeLast<T>(write: () => Promise<T>): Promise<T> {
    this.close()
    await this.#writing.catch(() => undefined)
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!this.isHeld()) throw error
        await sleep(this.#options.beatMs ?? BEAT_MS)
      }
    }
  }

  #schedule(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#beat(), this.#options.beatMs ?? BEAT_MS).unref()
  }

  async #beat(): Promise<void> {
    this.#idleBeats += 1
    try {
      if (this.#isDirty || this.#idleBeats >= IDLE_BEATS) await this.#write()
    } catch {
      // The database does not answer. It is asked again until the lease is over.
    }
    if (!this.isHeld()) this.leaveOff('lost')
    if (this.end !== 'lost') this.#schedule()
  }

  /** One write at a time, so that an older progress never follows a newer one. */
  #write(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#renew())
    return this.#writing
  }

  async #renew(): Promise<void> {
    const { model, now, tell } = this.#options
    const until = now() + JOB_LEASE_MS
    const isNews = this.#isDirty
    this.#isDirty = false
    this.#idleBeats = 0
    const stored = await model
      .findOneAndUpdate(this.#mine, { $set: { until, progress: this.#progress } }, { returnDocument: 'after' })
      .lean<Job>()
      .catch((error: unknown) => {
        this.#isDirty ||= isNews
        throw error
      })
    if (stored === null) return this.leaveOff('lost')
    this.#until = until
    this.#input = stored.input
    if (stored.wish !== 'run') this.leaveOff(stored.wish)
    if (isNews) tell()
  }
}
