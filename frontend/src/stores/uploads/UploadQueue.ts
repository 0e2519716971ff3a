// The uploads of this page: five run at once, the rest wait, and failed ones wait for the person.
import { makeAutoObservable, observable, observableRef } from 'mobx'
import type { ApiError } from '../../api/http.ts'
import { type TransferSettings, type UploadsApi, WHOLE_MAX_BYTES } from '../../api/uploads.ts'
import { ProgressClock } from './ProgressClock.ts'
import { secondsLeft } from './speed.ts'
import type { Store } from '../forgetting.ts'
import type { UploadJob } from './UploadJob.ts'
import { WaitingLine } from './WaitingLine.ts'

export const AT_ONCE = 5
/** How many finished files the tray still lists. Older ones are only counted. */
const FINISHED_KEPT = 50

export interface QueueListener {
  onDone(job: UploadJob): void
  /** The name was taken meanwhile. The job is `asking` until somebody decides. */
  onTaken(job: UploadJob): void
  /** The job was removed, by the person or because its file is not wanted. */
  onGone(job: UploadJob): void
}

export class UploadQueue implements Store {
  running: readonly UploadJob[] = []
  readonly #waiting = new WaitingLine()
  readonly #active = observable.set<UploadJob>([], { deep: false })
  /** Newest first. */
  finished: readonly UploadJob[] = []
  countTotal = 0
  countDone = 0
  bytesTotal = 0
  bytesDone = 0
  isPaused = false
  readonly clock = new ProgressClock(() => this.#show())
  readonly #api: Pick<UploadsApi, 'start' | 'discard'>
  readonly #settings: () => TransferSettings
  readonly #listener: QueueListener

  constructor(api: Pick<UploadsApi, 'start' | 'discard'>, settings: () => TransferSettings, listener: QueueListener) {
    this.#api = api
    this.#settings = settings
    this.#listener = listener
    makeAutoObservable(this, { running: observableRef, finished: observableRef, clock: false }, { autoBind: true })
  }

  /** Jobs that run, are paused, ask or need the person. */
  get active(): readonly UploadJob[] {
    return [...this.#active]
  }
  get countWaiting(): number {
    return this.#waiting.count
  }
  /** The number of waiting jobs, by group. */
  get waitingGroups(): ReadonlyMap<string, number> {
    return this.#waiting.groups
  }
  get troubled(): UploadJob[] {
    return this.active.filter((job) => job.needsPerson)
  }
  /** Whether closing the page would interrupt something. */
  get isBusy(): boolean {
    return this.running.length > 0 || (this.countWaiting > 0 && !this.isPaused)
  }
  get isEmpty(): boolean {
    return this.countWaiting === 0 && this.#active.size === 0
  }
  get bytesSent(): number {
    return this.bytesDone + this.active.reduce((sum, job) => sum + job.sent, 0)
  }
  /** The progress of all jobs in whole percent; counted in files if all are empty. */
  get percent(): number {
    if (this.bytesTotal > 0) return Math.floor((100 * this.bytesSent) / this.bytesTotal)
    return this.countTotal === 0 ? 0 : Math.floor((100 * this.countDone) / this.countTotal)
  }
  /** Bytes per second. */
  get speed(): number {
    return this.clock.speed
  }
  get secondsLeft(): number | null {
    return secondsLeft(this.bytesTotal - this.bytesSent, this.speed)
  }

  /** Adds jobs. Waiting ones start as soon as there is room, others stay as they are. */
  add(jobs: readonly UploadJob[]): void {
    if (this.isEmpty) this.reset()
    this.countTotal += jobs.length
    for (const job of jobs) this.bytesTotal += job.size
    this.#waiting.add(jobs.filter((job) => job.state === 'waiting'))
    for (const job of jobs) if (job.state !== 'waiting') this.#active.add(job)
    this.fill()
  }

  /** Lets a paused, failed or answered job continue, before those that wait. */
  go(job: UploadJob): void {
    if (job.file === null) return
    this.isPaused = false
    this.#takeOut(job)
    job.enter('waiting')
    this.#waiting.addFirst(job)
    this.fill()
  }

  pause(job: UploadJob): void {
    if (job.state !== 'running') return
    this.#halt(job)
    job.enter('paused')
    this.fill()
  }

  pauseAll(): void {
    this.isPaused = true
    this.running.forEach(this.pause)
  }

  resumeAll(): void {
    this.isPaused = false
    this.active.filter((job) => job.state === 'paused').forEach(this.go)
    this.fill()
  }

  /** Removes a job. What the server has of it is discarded. */
  cancel(job: UploadJob): void {
    this.#halt(job)
    this.#takeOut(job)
    this.countTotal -= 1
    this.bytesTotal -= job.size
    this.#throwAway(job)
    this.fill()
  }

  cancelAll(): void {
    this.#takeAllOut().forEach((job) => this.#throwAway(job))
    this.reset()
  }

  /** Stops all jobs and forgets them here, so that they can continue in another session. */
  leave(): void {
    this.#takeAllOut()
    this.reset()
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.leave()
  }

  /** Forgets finished jobs. */
  reset(): void {
    this.finished = []
    this.countTotal = this.countWaiting + this.#active.size
    this.countDone = 0
    this.bytesDone = 0
    this.bytesTotal = [...this.#waiting, ...this.#active].reduce((sum, job) => sum + job.size, 0)
    this.isPaused = false
    this.clock.run(this.running.length > 0)
  }

  /** The file is on the server, by this job or by an earlier try whose answer was lost. */
  finish(job: UploadJob): void {
    this.#letGo(job)
    this.#takeOut(job)
    job.place(job.size)
    job.enter('done')
    this.finished = [job, ...this.finished].slice(0, FINISHED_KEPT)
    this.countDone += 1
    this.bytesDone += job.size
    this.#listener.onDone(job)
    this.fill()
  }

  fill(): void {
    while (!this.isPaused && this.running.length < AT_ONCE) {
      const job = this.#waiting.take()
      if (job === null) break
      this.#active.add(job)
      this.#start(job)
    }
    this.clock.run(this.running.length > 0)
  }

  fail(job: UploadJob, error: ApiError): void {
    this.#letGo(job)
    // A file sent in one request leaves nothing behind.
    if (job.size <= WHOLE_MAX_BYTES) job.place(0)
    if (error.code === 'conflict') {
      job.enter('asking')
      this.#listener.onTaken(job)
    } else {
      job.enter('failed', error.code)
      if (error.code === 'network') void job.checkFile()
    }
    this.fill()
  }

  /** Shows the progress of all jobs. */
  #show(): number {
    for (const job of this.running) job.show()
    return this.bytesSent
  }

  #start(job: UploadJob): void {
    const { file } = job
    if (!file) return
    job.enter('running')
    this.running = [...this.running, job]
    const resume = job.hasBegun
    job.hasBegun = true
    job.transfer = this.#api.start(
      { file, path: job.path, override: job.override, action: job.action, resume },
      this.#settings(),
      {
        onProgress: (sent) => {
          job.arrived = sent
        },
        onDone: () => this.finish(job),
        onFailed: (error) => this.fail(job, error),
      },
    )
  }

  #takeOut(job: UploadJob): void {
    if (!this.#waiting.delete(job)) this.#active.delete(job)
  }

  /** Returns the removed jobs. */
  #takeAllOut(): UploadJob[] {
    const active = [...this.#active]
    active.forEach((job) => job.halt())
    this.running = []
    this.#active.clear()
    return [...active, ...this.#waiting.clear()]
  }

  #throwAway(job: UploadJob): void {
    // If the server cannot be reached, the part expires by itself after some days.
    if (job.hasBegun && job.size > WHOLE_MAX_BYTES) this.#api.discard(job.path).catch(() => undefined)
    this.#listener.onGone(job)
  }

  #halt(job: UploadJob): void {
    job.halt()
    this.#letGo(job)
  }

  /** Its transfer is over. */
  #letGo(job: UploadJob): void {
    job.transfer = null
    this.running = this.running.filter((other) => other !== job)
  }
}
