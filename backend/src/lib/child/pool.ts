// A pool of one or two child processes that read untrusted files. Whatever a file causes, only the child ends.
import { AppError } from '../app-error.ts'
import { createFairSlots, type FairSlotsOptions } from '../fair-slots.ts'
import { ChildEnded, Worker, type Job, type JobAnswer, type WorkerOptions } from './worker.ts'

export type { Job, JobAnswer, TaskBody } from './worker.ts'

export interface ChildPool {
  /**
   * Runs a task in an idle child, or in a new one. The wait ends when the signal aborts.
   * @throws AppError as the task threw it; `unsupportedMediaType` if the child took too long or died; errors of the
   *   body,
   *   and the signal's reason; `unavailable` if the wait was too long
   */
  run(job: Job): Promise<JobAnswer>
  /** The process ids. */
  pids(): number[]
  stop(): void
}

export interface ChildPoolOptions extends WorkerOptions {
  /** The maximum number of children, and how they are shared. */
  share: FairSlotsOptions
  /** Milliseconds after which an idle child ends. */
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
      // An earlier task may be the reason for its end, so a new child may succeed.
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
      // A child finishes its task even if nobody waits, and its slot is not given away before.
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

/** The result, or the signal's reason if it aborts first. */
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
