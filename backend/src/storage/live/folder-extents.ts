// How much a folder holds, as far as the index knows, for who only chooses a way by it.
import type { FolderTotals } from '../catalogue/known-keys.ts'
import type { JournalState } from '../journal-state.ts'
import type { Place } from '../paths.ts'
import type { LiveIndex } from './live-index.ts'

/** `isCertain`: nothing of it was in doubt, by the journal as it was at `rev`. */
export interface FolderExtent extends Omit<FolderTotals, 'newest'> {
  isCertain: boolean
  rev: number
}

/** Null for an unknown bucket. It is read off, so it takes as long for any number of files. */
export function extentOf(
  index: Pick<LiveIndex, 'totals' | 'exceptions' | 'hearsEvents'>,
  at: Place,
  journal: JournalState,
): FolderExtent | null {
  const totals = index.totals(at)
  if (!totals) return null
  const { files, bytes, longest } = totals
  const isCertain = index.hearsEvents && index.exceptions(at, journal)?.length === 0
  return { files, bytes, longest, isCertain, rev: journal.rev }
}
