// The order of a listing (api-contract 3.1).
import type { Item } from '../../../contract/resources.ts'
import type { Sorting } from '../../../contract/users.ts'
import { sortInTurns } from '../../lib/sort-in-turns.ts'

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

/** Orders names as people do: whatever their case, digits by value. Equal ones stand by their letters. */
export const byNaturalOrder = (a: string, b: string): number => names.compare(a, b) || (a < b ? -1 : Number(a > b))

/** The items in their order: stable, and without holding up the event loop. */
export const sortItems = (items: Item[], sorting: Sorting): Promise<Item[]> =>
  sortInTurns(items, comparisonFor(sorting))
