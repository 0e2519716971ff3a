import { makeAutoObservable } from 'mobx'
import { nameOf } from '../../lib/paths.ts'
import type { UploadJob } from './UploadJob.ts'

/** A folder on its way to the server with all that is in it: one row of the tray. */
export class UploadFolder {
  readonly path: string
  /** The folder that it was brought into. */
  readonly group: string
  /** Files of it that have neither arrived nor been taken out, in their order. */
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

  /** Whether nothing more of it is to come. */
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

  /** A file of it does not come any more. */
  dropped(job: UploadJob): void {
    this.jobs.delete(job)
    this.countTotal -= 1
    this.bytesTotal -= job.size
  }
}
