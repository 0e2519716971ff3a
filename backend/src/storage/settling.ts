// Asking for one file of a folder that is moved: its owner brings that one before all others, and then whoever changes
// it does not wait for the rest (tests/model: "one file before the others").
import type { StorageCore } from './core.ts'
import {
  bringsAround,
  broughtFrom,
  type CommittedMove,
  feederOf,
  followersOf,
  isCommitted,
  isSettled,
  type JournalState,
  type PendingOperation,
} from './journal-state.ts'
import { namesAbove } from './names.ts'
import { folderKey, pathText, type Place, placeOfText } from './paths.ts'
import { translating } from './s3-errors.ts'
import { areUnused } from './used-names.ts'

type Asked = Pick<StorageCore, 'clients' | 'journal' | 'rules'>

/** The journal is one small document, so the names in a record are few. Who comes later waits for the whole move. */
const NAMES_MAX_BYTES = 4_096
/** Whoever lists versions waits no longer than this. */
const SETTLED_WAIT_MS = 10_000

/** Has a file settled, if only a move that has happened, of the folder around it, keeps others waiting for it. */
export async function askToSettle(core: Asked, journal: JournalState, path: string): Promise<void> {
  const [op, ...others] = journal.ops.filter((one) => core.rules.holdsWriter(one, path))
  if (!op || others.length > 0 || !bringsAround(op, path) || feederOf(journal, op)) return
  if (!(await translating(() => core.rules.isAloneThere(core, op, path)))) return
  const name = path.slice(op.dst.length + 1)
  await core.journal.change((draft) => {
    const now = draft.ops.find(({ id }) => id === op.id)
    if (!now || !isCommitted(now) || now.cancel || !hasRoomFor(now, name)) return null
    now.urgent = [...(now.urgent ?? []), name]
    return true
  })
}

/**
 * Waits until a file lies where readers see it, because the ids of its versions are others from then on. After ten
 * seconds it stays where it is.
 */
export async function untilSettled(core: Asked, at: Place): Promise<void> {
  const path = pathText(at)
  const isThere = (state: JournalState) => broughtFrom(state, path).length === 0
  const journal = await core.journal.read()
  if (isThere(journal)) return
  await askToSettle(core, journal, path)
  await core.journal.until(isThere, SETTLED_WAIT_MS)
}

const namesIn = ({ urgent = [], settled = [] }: PendingOperation): string[] => [...urgent, ...settled]

function hasRoomFor(op: PendingOperation, name: string): boolean {
  const names = namesIn(op)
  return !names.includes(name) && Buffer.byteLength([...names, name].join(' ')) <= NAMES_MAX_BYTES
}

/**
 * Whether a move that readers see may still be turned back: nothing of it was renamed again, and nobody has asked for a
 * file of it, which leaves the old name for good.
 */
export const mayTurnBack = (state: Pick<JournalState, 'ops'>, op: PendingOperation): boolean =>
  followersOf(state, op).length === 0 && !isPartlySettled(op)

/** Whether some of a move's files were asked for. */
export const isPartlySettled = (op: PendingOperation): boolean => namesIn(op).length > 0

/** Whether a path is that of a file which a move has settled. */
export const isSettledIn = ({ ops }: Pick<JournalState, 'ops'>, path: string): boolean =>
  ops.some((op) => isSettled(op, path))

/** Whether nothing of the other kind, above or below a file, is where a move brings it from, or where it is to be. */
export async function isAloneThere(
  core: Pick<StorageCore, 'clients'>,
  { src, dst }: CommittedMove,
  path: string,
): Promise<boolean> {
  // Bytes travel in this order.
  for (const end of [src, dst]) {
    const at = placeOfText(end + path.slice(dst.length))
    const names = namesAbove(at).filter((name) => name.length > placeOfText(end).path.length)
    if (!(await areUnused(core, { bucket: at.bucket, names, prefix: folderKey(at) }))) return false
  }
  return true
}
