import { makeAutoObservable, observableRef } from 'mobx'
import type { Store } from '../forgetting.ts'
import type { UploadFolder } from './UploadFolder.ts'
import type { UploadJob } from './UploadJob.ts'

/** How many finished files and folders the tray lists. Others are only counted. */
const FINISHED_KEPT = 50

/** Counts what was added to a queue and what has arrived, since the queue was last empty. */
export class UploadTally implements Store {
  countTotal = 0
  countDone = 0
  bytesTotal = 0
  bytesDone = 0
  /** What has arrived, newest first. A folder that was uploaded as a whole replaces its files. */
  finished: readonly (UploadJob | UploadFolder)[] = []

  constructor() {
    makeAutoObservable(this, { finished: observableRef })
  }

  add(jobs: Iterable<UploadJob>): void {
    for (const job of jobs) {
      this.countTotal += 1
      this.bytesTotal += job.size
    }
  }

  arrived(job: UploadJob): void {
    this.countDone += 1
    this.bytesDone += job.size
    job.folder?.arrived(job)
    this.#list(job)
  }

  /** Called when a job is cancelled. */
  dropped(job: UploadJob): void {
    this.countTotal -= 1
    this.bytesTotal -= job.size
    job.folder?.dropped(job)
    if (job.folder !== null) this.#list(job)
  }

  /** Forgets what is finished; `left` has all remaining jobs. */
  restart(left: Iterable<UploadJob>): void {
    this.finished = []
    this.countTotal = 0
    this.countDone = 0
    this.bytesTotal = 0
    this.bytesDone = 0
    this.add(left)
  }

  forget(): void {
    this.restart([])
  }

  /** A folder is listed when the last of its files has arrived. */
  #list(job: UploadJob): void {
    const { folder } = job
    if (folder !== null && (!folder.isOver || folder.countDone === 0)) return
    this.finished = [folder ?? job, ...this.finished].slice(0, FINISHED_KEPT)
  }
}
