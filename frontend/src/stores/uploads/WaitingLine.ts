import { makeAutoObservable, observable } from 'mobx'
import type { UploadJob } from './UploadJob.ts'

/** Waiting jobs, in order. Each operation takes constant time, however many there are. */
export class WaitingLine {
  count = 0
  /** The number of waiting jobs, by the groups in the tray. */
  readonly groups = observable.map<string, number>()
  readonly #waiting = new Set<UploadJob>()
  /** Jobs that go first, the last one before the others. One that no longer waits is skipped when its turn comes. */
  #ahead: UploadJob[] = []
  #behind: UploadJob[] = []
  /** The start of the line in `#behind`. */
  #next = 0

  constructor() {
    makeAutoObservable(this, { groups: false })
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
    const left = (this.groups.get(job.group) ?? 0) - 1
    if (left > 0) this.groups.set(job.group, left)
    else this.groups.delete(job.group)
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
    this.groups.clear()
    this.count = 0
    this.#ahead = []
    this.#behind = []
    this.#next = 0
    return jobs
  }

  #note(job: UploadJob): void {
    this.#waiting.add(job)
    this.count += 1
    this.groups.set(job.group, (this.groups.get(job.group) ?? 0) + 1)
  }

  #pop(): UploadJob | undefined {
    const first = this.#ahead.pop()
    if (first !== undefined) return first
    this.#next += 1
    return this.#behind[this.#next - 1]
  }
}
