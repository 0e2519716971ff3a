// How much a file or folder holds, as far as the index knows, for who only chooses a way by it.
import type { FolderTotals } from '../catalogue/known-keys.ts'
import type { JournalState } from '../journal-state.ts'
import type { Place } from '../paths.ts'
import type { LiveIndex } from './live-index.ts'

/** `isCertain`: nothing of it was in doubt, by the journal as it was at `rev`. */
export interface KnownExtent extends Omit<FolderTotals, 'newest'> {
  isFile: boolean
  isCertain: boolean
  rev: number
}

/** Null where nothing is known to be. It is read off, so it takes as long for any number of files. */
export function extentOf(
  index: Pick<LiveIndex, 'file' | 'expectsFolder' | 'totals' | 'exceptions' | 'hearsEvents'>,
  at: Place,
  journal: JournalState,
): KnownExtent | null {
  const file = index.file(at)
  if (!file && !index.expectsFolder(at)) return null
  const totals = file ? { files: 1, bytes: file.size, longest: 0 } : index.totals(at)
  if (!totals) return null
  const { files, bytes, longest } = totals
  const isCertain = index.hearsEvents && index.exceptions(at, journal)?.length === 0
  return { isFile: file !== null, files, bytes, longest, isCertain, rev: journal.rev }
}
