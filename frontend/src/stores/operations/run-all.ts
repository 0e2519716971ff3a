// The same action on many items, as one row of the tray. It comes with the first such action.
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import { runLimited } from '../../lib/run-limited.ts'
import type { TrayStore } from '../TrayStore.ts'
import type { Work, WorkStart } from './Work.ts'

export interface Batch<Item, Result> {
  start: WorkStart
  items: readonly Item[]
  /** How many run at a time. Items start in order. */
  atOnce: number
  /** Items in the same lane run one after the other. */
  laneOf?(item: Item): unknown
  /** @throws the error for `onFailed` */
  run(item: Item, work: Work): Promise<Result>
  /** One item failed; the others continue. */
  onFailed(item: Item, error: unknown): void
}

/**
 * Runs the same action on many items. If the work is cancelled, remaining items do not start, and finished ones stay.
 * Returns the results of the successful ones. Never throws.
 */
export async function runAll<Item, Result>(tray: TrayStore, batch: Batch<Item, Result>): Promise<Result[]> {
  const { start, items, atOnce, laneOf } = batch
  const work = tray.begin(start)
  const results: Result[] = []
  const lanes = laneOf === undefined ? items.map((item) => [item]) : [...Map.groupBy(items, laneOf).values()]
  await runLimited(lanes, atOnce, async (lane) => {
    for (const item of lane) await runOne(batch, { item, work, results })
  })
  tray.end(work)
  return results
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
    // It was cancelled elsewhere.
    if (error instanceof ApiError && error.code === 'stopped') work.stop()
    if (work.isCancelled) return
    work.finish({ reason: messageOf(error) })
    onFailed(item, error)
  }
}
