// A queue for long jobs, such as rendering. Askers take turns, an asker's newest request comes first, each job runs
// once however many ask for it, and not at all if nobody is left.
import { AppError } from './app-error.ts'
import { type Asker, currentAsker, runAsked } from './asker.ts'
import { FairLines } from './fair-lines.ts'

/** More waiting jobs than any screen shows. Beyond it, the oldest of whoever has the most are told to try again. */
const WAITING_MAX = 1_000
const RETRY_S = 2

export interface WorkQueueOptions {
  /** The maximum number of jobs at a time. */
  parallel: number
  /** Of them, the most of one asker; by default all. */
  each?: number
  /** The most of all guests together; by default all. */
  guests?: number
  /** The longest wait, in milliseconds. */
  patienceMs: number
}

export interface WorkQueue<T> {
  /**
   * Joins others who wait for the same key and moves the job to the front. `work` runs when its turn comes; its signal
   * aborts when everybody who waits has gone.
   * @throws AppError `badRequest` if the caller's signal aborts, `unavailable` if too many newer requests came or the
   *   wait
   *   was too long
   */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** The number of running and of waiting jobs. */
  load(): { running: number; waiting: number }
}

interface Job<T> {
  key: string
  /** In whose queue it waits. */
  asker: Asker
  patience: NodeJS.Timeout | undefined
  work: (signal: AbortSignal) => Promise<T>
  waiting: number
  control: AbortController
  outcome: PromiseWithResolvers<T>
}

/** @param options how many at a time, and for whom */
export function createWorkQueue<T>(options: WorkQueueOptions): WorkQueue<T> {
  const { parallel, each = parallel, guests = parallel, patienceMs } = options
  const jobs = new Map<string, Job<T>>()
  const lines = new FairLines<Job<T>>({ most: parallel, each, guests })

  const forget = (job: Job<T>) => {
    if (jobs.get(job.key) === job) jobs.delete(job.key)
  }
  const takeOut = (job: Job<T>): boolean => {
    clearTimeout(job.patience)
    return lines.takeOut(job.asker, job)
  }
  const wait = (job: Job<T>) => {
    job.patience = setTimeout(() => refuse(job), patienceMs).unref()
    lines.add(job.asker, job)
  }
  const countWaiting = () => lines.waiting({ isGuest: false }) + lines.waiting({ isGuest: true })

  function refuse(job: Job<T>): void {
    if (!takeOut(job)) return
    forget(job)
    job.outcome.reject(new AppError('unavailable', 'too many requests are waiting', { retryAfter: RETRY_S }))
  }

  function start(): void {
    for (let job = lines.next('newest'); job !== null; job = lines.next('newest')) void run(job)
  }

  async function run(job: Job<T>): Promise<void> {
    clearTimeout(job.patience)
    await runAsked(job.asker, () => job.work(job.control.signal)).then(job.outcome.resolve, job.outcome.reject)
    lines.end(job.asker)
    forget(job)
    start()
  }

  function enter(key: string, work: Job<T>['work']): Job<T> {
    const asker = currentAsker()
    const known = jobs.get(key)
    const job: Job<T> = known ?? {
      key,
      asker,
      patience: undefined,
      work,
      waiting: 0,
      control: new AbortController(),
      outcome: Promise.withResolvers<T>(),
    }
    jobs.set(key, job)
    if (!known || takeOut(job)) {
      // A guest's waiting job becomes a person's if the person asks for it too.
      if (job.asker.isGuest || job.asker.id === asker.id) job.asker = asker
      wait(job)
    }
    const oldest = countWaiting() > WAITING_MAX ? longest()?.items[0] : undefined
    if (oldest) refuse(oldest)
    return job
  }

  /** Whoever has the most waiting jobs; among guests if they have more, because many addresses may be one guest. */
  const longest = () =>
    lines
      .lines({ isGuest: lines.waiting({ isGuest: true }) > lines.waiting({ isGuest: false }) })
      .toSorted((a, b) => b.items.length - a.items.length)[0]

  function leave(job: Job<T>): void {
    job.waiting -= 1
    if (job.waiting > 0) return
    // Later requests start a new job.
    forget(job)
    takeOut(job)
    job.control.abort()
  }

  return {
    load: () => ({ running: lines.running, waiting: countWaiting() }),
    async join(key, signal, work) {
      const gone = new AppError('badRequest', 'the client disconnected')
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
