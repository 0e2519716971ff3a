// The first look of a writer at the journal: nothing may be pending on its path.
import type { StorageCore } from './core.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import type { JournalState } from './journal-state.ts'

/**
 * The journal, once nothing pending touches a path (a text of `pathText`).
 * @throws AppError `locked` after half a minute
 */
export async function untilFree(
  { journal, rules }: Pick<StorageCore, 'journal' | 'rules'>,
  path: string,
): Promise<JournalState> {
  const isHeld = ({ ops }: JournalState) => ops.some((op) => rules.holdsWriter(op, path))
  let now = await journal.read()
  if (!isHeld(now)) return now
  const isFree = await journal.until((state) => {
    now = state
    return !isHeld(state)
  }, HELD_WAIT_MS)
  if (!isFree) throw held()
  return now
}
