import type { Item } from '../../../backend/contract/resources.ts'
import type { Sorting } from '../../../backend/contract/users.ts'

/** What rows are sorted by. */
export type Sortable = Pick<Item, 'name' | 'size' | 'modified' | 'isDir'>
type Compare = (a: Sortable, b: Sortable) => number

// Case is ignored, digits compare by value. Building a collator is slow, using it is not.
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'accent' })

const byName: Compare = (a, b) => collator.compare(a.name, b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
const foldersFirst: Compare = (a, b) => Number(b.isDir) - Number(a.isDir)

/**
 * Sorts a listing as api-contract 3.1 says. By name, `asc: false` means A to Z, and folders always come first; by size,
 * descending puts folders last; by time, folders are mixed with files.
 */
export function sortItems<T extends Sortable>(items: readonly T[], { by, asc }: Sorting): T[] {
  const turn = asc ? 1 : -1
  if (by === 'size') {
    return items.toSorted((a, b) => turn * (foldersFirst(a, b) || (a.isDir ? 0 : a.size - b.size)) || byName(a, b))
  }
  if (by === 'modified') {
    // RFC 3339 in UTC, with any number of digits after the second: compared as times, each parsed once.
    const times = new Map(items.map((item) => [item, Date.parse(item.modified)]))
    const at = (item: T) => times.get(item) || 0
    return items.toSorted((a, b) => turn * (at(a) - at(b)) || byName(a, b))
  }
  return items.toSorted((a, b) => foldersFirst(a, b) || -turn * byName(a, b))
}

/** The sorting after a click on a column's head: its usual direction first, then the opposite. */
export function nextSorting(current: Sorting, by: Sorting['by']): Sorting {
  return { by, asc: current.by === by ? !current.asc : false }
}

/** Whether values ascend (A to Z, small to large, old to new), for `aria-sort`. */
export const isAscending = ({ by, asc }: Sorting): boolean => (by === 'name' ? !asc : asc)
