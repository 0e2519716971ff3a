// Who waits for long work, such as a rendering: the newest first, each piece of work done once however many ask, and nobody's not at all.
import { AppError } from './app-error.ts'

/** More waiting ones than any screen shows: the oldest are told to come again. */
const WAITING_MAX = 1_000
const RETRY_S = 2

export interface WorkQueue<T> {
  /**
   * Joins whoever waits for the same key, and goes to the front with them. `work` runs when its turn comes; its signal aborts when all who wait have gone.
   * @throws AppError `badRequest` when one's own signal aborts, `unavailable` when too many have come since
   */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Pieces of work under way, and those that wait. */
  load(): { running: number; waiting: number }
}

interface Job<T> {
  key: string
  work: (signal: AbortSignal) => Promise<T>
  waiting: number
  control: AbortController
  outcome: PromiseWithResolvers<T>
}

/** At most `parallel` pieces of work at a time. */
export function createWorkQueue<T>(parallel: number): WorkQueue<T> {
  const jobs = new Map<string, Job<T>>()
  // The last one is the next.
  const waiting: Job<T>[] = []
  let running = 0

  const forget = (job: Job<T>) => {
    if (jobs.get(job.key) === job) jobs.delete(job.key)
  }
  const takeOut = (job: Job<T>): boolean => {
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
    return at >= 0
  }

  function start(): void {
    while (running < parallel) {
      const job = waiting.pop()
      if (!job) return
      running += 1
      void job.work(job.control.signal).then(job.outcome.resolve, job.outcome.reject).finally(() => {
        running -= 1
        forget(job)
        start()
      })
    }
  }

  function enter(key: string, work: Job<T>['work']): Job<T> {
    const known = jobs.get(key)
    const job = known ?? { key, work, waiting: 0, control: new AbortController(), outcome: Promise.withResolvers<T>() }
    jobs.set(key, job)
    if (!known || takeOut(job)) waiting.push(job)
    if (waiting.length > WAITING_MAX) {
      const oldest = waiting.shift()
      if (oldest) {
        forget(oldest)
        oldest.outcome.reject(new AppError('unavailable', 'too much is waited for', { retryAfter: RETRY_S }))
      }
    }
    return job
  }

  function leave(job: Job<T>): void {
    job.waiting -= 1
    if (job.waiting > 0) return
    // Whoever asks from now on starts anew.
    forget(job)
    takeOut(job)
    job.control.abort()
  }

  return {
    load: () => ({ running, waiting: waiting.length }),
    async join(key, signal, work) {
      const gone = new AppError('badRequest', 'the client broke off')
      if (signal.aborted) throw gone
      const job = enter(key, work)
      job.waiting += 1
      job.outcome.promise.catch(() => undefined)
      const end = Promise.withResolvers<never>()
      const stop = () => {
        leave(job)
        end.reject(gone)
      }
      signal.addEventListener('abort', stop, { once: true })
      start()
      try {
        return await Promise.race([job.outcome.promise, end.promise])
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}
