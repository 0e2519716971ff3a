// A pool of one or two child processes that read untrusted files. Whatever a file causes, only the child ends.
import { AppError } from '../app-error.ts'
import { FairSlots, type FairSlotsOptions } from '../fair-slots.ts'
import { ChildEnded, Worker, type ChildJob, type JobAnswer, type WorkerOptions } from './worker.ts'

export type { TaskBody } from './input.ts'
export type { Conversation, ChildJob, JobAnswer } from './worker.ts'

export interface ChildPoolOptions extends WorkerOptions {
  /** The maximum number of children, and how they are shared. */
  share: FairSlotsOptions
  /** Milliseconds after which an idle child ends. */
  idleMs?: number
}

const IDLE_MS = 10_000

/** A child that rests, and when it ends. */
interface Resting {
  worker: Worker
  timer: NodeJS.Timeout
}

export class ChildPool {
  readonly #options: WorkerOptions
  readonly #slots: FairSlots
  readonly #idleMs: number
  readonly #all = new Set<Worker>()
  readonly #idle: Resting[] = []

  constructor({ share, idleMs = IDLE_MS, ...options }: ChildPoolOptions) {
    this.#options = options
    this.#slots = new FairSlots(share)
    this.#idleMs = idleMs
  }

  /**
   * Runs a task in an idle child, or in a new one. The wait ends when the signal aborts.
   * @throws AppError as the task threw it; `unsupportedMediaType` if the child took too long or died; errors of the
   *   body, and the signal's reason; `unavailable` if the wait was too long
   */
  async run(job: ChildJob): Promise<JobAnswer> {
    const slot = await this.#slots.take({ signal: job.signal })
    // A child finishes its task even if nobody waits, and its slot is not given away before.
    const work = this.#attempt(job).finally(slot.giveBack)
    return untilAborted(work, job.signal)
  }

  /** The process ids. */
  pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? [])
  }

  stop(): void {
    for (const { timer } of this.#idle) clearTimeout(timer)
    for (const worker of this.#all) worker.end()
  }

  async #attempt(job: ChildJob): Promise<JobAnswer> {
    const worker = this.#takeWorker()
    const isFresh = worker.done === 0
    try {
      return await worker.ask(job)
    } catch (error) {
      if (!(error instanceof ChildEnded)) throw error
      // An earlier task may have caused the child to end, so a new child may succeed. A conversation cannot be
      // repeated.
      if (!isFresh && !job.conversation) return await this.#attempt(job)
      throw new AppError('unsupportedMediaType', 'reading the file needs more memory or time than allowed', {
        cause: error.cause,
      })
    } finally {
      this.#giveBack(worker)
    }
  }

  #takeWorker(): Worker {
    for (let resting = this.#idle.pop(); resting; resting = this.#idle.pop()) {
      clearTimeout(resting.timer)
      resting.worker.rest(false)
      if (resting.worker.isUsable) return resting.worker
      this.#all.delete(resting.worker)
    }
    const worker = new Worker(this.#options)
    this.#all.add(worker)
    return worker
  }

  #giveBack(worker: Worker): void {
    worker.rest(true)
    if (!worker.isUsable) return void this.#all.delete(worker)
    const resting: Resting = { worker, timer: setTimeout(() => this.#end(resting), this.#idleMs).unref() }
    this.#idle.push(resting)
  }

  #end(resting: Resting): void {
    this.#idle.splice(this.#idle.indexOf(resting), 1)
    this.#all.delete(resting.worker)
    resting.worker.end()
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
