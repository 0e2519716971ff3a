// Facts about imports that have one form in every language, as specified, and the order of their queue.
import type { ImportRecord } from '../../../backend/contract/imports.ts'

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

/** `63.4% (2402.7 MB / 3789.7 MB)`. */
export const progressText = ({
  progress,
  downloaded,
  total,
}: Pick<ImportRecord, 'progress' | 'downloaded' | 'total'>) =>
  `${progress.toFixed(1)}% (${megabytes(downloaded)} / ${megabytes(total)})`

/** What it is called: its name, until it has turned out to have a title. */
export const shownName = ({ name, title }: Pick<ImportRecord, 'name' | 'title'>): string => title ?? name

export const hasEnded = ({ state }: Pick<ImportRecord, 'state'>): boolean => state === 'done' || state === 'failed'

/** Those that have not ended by their place, then the others, the latest first; as the server lists them. */
export function sortImports(items: readonly ImportRecord[]): ImportRecord[] {
  const open = items.filter((item) => !hasEnded(item))
  const ended = items.filter(hasEnded)
  return [
    ...open.toSorted((one, other) => one.place - other.place),
    ...ended.toSorted((one, other) => (other.ended ?? '').localeCompare(one.ended ?? '')),
  ]
}

/** The place that moves one by a step among those that wait, in their order; null at the end. */
export function placeAfterStep(waiting: readonly ImportRecord[], id: string, step: 1 | -1): number | null {
  const at = waiting.findIndex((item) => item.id === id)
  const [next, beyond] = [waiting[at + step], waiting[at + 2 * step]]
  if (at < 0 || next === undefined) return null
  return beyond === undefined ? next.place + step : (next.place + beyond.place) / 2
}

/** The time left in a unit that fits; null if it is unknown. */
export function timeLeft(
  seconds: number | null,
): { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number } | null {
  if (seconds === null) return null
  if (seconds < 60) return { unit: 'seconds', count: Math.max(1, Math.round(seconds)) }
  if (seconds < 3_600) return { unit: 'minutes', count: Math.round(seconds / 60) }
  if (seconds < 172_800) return { unit: 'hours', count: Math.round(seconds / 3_600) }
  return { unit: 'days', count: Math.round(seconds / 86_400) }
}
