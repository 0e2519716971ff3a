// Who waits for long work, such as a rendering: whoever asks has its turns, its newest wish comes first, each piece of
// work is done once however many ask, and nobody's not at all.
import { AppError } from './app-error.ts'
import { type Asker, currentAsker, runAsked } from './asker.ts'
import { FairLines } from './fair-lines.ts'

/** More waiting ones than any screen shows: the oldest of whoever has the most are told to come again. */
const WAITING_MAX = 1_000
const RETRY_S = 2

export interface WorkQueueOptions {
  /** Pieces of work at a time, at most. */
  parallel: number
  /** Of them, those that one asker has at most; all, unless said. */
  each?: number
  /** Those that all guests together have at most; all, unless said. */
  guests?: number
  /** How long anything waits, in milliseconds. */
  patienceMs: number
}

export interface WorkQueue<T> {
  /**
   * Joins whoever waits for the same key, and goes to the front with them. `work` runs when its turn comes; its signal
   * aborts when all who wait have gone.
   * @throws AppError `badRequest` when one's own signal aborts, `unavailable` when too many have come since, or after
   *   too long a wait
   */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Pieces of work under way, and those that wait. */
  load(): { running: number; waiting: number }
}

interface Job<T> {
  key: string
  /** In whose line it waits. */
  asker: Asker
  patience: NodeJS.Timeout | undefined
  work: (signal: AbortSignal) => Promise<T>
  waiting: number
  control: AbortController
  outcome: PromiseWithResolvers<T>
}

/** @param options how many at a time, and whose */
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
      // What a guest waits for is a person's own when it wants it too.
      if (job.asker.isGuest || job.asker.id === asker.id) job.asker = asker
      wait(job)
    }
    const oldest = countWaiting() > WAITING_MAX ? longest()?.items[0] : undefined
    if (oldest) refuse(oldest)
    return job
  }

  /** Whoever waits for the most, of guests where these are more than people: many addresses may be one guest. */
  const longest = () =>
    lines
      .lines({ isGuest: lines.waiting({ isGuest: true }) > lines.waiting({ isGuest: false }) })
      .toSorted((a, b) => b.items.length - a.items.length)[0]

  function leave(job: Job<T>): void {
    job.waiting -= 1
    if (job.waiting > 0) return
    // Whoever asks from now on starts anew.
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
