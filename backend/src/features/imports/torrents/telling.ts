// What a run tells of its progress.
import { progressOf, type TorrentJob, type TorrentKept, type TorrentProgress } from './kept.ts'

type Change = Partial<Omit<TorrentProgress, 'kept'>> & { kept?: Partial<TorrentKept> }

export class Telling {
  readonly #job: TorrentJob
  #progress: TorrentProgress & { kept: TorrentKept }

  constructor(job: TorrentJob) {
    this.#job = job
    this.#progress = progressOf(job)
  }

  get kept(): TorrentKept {
    return this.#progress.kept
  }

  get now(): TorrentProgress {
    return this.#progress
  }

  /** Tells it; it may be lost with the process. */
  tell(change: Change): void {
    this.#enter(change)
    this.#job.report(this.#progress)
  }

  /** Stores it before it resolves. @throws JobLost */
  async save(change: Change): Promise<void> {
    this.#enter(change)
    await this.#job.save(this.#progress)
  }

  #enter({ kept, ...change }: Change): void {
    this.#progress = { ...this.#progress, ...change, kept: { ...this.#progress.kept, ...kept } }
  }
}
