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

export class WorkQueue<T> {
  readonly #jobs = new Map<string, Job<T>>()
  readonly #lines: FairLines<Job<T>>
  readonly #patienceMs: number

  constructor({ parallel, each = parallel, guests = parallel, patienceMs }: WorkQueueOptions) {
    this.#lines = new FairLines({ most: parallel, each, guests })
    this.#patienceMs = patienceMs
  }

  /** The number of running and of waiting jobs. */
  load(): { running: number; waiting: number } {
    return { running: this.#lines.running, waiting: this.#countWaiting() }
  }

  /**
   * Joins others who wait for the same key and moves the job to the front. `work` runs when its turn comes; its signal
   * aborts when everybody who waits has gone.
   * @throws AppError `badRequest` if the caller's signal aborts, `unavailable` if too many newer requests came or the
   *   wait was too long
   */
  async join(key: string, signal: AbortSignal, work: Job<T>['work']): Promise<T> {
    const gone = new AppError('badRequest', 'the client disconnected')
    if (signal.aborted) throw gone
    const job = this.#enter(key, work)
    job.waiting += 1
    job.outcome.promise.catch(() => undefined)
    const end = Promise.withResolvers<never>()
    const stop = () => {
      this.#leave(job)
      end.reject(gone)
    }
    signal.addEventListener('abort', stop, { once: true })
    this.#start()
    try {
      return await Promise.race([job.outcome.promise, end.promise])
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #enter(key: string, work: Job<T>['work']): Job<T> {
    const asker = currentAsker()
    const known = this.#jobs.get(key)
    const job = known ?? newJob({ key, asker, work })
    this.#jobs.set(key, job)
    if (!known || this.#takeOut(job)) {
      // A guest's waiting job becomes a person's if the person asks for it too.
      if (job.asker.isGuest || job.asker.id === asker.id) job.asker = asker
      this.#wait(job)
    }
    const oldest = this.#countWaiting() > WAITING_MAX ? this.#longest()?.items[0] : undefined
    if (oldest) this.#refuse(oldest)
    return job
  }

  #leave(job: Job<T>): void {
    job.waiting -= 1
    if (job.waiting > 0) return
    // Later requests start a new job.
    this.#forget(job)
    this.#takeOut(job)
    job.control.abort()
  }

  #start(): void {
    for (let job = this.#lines.next('newest'); job !== null; job = this.#lines.next('newest')) void this.#run(job)
  }

  async #run(job: Job<T>): Promise<void> {
    clearTimeout(job.patience)
    await runAsked(job.asker, () => job.work(job.control.signal)).then(job.outcome.resolve, job.outcome.reject)
    this.#lines.end(job.asker)
    this.#forget(job)
    this.#start()
  }

  #wait(job: Job<T>): void {
    job.patience = setTimeout(() => this.#refuse(job), this.#patienceMs).unref()
    this.#lines.add(job.asker, job)
  }

  #refuse(job: Job<T>): void {
    if (!this.#takeOut(job)) return
    this.#forget(job)
    job.outcome.reject(new AppError('unavailable', 'too many requests are waiting', { retryAfter: RETRY_S }))
  }

  #takeOut(job: Job<T>): boolean {
    clearTimeout(job.patience)
    return this.#lines.takeOut(job.asker, job)
  }

  #forget(job: Job<T>): void {
    if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key)
  }

  #countWaiting(): number {
    return this.#lines.waiting({ isGuest: false }) + this.#lines.waiting({ isGuest: true })
  }

  /** Whoever has the most waiting jobs; among guests if they have more, because many addresses may be one guest. */
  #longest(): { items: readonly Job<T>[] } | undefined {
    const isGuest = this.#lines.waiting({ isGuest: true }) > this.#lines.waiting({ isGuest: false })
    return this.#lines.lines({ isGuest }).toSorted((a, b) => b.items.length - a.items.length)[0]
  }
}

const newJob = <T>(job: Pick<Job<T>, 'key' | 'asker' | 'work'>): Job<T> => ({
  ...job,
  patience: undefined,
  waiting: 0,
  control: new AbortController(),
  outcome: Promise.withResolvers<T>(),
})
