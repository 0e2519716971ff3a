// The tray: everything that runs for the person, in rows. Uploads have theirs in the queue. What the server continues
// after answering, and what this page does in many calls, is a `Work` here.
import { makeAutoObservable, observable } from 'mobx'
import type { EventFrame, UploadReport } from '../../../backend/contract/events.ts'
import { percentOf } from '../lib/percent-of.ts'
import { randomId } from '../lib/random-id.ts'
import { Work, type WorkStart } from './operations/Work.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** Work that ends within this time is not shown. */
const PATIENCE_MS = 600

/** The upload progress of another page, and its device. */
export type UploadsElsewhere = Pick<Extract<EventFrame, { type: 'uploads' }>, 'device'> & { report: UploadReport }

export class TrayStore implements Store {
  /** Whether it is open. Minimised, it is the ring in the top bar. */
  isOpen = false
  /** In the order of their start. */
  works: Work[] = []
  /** The uploads of the person's other pages, by page. */
  readonly elsewhere = observable.map<string, UploadsElsewhere>({}, { deep: false })
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, {}, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** The works with a row, newest first: running ones, those to be read, and finished ones. */
  get shown(): Work[] {
    return this.works.filter(({ isShown }) => isShown).toReversed()
  }

  get running(): Work[] {
    return this.shown.filter(({ state }) => state === 'running')
  }

  get hasFailed(): boolean {
    return this.shown.some(({ state }) => state === 'failed')
  }

  /** Whether nothing is running and nothing needs attention. Cancelled works need it, because they are half done. */
  get isWell(): boolean {
    return this.shown.every(({ state, isHalfDone }) => (state === 'done' || state === 'undone') && !isHalfDone)
  }

  get isEmpty(): boolean {
    return this.#root.uploads.isIdle && this.shown.length === 0 && this.elsewhere.size === 0
  }

  /** The progress of all running works and of other pages' uploads, in whole percent. */
  get percent(): number {
    const works = this.running.map(({ percent }) => percent ?? 0)
    const uploads = [...this.elsewhere.values()].map(({ report }) => percentOfReport(report))
    const all = [...works, ...uploads]
    return all.length === 0 ? 0 : Math.floor(all.reduce((sum, percent) => sum + percent, 0) / all.length)
  }

  /** Takes the report of another page. */
  hear({ page, device, report }: Extract<EventFrame, { type: 'uploads' }>): void {
    if (report === null) this.elsewhere.delete(page)
    else if (page !== this.#root.uploads.page) this.elsewhere.set(page, { device, report })
  }

  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen
  }

  /** Closes the tray, and removes what is over. */
  close(): void {
    this.isOpen = false
    this.clearEnded()
    const { queue } = this.#root.uploads
    if (queue.isEmpty) queue.reset()
  }

  /** Announces a work. It gets a row if it takes more than a moment. */
  begin(start: WorkStart, id: string = randomId()): Work {
    const work = new Work(id, start)
    this.works = [...this.works, work]
    setTimeout(() => this.reveal(work), PATIENCE_MS)
    return work
  }

  reveal(work: Work): void {
    if (this.works.includes(work)) work.show()
  }

  /** Ends a work of this page. It is removed if it never got a row. */
  end(work: Work): void {
    const isWhole = work.done === work.calls && work.failed === 0
    if (isWhole) work.end('done')
    else work.end(work.isCancelled ? 'undone' : 'failed')
    if (!work.isShown) this.dismiss(work)
  }

  dismiss(work: Work): void {
    this.works = this.works.filter((one) => one !== work)
    this.#root.operations.release(work)
  }

  /** Removes what is over. */
  clearEnded(): void {
    for (const work of this.shown) if (work.state !== 'running') this.dismiss(work)
  }
}

/** The progress of a page's uploads, in whole percent. */
export const percentOfReport = ({ bytesDone, bytesTotal, filesDone, filesTotal }: UploadReport): number =>
  percentOf(bytesDone, bytesTotal) ?? percentOf(filesDone, filesTotal) ?? 0
