// What a job is, and what the code that carries one out sees of it. A job is a document in the database that any
// worker may take by a lease: a worker that is lost or frozen loses the lease, and another one goes on.

/** `done`, `failed` and `cancelled` are final. A cancelled one is deleted as soon as its leftovers are. */
export type JobState = 'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'

/** What the owner wants of a job. The worker that has it obeys within a second or two. */
export type JobWish = 'run' | 'pause' | 'cancel'

/** Why a run of a job ends before its work is done. */
export type JobEnd =
  // The owner wants it.
  | 'pause'
  | 'cancel'
  // Its lease is over: another worker may have it. Nothing may be written any more.
  | 'lost'
  // This worker stops; another one, or this one after its restart, goes on.
  | 'stop'

/** A failure that is told to the owner. */
export interface JobFailure {
  code: string
  detail: string
}

/** A job as stored. `Input` and `Progress` belong to its kind; both stay small (some kilobytes at most). */
export interface Job<Input = unknown, Progress = unknown> {
  _id: string
  kind: string
  /** The person's number. */
  owner: number
  state: JobState
  wish: JobWish
  /** Its place among the owner's waiting jobs; the smallest comes first. */
  place: number
  input: Input
  progress: Progress
  failure: JobFailure | null
  /** Grows each time a worker takes it. A write under an older number has no effect. */
  fence: number
  /** The worker that has it, and until when (ms since 1970 by the database's clock). */
  holder: string | null
  until: number
  /** Failed runs in a row, and when the next one may begin. */
  failures: number
  notBefore: number
  created: number
  started: number | null
  ended: number | null
}

/** A job while this worker has it. */
export interface RunningJob<Input, Progress> {
  readonly id: string
  readonly owner: number
  /** Whether it had ended, done or failed, before it was cancelled: then it is only forgotten. */
  readonly hadEnded: boolean
  /** What it is asked to do, as it was some seconds ago at most. */
  readonly input: Input
  /** As last stored; of an earlier run, too. */
  readonly progress: Progress
  /** Aborted with a `JobEnd` as its reason. `run` then stops as soon as it can, and throws or returns. */
  readonly signal: AbortSignal
  /** Tells the progress. It is stored at most once a second, and may be lost with the process. */
  report(progress: Progress): void
  /** Stores it before it resolves, for what must not be forgotten. @throws JobLost */
  save(progress: Progress): Promise<void>
  /** Whether the lease is still ours. Asked right before anything that must not happen twice. */
  isHeld(): boolean
  /** Whether another job waits that could run if this one did not. */
  isPlaceWanted(): Promise<boolean>
}

/**
 * How a run leaves a job that is not done: it waits until a time (ms since 1970 by the database's clock), stops until
 * its owner resumes it, or waits behind all others of its owner, for the reason that is told meanwhile.
 */
export type JobRest = { until: number } | { stopped: JobFailure } | { behind: JobFailure }

/** How many jobs run at a time, on all workers together, and how many of one owner. */
export interface JobLimits {
  running: number
  each: number
}

/** How the jobs of one kind are carried out. */
export interface JobWork<Input, Progress> {
  kind: string
  /** For jobs of seconds, which do not wait for long ones: limits of their own. */
  limits?: JobLimits
  /**
   * Carries out a job from wherever it is. When it returns nothing, the job is done. A `JobFailed` fails it; any other
   * error tries it again a few times, later and later.
   */
  run(job: RunningJob<Input, Progress>): Promise<JobRest | void>
  /** Removes all that a job has left anywhere: one that was cancelled, or one that has ended and is forgotten. */
  discard(job: RunningJob<Input, Progress>): Promise<void>
}

/** Fails a job for good, until its owner tries again. */
export class JobFailed extends Error implements JobFailure {
  readonly code: string
  readonly detail: string
  constructor(code: string, detail = '') {
    super(detail || code)
    this.name = 'JobFailed'
    this.code = code
    this.detail = detail
  }
}

/** The lease is over. */
export class JobLost extends Error {
  constructor() {
    super('another worker may have this job')
    this.name = 'JobLost'
  }
}
