// The uploads of this page: five run at once, the rest wait, and failed ones wait for the person.
import { makeAutoObservable, observable, observableRef } from 'mobx'
import type { ApiError } from '../../api/http.ts'
import { type TransferSettings, type UploadsApi, WHOLE_MAX_BYTES } from '../../api/uploads.ts'
import { ProgressClock } from './ProgressClock.ts'
import type { Store } from '../forgetting.ts'
import type { UploadJob } from './UploadJob.ts'
import { UploadTally } from './UploadTally.ts'
import { WaitingLine } from './WaitingLine.ts'

export const AT_ONCE = 5
export interface QueueListener {
  /** The server has given its upload a name. */
  onNamed(job: UploadJob): void
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
  isPaused = false
  readonly tally = new UploadTally()
  readonly clock = new ProgressClock(() => this.#show())
  readonly #api: Pick<UploadsApi, 'start' | 'discard'>
  readonly #settings: () => TransferSettings
  readonly #listener: QueueListener

  constructor(api: Pick<UploadsApi, 'start' | 'discard'>, settings: () => TransferSettings, listener: QueueListener) {
    this.#api = api
    this.#settings = settings
    this.#listener = listener
    makeAutoObservable(this, { running: observableRef, tally: false, clock: false }, { autoBind: true })
  }

  /** Jobs that run, are paused, ask or need the person. */
  get active(): readonly UploadJob[] {
    return [...this.#active]
  }
  get countWaiting(): number {
    return this.#waiting.count
  }
  /** The waiting jobs, in their order. */
  get waiting(): readonly UploadJob[] {
    return this.#waiting.inOrder
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
    return this.tally.bytesDone + this.active.reduce((sum, job) => sum + job.sent, 0)
  }
  /** The progress of all jobs in whole percent; counted in files if all are empty. */
  get percent(): number {
    const { bytesTotal, countTotal, countDone } = this.tally
    if (bytesTotal > 0) return Math.floor((100 * this.bytesSent) / bytesTotal)
    return countTotal === 0 ? 0 : Math.floor((100 * countDone) / countTotal)
  }

  /** Adds jobs. Waiting ones start as soon as there is room, others stay as they are. */
  add(jobs: readonly UploadJob[]): void {
    if (this.isEmpty) this.reset()
    this.tally.add(jobs)
    this.#waiting.add(jobs.filter((job) => job.state === 'waiting'))
    for (const job of jobs) if (job.state !== 'waiting') this.#active.add(job)
    this.fill()
  }

  /** Lets a paused, failed or answered job continue, before those that wait. */
  go(job: UploadJob): void {
    this.goAll([job])
  }

  /** The same for several jobs, in order. */
  goAll(jobs: readonly UploadJob[]): void {
    this.isPaused = false
    for (const job of jobs.toReversed()) {
      if (job.file === null || job.state === 'running') continue
      this.#takeOut(job)
      job.enter('waiting')
      this.#waiting.addFirst(job)
    }
    this.fill()
  }

  /** Moves waiting jobs before all others. */
  putFirst(jobs: readonly UploadJob[]): void {
    for (const job of jobs.toReversed()) if (this.#waiting.delete(job)) this.#waiting.addFirst(job)
  }

  /** Pauses running or waiting jobs. */
  pause(...jobs: readonly UploadJob[]): void {
    const held = jobs.filter(({ state }) => state === 'running' || state === 'waiting')
    for (const job of held) {
      if (this.#waiting.delete(job)) this.#active.add(job)
      else this.#halt(job)
      job.enter('paused')
    }
    this.fill()
  }

  pauseAll(): void {
    this.isPaused = true
    this.pause(...this.running)
  }

  resumeAll(): void {
    this.goAll(this.active.filter((job) => job.state === 'paused'))
  }

  /** Removes jobs. What the server has of them is discarded. */
  cancel(...jobs: readonly UploadJob[]): void {
    for (const job of jobs) {
      this.#halt(job)
      this.#takeOut(job)
      this.tally.dropped(job)
      this.#throwAway(job)
    }
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
    this.tally.restart([...this.#waiting, ...this.#active])
    this.isPaused = false
    this.clock.run(this.running.length > 0)
  }

  /** The file is on the server, by this job or by an earlier try whose answer was lost. */
  finish(job: UploadJob): void {
    this.#letGo(job)
    this.#takeOut(job)
    job.place(job.size)
    job.enter('done')
    this.tally.arrived(job)
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
      job.enter('failed', error.code, error.message)
      if (error.code === 'preconditionFailed') job.startOver()
      if (error.code === 'network') void job.checkFile()
    }
    this.fill()
  }

  /** Shows the progress of all jobs. */
  #show(): void {
    for (const job of this.running) job.show()
  }

  #start(job: UploadJob): void {
    const { file } = job
    if (!file) return
    job.enter('running')
    this.running = [...this.running, job]
    const resume = job.hasBegun
    job.hasBegun = true
    job.transfer = this.#api.start(
      { file, path: job.path, override: job.override, action: job.action, resume, upload: job.upload },
      this.#settings(),
      {
        onProgress: (sent) => {
          job.arrived = sent
        },
        onNamed: (upload) => {
          job.upload = upload
          this.#listener.onNamed(job)
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
    if (job.hasBegun && job.size > WHOLE_MAX_BYTES) this.#api.discard(job.path, job.upload).catch(() => undefined)
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
