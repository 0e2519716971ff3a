// The order of a listing (api-contract 3.1).
import type { Item } from '../../../contract/resources.ts'
import type { Sorting } from '../../../contract/users.ts'
import { sortInTurns } from '../../lib/sort-in-turns.ts'
import { mapYielding } from '../../lib/yielding.ts'

type Comparison = (a: Item, b: Item) => number

// Case-insensitive, digits by value. Created once, because creating a collator is slower than using it.
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'accent', caseFirst: 'false' })

const byName: Comparison = (a, b) => names.compare(a.name, b.name)
const foldersFirst: Comparison = (a, b) => Number(b.isDir) - Number(a.isDir)
// Folders have no size of their own and sort before the empty file.
const bySize: Comparison = (a, b) => (a.isDir ? -1 : a.size) - (b.isDir ? -1 : b.size)
// All times come from `Date.toISOString` or are the year 1, so they can be compared as texts.
const byTime: Comparison = (a, b) => (a.modified < b.modified ? -1 : Number(a.modified > b.modified))

/**
 * The order of a folder's entries. By name, `asc: false` means A to Z, and folders always come first. By size and time,
 * `asc: true` means smallest or oldest first. Equal entries are sorted by name.
 */
export function comparisonFor({ by, asc }: Sorting): Comparison {
  if (by === 'name') return (a, b) => foldersFirst(a, b) || (asc ? byName(b, a) : byName(a, b))
  const main = by === 'size' ? bySize : byTime
  return (a, b) => (asc ? main(a, b) : main(b, a)) || byName(a, b)
}

/** Sorts names as people do: ignoring case, digits by value. Equal names are sorted by their characters. */
export const byNaturalOrder = (a: string, b: string): number => names.compare(a, b) || (a < b ? -1 : Number(a > b))

/** Digits of a number in a rough key; longer ones are only sorted later. */
const ROUGH_DIGITS = 12

/** A text by which plain comparison puts most names in their order. */
const roughKey = (name: string): string =>
  name.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(ROUGH_DIGITS, '0'))

/**
 * The items in nearly the order of their names: the collator is slow, and has to compare what is nearly sorted only
 * once.
 */
async function sortRoughly(items: Item[], asc: boolean): Promise<Item[]> {
  const keyed = await mapYielding(items, (item) => ({ item, key: (item.isDir ? '0' : '1') + roughKey(item.name) }))
  const sorted = await sortInTurns(keyed, (a, b) => {
    const order = a.key < b.key ? -1 : Number(a.key > b.key)
    return asc && a.item.isDir === b.item.isDir ? -order : order
  })
  return mapYielding(sorted, ({ item }) => item)
}

/** The sorted items, without blocking the event loop. */
export async function sortItems(items: Item[], sorting: Sorting): Promise<Item[]> {
  const roughly = sorting.by === 'name' ? await sortRoughly(items, sorting.asc) : items
  return sortInTurns(roughly, comparisonFor(sorting))
}
