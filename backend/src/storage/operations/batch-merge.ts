// The entries of many batches in the order of their keys, without holding all of them.
import { mapParallel } from '../../lib/parallel.ts'
import type { ManifestEntry } from './manifests.ts'
import { compareNames } from './windows.ts'

const PARALLEL = 16
/** Entries that are remembered from the first look at the batches. */
const REMEMBERED = 8_000

/** One batch: from which key to which it goes, and its entries as long as they are remembered. */
interface Run<Batch> {
  batch: Batch
  first: string
  entries: ManifestEntry[] | null
}

/** A batch that is being gone through. `order`: its place among all batches. */
interface OpenRun {
  entries: ManifestEntry[]
  at: number
  order: number
}

type Read<Batch> = (batch: Batch) => Promise<readonly ManifestEntry[]>

const inOrder = (entries: readonly ManifestEntry[]): ManifestEntry[] =>
  entries.toSorted((a, b) => compareNames(a.key, b.key))

/**
 * Merges batches. Most of them follow each other, since whoever made them went through a listing: of those only the
 * ones at hand are held. Of one key the entries come in the order of their batches.
 * @param batches in their order
 * @param read what one of them has
 */
export async function* mergeBatches<Batch>(batches: Batch[], read: Read<Batch>): AsyncGenerator<ManifestEntry> {
  const runs = await lookAtRuns(batches, read)
  const waiting = [...runs.entries()].sort(([, a], [, b]) => compareNames(a.first, b.first))
  let open: OpenRun[] = []
  let next = 0
  for (;;) {
    let head = earliest(open)
    for (let entry = waiting[next]; entry && isDue(entry[1], head); entry = waiting[next]) {
      const [order, run] = entry
      open.push({ entries: run.entries ?? inOrder(await read(run.batch)), at: 0, order })
      next += 1
      head = earliest(open)
    }
    if (!head) return
    const entry = head.entries[head.at]
    if (entry) yield entry
    head.at += 1
    if (head.at >= head.entries.length) open = open.filter((run) => run !== head)
  }
}

/** Looks at each batch once. */
async function lookAtRuns<Batch>(batches: Batch[], read: Read<Batch>): Promise<Run<Batch>[]> {
  const runs: Run<Batch>[] = []
  let remembered = 0
  for (let at = 0; at < batches.length; at += PARALLEL) {
    const found = await mapParallel(batches.slice(at, at + PARALLEL), PARALLEL, async (batch) => ({
      batch,
      entries: inOrder(await read(batch)),
    }))
    for (const { batch, entries } of found) {
      const [first] = entries
      if (!first) continue
      remembered += entries.length
      runs.push({ batch, first: first.key, entries: remembered <= REMEMBERED ? entries : null })
    }
  }
  return runs
}

const keyAt = ({ entries, at }: OpenRun): string => entries[at]?.key ?? ''

const isDue = (run: Pick<Run<unknown>, 'first'>, head: OpenRun | null): boolean =>
  !head || compareNames(run.first, keyAt(head)) <= 0

function earliest(open: OpenRun[]): OpenRun | null {
  let best: OpenRun | null = null
  for (const run of open) {
    const order = best ? compareNames(keyAt(run), keyAt(best)) || run.order - best.order : -1
    if (order < 0) best = run
  }
  return best
}
