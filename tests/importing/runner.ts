// Runs one job as a worker does, without a database: what is reported is kept in memory.
import { JobFailed, type JobEnd, type JobWork } from '../../backend/src/jobs/types.ts'

export interface Running<Progress> {
  /** How it ended: null if its work is done. */
  ended: Promise<JobFailed | JobEnd | null>
  /** As told last. @throws Error if nothing was told yet */
  readonly progress: Progress
  /** Everything that was told. */
  readonly told: Progress[]
  /** Changes what it is asked to do. */
  change(input: unknown): void
  end(why: JobEnd): void
}

/** @param job its id, its input, and the progress of an earlier run */
export function startJob<Input, Progress>(
  work: JobWork<Input, Progress | null>,
  { id, input, progress }: { id: string; input: Input; progress: Progress | null },
): Running<Progress> {
  const stop = new AbortController()
  const told: Progress[] = []
  const report = (now: Progress | null) => {
    if (now !== null) told.push(now)
  }
  const job = {
    id,
    owner: 1,
    hadEnded: false,
    input,
    progress,
    signal: stop.signal,
    report,
    save: async (now: Progress | null) => report(now),
    isHeld: () => !stop.signal.aborted,
    isPlaceWanted: async () => false,
  }
  const ended = work.run(job).then(
    () => null,
    (error: unknown) => {
      if (error instanceof JobFailed || typeof error === 'string') return error as JobFailed | JobEnd
      throw error
    },
  )
  return {
    ended,
    told,
    get progress() {
      const last = told.at(-1)
      if (last === undefined) throw new Error('nothing was told yet')
      return last
    },
    change: (now) => void (job.input = now as Input),
    end: (why) => stop.abort(why),
  }
}
