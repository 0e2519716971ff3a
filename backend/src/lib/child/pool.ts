// Children that read foreign bytes for Nido, one or two at a time. Whatever the bytes make them do, only they end of
// it.
import { AppError } from '../app-error.ts'
import { createFairSlots, type FairSlotsOptions } from '../fair-slots.ts'
import { ChildEnded, Worker, type Job, type JobAnswer, type WorkerOptions } from './worker.ts'

export type { Job, JobAnswer, TaskBody } from './worker.ts'

export interface ChildPool {
  /**
   * Does a task in a child that has nothing else to do, or in a new one. Who leaves meanwhile (the signal) waits no
   * longer.
   * @throws AppError as the task threw it; `unsupportedMediaType` when the child took too long or ended of it. What the
   * body fails with, and the signal's reason; `unavailable` where others were first for too long
   */
  run(job: Job): Promise<JobAnswer>
  /** Ids of the processes there are. */
  pids(): number[]
  stop(): void
}

export interface ChildPoolOptions extends WorkerOptions {
  /** Children there are at most, and how they are shared. */
  share: FairSlotsOptions
  /** Milliseconds after which a child without work ends. */
  idleMs?: number
}

const IDLE_MS = 10_000

export function createChildPool({ share, idleMs = IDLE_MS, ...options }: ChildPoolOptions): ChildPool {
  const slots = createFairSlots(share)
  const all = new Set<Worker>()
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = []

  function takeWorker(): Worker {
    for (let resting = idle.pop(); resting; resting = idle.pop()) {
      clearTimeout(resting.timer)
      resting.worker.rest(false)
      if (resting.worker.isUsable) return resting.worker
      all.delete(resting.worker)
    }
    const worker = new Worker(options)
    all.add(worker)
    return worker
  }

  function giveBack(worker: Worker): void {
    worker.rest(true)
    if (!worker.isUsable) return void all.delete(worker)
    const entry = {
      worker,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(entry), 1)
        all.delete(worker)
        worker.end()
      }, idleMs).unref(),
    }
    idle.push(entry)
  }

  async function attempt(job: Job): Promise<JobAnswer> {
    const worker = takeWorker()
    const isFresh = worker.done === 0
    try {
      return await worker.ask(job)
    } catch (error) {
      if (!(error instanceof ChildEnded)) throw error
      // It may have ended of what it had done for others: then a new one can.
      if (!isFresh) return await attempt(job)
      throw new AppError('unsupportedMediaType', 'reading the file needs more memory or time than allowed', {
        cause: error.cause,
      })
    } finally {
      giveBack(worker)
    }
  }

  return {
    run: async (job) => {
      const slot = await slots.take({ signal: job.signal })
      // A child works on for nobody until it has answered, and nobody else gets its slot before.
      const work = attempt(job).finally(slot.giveBack)
      return untilAborted(work, job.signal)
    },
    pids: () => [...all].flatMap(({ pid }) => pid ?? []),
    stop: () => {
      for (const { timer } of idle) clearTimeout(timer)
      for (const worker of all) worker.end()
    },
  }
}

/** The outcome, or the signal's reason when that aborts before. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined)
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    return await Promise.race([work, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
