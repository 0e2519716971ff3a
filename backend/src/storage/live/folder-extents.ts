// How much a folder holds, as far as the index knows, for who only chooses a way by it.
import { Yielding } from '../../lib/yielding.ts'
import type { JournalState } from '../journal-state.ts'
import type { Place } from '../paths.ts'
import type { LiveIndex } from './live-index.ts'

/** `longest`: bytes of the longest path in it; null where the index is in doubt. */
export interface FolderExtent {
  files: number
  bytes: number
  longest: number | null
}

type Known = Pick<LiveIndex, 'totals' | 'find' | 'exceptions' | 'hearsEvents'>

/** Of a folder of no more files than `most`; null for a larger or an unknown one. Sums are told even in doubt. */
export async function extentOf(
  index: Known,
  at: Place,
  { journal, most }: { journal: JournalState; most: number },
): Promise<FolderExtent | null> {
  const totals = index.totals(at)
  if (!totals || totals.files > most) return null
  const isCertain = index.hearsEvents && index.exceptions(at, journal)?.length === 0
  return { ...totals, longest: isCertain ? await longestIn(index, at) : null }
}

async function longestIn(index: Known, at: Place): Promise<number> {
  const turns = new Yielding()
  let longest = 0
  for (const some of index.find(at, [])) {
    // A folder's marker has a slash.
    for (const { name } of some) longest = Math.max(longest, Buffer.byteLength(name) + 1)
    await turns.pass()
  }
  return longest
}
