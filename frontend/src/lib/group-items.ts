// Sorts the items of a folder, and divides them into sections.
import type { FolderView } from '../../../backend/contract/folder-views.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import { collatorOf } from './collation.ts'
import { type Kind, kindOf, KINDS } from './kinds.ts'
import { isAscending, sortItems } from './sort-items.ts'

/** Consecutive items below a heading. */
export interface Section {
  /**
   * What they have in common: '' if nothing is grouped, `folder` for the folders in front; otherwise a kind, a letter
   * (`0` for digits, `#` for everything else), `today`, `yesterday`, `week`, a month like `2026-11`, or `undated`.
   */
  key: string
  /** The position of its first item among all items. */
  first: number
  count: number
}

export interface Arranged {
  sorted: readonly Item[]
  sections: readonly Section[]
}

type Arrangement = Pick<FolderView, 'sorting' | 'foldersFirst'> & { group: Exclude<FolderView['group'], 'none'> }
export type Grouping = typeof groupItems

/** Groups and sorts items for a view. `now` decides which day is today. */
export function groupItems(items: readonly Item[], view: Arrangement, now: Date): Arranged {
  const sorted = sortItems(items, view.sorting, view.foldersFirst)
  const keyOf = keyFor(view.group, now)
  const groups = new Map<string, Item[]>()
  for (const item of sorted) {
    const key = view.foldersFirst && item.isDir ? FOLDERS : keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  const sections: Section[] = []
  let first = 0
  for (const key of orderOf([...groups.keys()], view)) {
    const count = groups.get(key)?.length ?? 0
    sections.push({ key, first, count })
    first += count
  }
  return { sorted: sections.flatMap(({ key }) => groups.get(key) ?? []), sections }
}

const FOLDERS: Kind = 'folder'
function keyFor(group: Arrangement['group'], now: Date): (item: Item) => string {
  if (group === 'kind') return kindOf
  if (group === 'letter') return ({ name }) => letterOf(name)
  const today = dayOf(now)
  return ({ modified }) => periodOf(new Date(modified), today)
}

/** The first letter of a name, without its accent. */
function letterOf(name: string): string {
  const [first = ''] = name.normalize('NFD')
  if (/\p{Nd}/u.test(first)) return '0'
  return /\p{L}/u.test(first) ? first.toUpperCase() : '#'
}

/** The number of the day in the local time zone. */
const dayOf = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)

function periodOf(date: Date, today: number): string {
  const year = date.getFullYear()
  // The server sends the year 1 if there is no time (api-contract 3.1).
  if (!(year > 1900)) return 'undated'
  const days = today - dayOf(date)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return days < 7 ? 'week' : `${year}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** The sort order of groups that are not months. */
const PERIODS: Readonly<Record<string, number>> = { today: -3, yesterday: -2, week: -1, undated: 1 }
/** Newest first. */
const byPeriod = (a: string, b: string): number => (PERIODS[a] ?? 0) - (PERIODS[b] ?? 0) || (a < b ? 1 : -1)
const byKind = (a: string, b: string): number => KINDS.indexOf(a as Kind) - KINDS.indexOf(b as Kind)
const byLetter = (a: string, b: string): number => collatorOf('variant').compare(a, b)

/** The keys in the order of their sections. It follows the sorting if that is by the same property. */
function orderOf(keys: readonly string[], { group, sorting }: Arrangement): string[] {
  const isTurned =
    group === 'date'
      ? sorting.by === 'modified' && isAscending(sorting)
      : group === 'letter' && sorting.by === 'name' && !isAscending(sorting)
  const compare = group === 'date' ? byPeriod : group === 'kind' ? byKind : byLetter
  const first = (key: string) => Number(key !== FOLDERS)
  return keys.toSorted((a, b) => first(a) - first(b) || (isTurned ? -1 : 1) * compare(a, b))
}
