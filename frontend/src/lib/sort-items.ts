import type { Item } from '../../../backend/contract/resources.ts'
import type { Sorting } from '../../../backend/contract/users.ts'
import { collatorOf } from './collation.ts'

/** The properties that rows are sorted by. */
export type Sortable = Pick<Item, 'name' | 'size' | 'modified' | 'isDir'>
type Compare = (a: Sortable, b: Sortable) => number

/**
 * Sorts a listing. By name, `asc: false` means A to Z (api-contract 3.1). `foldersFirst`: folders come before files in
 * either direction; otherwise they are among them.
 */
export function sortItems<T extends Sortable>(items: readonly T[], { by, asc }: Sorting, foldersFirst: boolean): T[] {
  const turn = asc ? 1 : -1
  const byName = nameOrder()
  const within =
    by === 'size' ? bySize(turn, byName) : by === 'modified' ? byTime(items, turn, byName) : byNameTurned(-turn, byName)
  return items.toSorted((a, b) => (foldersFirst ? Number(b.isDir) - Number(a.isDir) : 0) || within(a, b))
}

function nameOrder(): Compare {
  const { compare } = collatorOf('accent')
  return (a, b) => compare(a.name, b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
}

const byNameTurned =
  (turn: number, byName: Compare): Compare =>
  (a, b) =>
    turn * byName(a, b)

const bySize =
  (turn: number, byName: Compare): Compare =>
  (a, b) =>
    turn * (a.size - b.size) || byName(a, b)

function byTime(items: readonly Sortable[], turn: number, byName: Compare): Compare {
  // The times are RFC 3339 in UTC, but with different numbers of digits after the second. So each is parsed once, and
  // the numbers are compared.
  const times = new Map(items.map((item) => [item, Date.parse(item.modified)]))
  const at = (item: Sortable) => times.get(item) || 0
  return (a, b) => turn * (at(a) - at(b)) || byName(a, b)
}

/** The sorting after a click on a column's head: its usual direction first, then the opposite. */
export function nextSorting(current: Sorting, by: Sorting['by']): Sorting {
  return { by, asc: current.by === by ? !current.asc : false }
}

/** Whether values ascend (A to Z, small to large, old to new), for `aria-sort`. */
export const isAscending = ({ by, asc }: Sorting): boolean => (by === 'name' ? !asc : asc)
