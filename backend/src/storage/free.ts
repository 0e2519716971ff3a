// The first look of a writer at the journal: nothing may be pending on its path.
import type { StorageCore } from './core.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { bringsAround, type JournalState, type MovedFolder, sourceOf } from './journal-state.ts'
import { fileObject, namesAbove } from './names.ts'
import { folderKey, pathText, type Place, placeOfText } from './paths.ts'
import { translating } from './s3-errors.ts'
import { areUnused, isNameUsed } from './used-names.ts'

type Asked = Pick<StorageCore, 'journal' | 'rules'>

/** Whether nothing pending touches a path (a text of `pathText`). */
export const isFree = ({ rules }: Pick<Asked, 'rules'>, { ops }: JournalState, path: string): boolean =>
  !ops.some((op) => rules.holdsWriter(op, path))

/**
 * The journal, once nothing pending touches a path (a text of `pathText`).
 * @throws AppError `locked` after half a minute
 */
export async function untilFree(core: Asked, path: string): Promise<JournalState> {
  let now = await core.journal.read()
  if (isFree(core, now, path)) return now
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
  /** A move that is not over and has nothing of that name: only a new one may be put. Null where nothing is pending. */
  move: MovedFolder | null
}

/**
 * The journal, once something new may be put at a place: nothing pending touches it, or only a move that has happened,
 * whose folder has nothing of that name. Whoever uploads into a large folder right after it was renamed need not wait.
 * Bytes travel to the new name, so that is to be looked at after this.
 * @throws AppError `locked` after half a minute
 */
export async function untilFreeForNew(core: Asked & Pick<StorageCore, 'clients'>, at: Place): Promise<FreeForNew> {
  const path = pathText(at)
  const journal = await core.journal.read()
  const [op, ...others] = journal.ops.filter((one) => core.rules.holdsWriter(one, path))
  if (!op) return { journal, move: null }
  const isMoved = others.length === 0 && bringsAround(op, path)
  if (isMoved && (await translating(() => core.rules.isNewIn(core, op, path)))) return { journal, move: op }
  return { journal: await untilFree(core, path), move: null }
}

/** Whether a move has nothing to bring to a path, to below it, or to above it, not even what was deleted. */
export async function hasNothingAt(
  core: Pick<StorageCore, 'clients'>,
  op: MovedFolder,
  path: string,
): Promise<boolean> {
  const at = sourceOf(op, path)
  const top = placeOfText(op.src).path
  const names = [...namesAbove(at).filter((name) => name.length > top.length), at.path]
  return areUnused(core, { bucket: at.bucket, names, prefix: folderKey(at) })
}

/**
 * The revision of the journal that the writer of a new file compares with at its second look. If a late upload has come
 * to the same name of the folder since, readers see that one until everything has its copy. Then the move counts as if
 * it had come between, so that the new file comes to the top after the close.
 */
export async function comparedRevision(
  core: Pick<StorageCore, 'clients'>,
  { rev, move, at }: { rev: number; move: MovedFolder | null; at: Place },
): Promise<number> {
  if (!move) return rev
  return (await isNameUsed(core.clients.control, fileObject(sourceOf(move, pathText(at))))) ? move.since - 1 : rev
}
