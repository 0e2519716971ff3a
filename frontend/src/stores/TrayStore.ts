// The tray: all that runs for the person, in rows. Uploads have theirs in the queue; what the server goes on with after
// answering, and what this page does in many calls, is a `Work` here.
import { makeAutoObservable } from 'mobx'
import { messageOf } from '../api/error-message.ts'
import { ApiError } from '../api/http.ts'
import { randomId } from '../lib/random-id.ts'
import { runLimited } from '../lib/run-limited.ts'
import { Work, type WorkStart } from './operations/Work.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** What is over within this time is not shown. */
const PATIENCE_MS = 600

/** The same done with many things, as one row of the tray. */
export interface Batch<Item, Result> {
  start: WorkStart
  items: readonly Item[]
  /** How many at a time. Items begin in their order. */
  atOnce: number
  /** Items with the same lane come one after the other. */
  laneOf?(item: Item): unknown
  /** @throws what `onFailed` is told */
  run(item: Item, work: Work): Promise<Result>
  /** One came to nothing; the others go on. */
  onFailed(item: Item, error: unknown): void
}

export class TrayStore implements Store {
  /** Whether it lies open; minimised it is the ring in the top bar. */
  isOpen = false
  /** In the order they were begun. */
  works: Work[] = []
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

  /** The works that have a row, newest first: what runs, what needs to be read, and what is done. */
  get shown(): Work[] {
    return this.works.filter(({ isShown }) => isShown).toReversed()
  }

  get running(): Work[] {
    return this.shown.filter(({ state }) => state === 'running')
  }

  get hasFailed(): boolean {
    return this.shown.some(({ state }) => state === 'failed')
  }

  get isEmpty(): boolean {
    return this.#root.uploads.isIdle && this.shown.length === 0
  }

  /** Whole percent of all works that run. */
  get percent(): number {
    const { running } = this
    return running.length === 0
      ? 0
      : Math.floor(running.reduce((sum, { percent }) => sum + (percent ?? 0), 0) / running.length)
  }

  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen
  }

  /** Puts the tray away, and forgets what is over in it. */
  close(): void {
    this.isOpen = false
    this.clearEnded()
    const { queue } = this.#root.uploads
    if (queue.isEmpty) queue.reset()
  }

  /** Announces a work. It has a row when it takes more than a moment. */
  begin(start: WorkStart, id: string = randomId()): Work {
    const work = new Work(id, start)
    this.works = [...this.works, work]
    setTimeout(() => this.reveal(work), PATIENCE_MS)
    return work
  }

  reveal(work: Work): void {
    if (this.works.includes(work)) work.show()
  }

  /** Ends a work of this page; what nobody has seen, or what needs no reading, goes. */
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

  /** Forgets what is over. */
  clearEnded(): void {
    for (const work of this.shown) if (work.state !== 'running') this.dismiss(work)
  }

  /**
   * Does the same with many things. When the work is called off, what has not begun does not begin; what is done stays.
   * Answers what became of those that succeeded. Never throws.
   */
  async runAll<Item, Result>(batch: Batch<Item, Result>): Promise<Result[]> {
    const { start, items, atOnce, laneOf } = batch
    const work = this.begin(start)
    const results: Result[] = []
    const lanes = laneOf === undefined ? items.map((item) => [item]) : [...Map.groupBy(items, laneOf).values()]
    await runLimited(lanes, atOnce, async (lane) => {
      for (const item of lane) await runOne(batch, { item, work, results })
    })
    this.end(work)
    return results
  }
}

async function runOne<Item, Result>(
  { run, onFailed }: Batch<Item, Result>,
  { item, work, results }: { item: Item; work: Work; results: Result[] },
): Promise<void> {
  if (work.isCancelled) return
  try {
    results.push(await run(item, work))
    work.finish('done')
  } catch (error) {
    // Somebody called it off where it was.
    if (error instanceof ApiError && error.code === 'stopped') work.stop()
    if (work.isCancelled) return
    work.finish({ reason: messageOf(error) })
    onFailed(item, error)
  }
}
