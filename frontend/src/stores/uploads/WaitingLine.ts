import { makeAutoObservable, observable } from 'mobx'
import type { UploadJob } from './UploadJob.ts'

/** Waiting jobs, in order. Each operation takes constant time, however many there are. */
export class WaitingLine {
  count = 0
  /** Increases with each change of the line. */
  #changes = observable.box(0)
  readonly #waiting = new Set<UploadJob>()
  /** Jobs that go first, the last one before the others. One that no longer waits is skipped when its turn comes. */
  #ahead: UploadJob[] = []
  #behind: UploadJob[] = []
  /** The start of the line in `#behind`. */
  #next = 0

  constructor() {
    makeAutoObservable(this)
  }

  /** All waiting jobs in order. Computed only while somebody observes it. */
  get inOrder(): readonly UploadJob[] {
    this.#changes.get()
    const all = [...this.#ahead.toReversed(), ...this.#behind.slice(this.#next)]
    return [...new Set(all.filter((job) => this.#waiting.has(job)))]
  }

  /** Adds jobs at the end. */
  add(jobs: readonly UploadJob[]): void {
    for (const job of jobs) {
      this.#behind.push(job)
      this.#note(job)
    }
  }

  /** Adds a job at the front. */
  addFirst(job: UploadJob): void {
    this.#ahead.push(job)
    this.#note(job)
  }

  /** Removes and returns the first one; null if there is none. */
  take(): UploadJob | null {
    for (let job = this.#pop(); job !== undefined; job = this.#pop()) if (this.delete(job)) return job
    this.clear()
    return null
  }

  /** Removes a job. Returns whether it was waiting. */
  delete(job: UploadJob): boolean {
    if (!this.#waiting.delete(job)) return false
    this.count -= 1
    this.#change()
    return true
  }

  /** In no particular order. */
  [Symbol.iterator](): Iterator<UploadJob> {
    return this.#waiting.values()
  }

  /** Removes and returns all of them. */
  clear(): UploadJob[] {
    const jobs = [...this.#waiting]
    this.#waiting.clear()
    this.count = 0
    this.#change()
    this.#ahead = []
    this.#behind = []
    this.#next = 0
    return jobs
  }

  #note(job: UploadJob): void {
    this.#waiting.add(job)
    this.count += 1
    this.#change()
  }

  #change(): void {
    this.#changes.set(this.#changes.get() + 1)
  }

  #pop(): UploadJob | undefined {
    const first = this.#ahead.pop()
    if (first !== undefined) return first
    this.#next += 1
    return this.#behind[this.#next - 1]
  }
}
