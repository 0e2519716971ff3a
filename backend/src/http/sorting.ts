// The order of a listing (api-contract 3.1).
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Item } from '../../contract/resources.ts'
import type { Sorting } from '../../contract/users.ts'

type Comparison = (a: Item, b: Item) => number

// Case-insensitive, digits by value. Made once: a collator costs more to make than to use.
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'accent', caseFirst: 'false' })

const byName: Comparison = (a, b) => names.compare(a.name, b.name)
const foldersFirst: Comparison = (a, b) => Number(b.isDir) - Number(a.isDir)
// Folders have no size of their own: they count as smaller than the empty file.
const bySize: Comparison = (a, b) => (a.isDir ? -1 : a.size) - (b.isDir ? -1 : b.size)
// All times come from `Date.toISOString` or are the year 1: their texts compare as they do.
const byTime: Comparison = (a, b) => (a.modified < b.modified ? -1 : Number(a.modified > b.modified))

/**
 * How the entries of a folder are ordered. By name, `asc: false` means A to Z and folders come first either way round;
 * by size and by time, `asc: true` is the smallest or oldest first. Equal ones stand by name.
 */
export function comparisonFor({ by, asc }: Sorting): Comparison {
  if (by === 'name') return (a, b) => foldersFirst(a, b) || (asc ? byName(b, a) : byName(a, b))
  const main = by === 'size' ? bySize : byTime
  return (a, b) => (asc ? main(a, b) : main(b, a)) || byName(a, b)
}

/** Items that are sorted or merged in one go: some 2 ms, so that others get their turn in a folder of 100,000. */
const RUN = 1_000

/** The items in their order: stable, and without holding up the event loop. */
export async function sortItems(items: Item[], sorting: Sorting): Promise<Item[]> {
  const compare = comparisonFor(sorting)
  let runs: Item[][] = []
  for (let at = 0; at < items.length; at += RUN) {
    if (at > 0) await nextTurn()
    runs.push(items.slice(at, at + RUN).sort(compare))
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge(left: Item[], right: Item[], compare: Comparison): Promise<Item[]> {
  const merged: Item[] = []
  let [l, r] = [0, 0]
  for (;;) {
    const [a, b] = [left[l], right[r]]
    if (a === undefined || b === undefined) return merged.concat(left.slice(l), right.slice(r))
    // The left run goes first among equals: this keeps the sort stable.
    if (compare(a, b) <= 0) { merged.push(a); l++ } else { merged.push(b); r++ }
    if (merged.length % RUN === 0) await nextTurn()
  }
}
