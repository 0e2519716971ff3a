import { makeAutoObservable } from 'mobx'
import { nameOf } from '../../lib/paths.ts'
import type { UploadJob } from './UploadJob.ts'

/** A folder that is being uploaded with its contents: one row of the tray. */
export class UploadFolder {
  readonly path: string
  /** The folder that it is uploaded into. */
  readonly group: string
  /** Its files that have neither arrived nor been cancelled, in order. */
  readonly jobs = new Set<UploadJob>()
  countTotal = 0
  countDone = 0
  bytesTotal = 0
  bytesDone = 0

  constructor(path: string, group: string) {
    this.path = path
    this.group = group
    makeAutoObservable(this, { path: false, group: false, jobs: false })
  }

  get name(): string {
    return nameOf(this.path)
  }

  /** Whether none of its files is still to come. */
  get isOver(): boolean {
    return this.countDone === this.countTotal
  }

  add(job: UploadJob): void {
    this.jobs.add(job)
    this.countTotal += 1
    this.bytesTotal += job.size
  }

  arrived(job: UploadJob): void {
    this.jobs.delete(job)
    this.countDone += 1
    this.bytesDone += job.size
  }

  /** Called when one of its files is cancelled. */
  dropped(job: UploadJob): void {
    this.jobs.delete(job)
    this.countTotal -= 1
    this.bytesTotal -= job.size
  }
}
