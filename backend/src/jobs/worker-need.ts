// When a worker is needed. Where workers rest, as with `make start`, one ends by this, and another one is called by it.
import { hasJobEnded } from './model.ts'
import type { Job } from './types.ts'

export interface WorkerNeedOptions {
  /** All jobs. */
  jobs(): Promise<Pick<Job, 'state' | 'notBefore'>[]>
  /** From when on people are to be told of something, which only a worker does; as `WorkerNeed`. */
  tellsFrom(): Promise<number>
}

/** Answers from when on a worker is needed, in milliseconds since 1970: 0 for always, Infinity for never. */
export type WorkerNeed = () => Promise<number>

export const createWorkerNeed =
  ({ jobs, tellsFrom }: WorkerNeedOptions): WorkerNeed =>
  async () => {
    const [all, from] = await Promise.all([jobs(), tellsFrom()])
    return Math.min(from, ...all.map(neededFrom))
  }

/** One that runs has a worker, or was left by a lost one; what a cancelled one has left is removed by a worker, too. */
function neededFrom(job: Pick<Job, 'state' | 'notBefore'>): number {
  if (job.state === 'paused' || hasJobEnded(job)) return Infinity
  return job.state === 'running' ? 0 : job.notBefore
}
