// The first look of a writer at the journal: nothing may be pending on its path.
import type { StorageCore } from './core.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { bringsAround, committedSources, type JournalState, type MoveSource } from './journal-state.ts'
import { fileObject, namesAbove } from './names.ts'
import { folderKey, pathText, type Place, placeOfText } from './paths.ts'
import { translating } from './s3-errors.ts'
import { askToSettle } from './settling.ts'
import { areUnused, isNameUsed } from './used-names.ts'

type Asked = Pick<StorageCore, 'clients' | 'journal' | 'rules'>

/** Whether nothing pending touches a path (a text of `pathText`). */
export const isFree = ({ rules }: Pick<Asked, 'rules'>, { ops }: JournalState, path: string): boolean =>
  !ops.some((op) => rules.holdsWriter(op, path))

/**
 * The journal, once nothing pending touches a path (a text of `pathText`). A file of a folder that is moved is asked
 * for, so that this one is there before the others.
 * @throws AppError `locked` after half a minute
 */
export async function untilFree(core: Asked, path: string): Promise<JournalState> {
  let now = await core.journal.read()
  if (isFree(core, now, path)) return now
  await askToSettle(core, now, path)
  const hasEnded = await core.journal.until((state) => {
    now = state
    return isFree(core, state, path)
  }, HELD_WAIT_MS)
  if (!hasEnded) throw held()
  return now
}

/** What a writer may go by that puts something new. */
export interface FreeForNew {
  journal: JournalState
  /**
   * Where a move that is not over brings the folder from, which has nothing of that name: only a new one may be put.
   * Empty where nothing is pending.
   */
  sources: readonly MoveSource[]
}

/**
 * The journal, once something new may be put at a place: nothing pending touches it, or only a move that has happened,
 * whose folder has nothing of that name. Whoever uploads into a large folder right after it was renamed need not wait.
 * Bytes travel to the new name, so that is to be looked at after this.
 * @throws AppError `locked` after half a minute
 */
export async function untilFreeForNew(core: Asked, at: Place): Promise<FreeForNew> {
  const path = pathText(at)
  const journal = await core.journal.read()
  const [op, ...others] = journal.ops.filter((one) => core.rules.holdsWriter(one, path))
  if (!op) return { journal, sources: [] }
  const sources = others.length === 0 && bringsAround(op, path) ? committedSources(journal, path) : []
  const isNew = sources.length > 0 && (await translating(() => core.rules.isNewIn(core, sources)))
  return isNew ? { journal, sources } : { journal: await untilFree(core, path), sources: [] }
}

/**
 * Whether moves have nothing to bring to a path, to below it, or to above it, not even what was deleted. What was
 * renamed again is looked for where it was first, and then further.
 */
export async function haveNothing(
  core: Pick<StorageCore, 'clients'>,
  sources: readonly MoveSource[],
): Promise<boolean> {
  for (const { op, at } of sources) {
    const top = placeOfText(op.src).path
    const names = [...namesAbove(at).filter((name) => name.length > top.length), at.path]
    if (!(await areUnused(core, { bucket: at.bucket, names, prefix: folderKey(at) }))) return false
  }
  return true
}

/**
 * The revision of the journal that the writer of a new file compares with at its second look. If a late upload has come
 * to the same name of the folder since, readers see that one until everything has its copy. Then the move counts as if
 * it had come between, so that the new file comes to the top after the close.
 */
export async function comparedRevision(
  { clients }: Pick<StorageCore, 'clients'>,
  { rev, sources }: { rev: number; sources: readonly MoveSource[] },
): Promise<number> {
  for (const { at } of sources)
    if (await isNameUsed(clients.control, fileObject(at))) return Math.min(...sources.map(({ op }) => op.since)) - 1
  return rev
}
