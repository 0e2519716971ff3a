// Positions in a list whose rows have equal heights, with an optional gap before one of them.

/** Heights and sizes in pixels. */
export interface EqualRows {
  count: number
  rowHeight: number
  gap: { before: number; size: number } | null
}

/** Pixels from the top of the list to a row; for the index after the last row, the height of the list. */
export const topOfRow = ({ count, rowHeight, gap }: EqualRows, index: number): number =>
  index * rowHeight + (gap !== null && gap.before <= index && gap.before < count ? gap.size : 0)

/** The rows to render, in order: those between two heights, and the kept one (-1: none). */
export function rowsInSight(rows: EqualRows, { from, to }: { from: number; to: number }, kept: number): number[] {
  const { count, rowHeight, gap } = rows
  const first = Math.max(0, Math.floor((from - (gap?.size ?? 0)) / rowHeight))
  const last = Math.min(count - 1, Math.floor(to / rowHeight))
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  if (kept < 0 || kept >= count || (kept >= first && kept <= last)) return indexes
  return kept < first ? [kept, ...indexes] : [...indexes, kept]
}

/** The rows that overlap the range between two heights. */
export function rowsBetween(rows: EqualRows, { from, to }: { from: number; to: number }): number[] {
  const { count, rowHeight, gap } = rows
  const first = Math.max(0, Math.floor((from - (gap?.size ?? 0)) / rowHeight))
  const last = Math.min(count - 1, Math.floor(to / rowHeight))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).filter(
    (index) => topOfRow(rows, index) < to && topOfRow(rows, index) + rowHeight > from,
  )
}
