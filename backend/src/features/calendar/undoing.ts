// Undoing changes, and bringing back what was deleted.
import { AppError } from '../../lib/app-error.ts'
import type { Draft } from './draft.ts'
import type { StoredCalendar, StoredEvent, Touched } from './types.ts'

export interface Undoing {
  by: number
  now: number
}

/**
 * Takes back what a change has done to the events of one book.
 * @throws AppError `conflict` if something has been changed again
 */
export function takeBackChange(draft: Draft, touched: readonly Touched[], { by, now }: Undoing): StoredEvent | null {
  let main: StoredEvent | null = null
  for (const one of touched.filter(({ owner }) => owner === draft.owner)) {
    const before = stateBefore(draft.get(one.id) ?? null, one)
    if (before === null) {
      draft.remove(one.id)
      continue
    }
    const version = Math.max(before.version, one.after ?? 0, draft.get(one.id)?.version ?? 0) + 1
    main = { ...before, calendar: calendarOf(before, draft.calendars), version, changedAt: now, changedBy: by }
    draft.put(main)
  }
  return main
}

function stateBefore(current: StoredEvent | null, { before, after, skipped }: Touched): StoredEvent | null {
  if ((current?.version ?? null) === after) return before
  if (current === null || skipped === undefined || !current.skipped.includes(skipped))
    throw new AppError('conflict', 'it has been changed since')
  // The series has been changed, but the occurrence is still left out.
  const changed = before?.changedOnes.filter(({ at }) => at === skipped) ?? []
  return {
    ...current,
    skipped: current.skipped.filter((at) => at !== skipped),
    changedOnes: [...current.changedOnes, ...changed],
  }
}

/** Its calendar may have been deleted. */
const calendarOf = ({ calendar }: StoredEvent, calendars: readonly StoredCalendar[]): string =>
  calendars.some(({ id }) => id === calendar) ? calendar : (calendars[0]?.id ?? calendar)
