import { makeAutoObservable, observable } from 'mobx'
import type { UploadJob } from './UploadJob.ts'

/** Jobs that wait, in their order. Each step takes the same time, however many there are. */
export class WaitingLine {
  count = 0
  /** How many wait, by the groups under whose names the tray shows them. */
  readonly groups = observable.map<string, number>()
  readonly #waiting = new Set<UploadJob>()
  /** Those that go first, the last one before the others. One that waits no more is passed over when its turn comes. */
  #ahead: UploadJob[] = []
  #behind: UploadJob[] = []
  /** Where the line begins in `#behind`. */
  #next = 0

  constructor() {
    makeAutoObservable(this, { groups: false })
  }

  /** Lets jobs wait behind all others. */
  add(jobs: readonly UploadJob[]): void {
    for (const job of jobs) {
      this.#behind.push(job)
      this.#note(job)
    }
  }

  /** Lets a job wait before all others. */
  addFirst(job: UploadJob): void {
    this.#ahead.push(job)
    this.#note(job)
  }

  /** Takes the first one out; null where none waits. */
  take(): UploadJob | null {
    for (let job = this.#pop(); job !== undefined; job = this.#pop()) if (this.delete(job)) return job
    this.clear()
    return null
  }

  /** Takes a job out. Answers whether it waited. */
  delete(job: UploadJob): boolean {
    if (!this.#waiting.delete(job)) return false
    this.count -= 1
    const left = (this.groups.get(job.group) ?? 0) - 1
    if (left > 0) this.groups.set(job.group, left)
    else this.groups.delete(job.group)
    return true
  }

  /** In no order that matters. */
  [Symbol.iterator](): Iterator<UploadJob> {
    return this.#waiting.values()
  }

  /** Takes all out and answers them. */
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
