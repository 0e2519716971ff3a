// A move that is seen before it is done: from its commit on readers look where the file or folder was, until all of it
// has its copy (tests/model: alias). It is for what can be checked without looking at each name.
import type { StorageCore } from '../core.ts'
import { allLaterThan, broughtFrom, type JournalState } from '../journal-state.ts'
import type { KnownExtent } from '../live/known-extents.ts'
import { putFolderMarker } from '../objects.ts'
import { folderKey, isKeyLength, overlap, pathText, type Place } from '../paths.ts'
import type { Reader } from '../reader.ts'
import { translating } from '../s3-errors.ts'
import type { RunningOperation } from '../types.ts'
import { areUnused } from '../used-names.ts'
import { namesHiding } from './hiding.ts'
import type { JournalEdit } from './registry.ts'
import { isAnythingAt, type Target } from './stacks.ts'
import type { TransferRequest } from './transfer-preparation.ts'
import { markerLacking, type OperationRun } from './worker.ts'

/** A move as it is asked for. */
type Move = Pick<TransferRequest, 'kind' | 'options'> & { source: Place; destination: Place }

/** A move that has to take the plain way, which tells why. */
class NotAtOnce extends Error {
  constructor() {
    super('the move has to take the plain way')
    this.name = 'NotAtOnce'
  }
}

/** Whether a move may be seen before it is done, as far as that is told by what is asked for. */
function mayBeAliased(
  { clients }: Pick<StorageCore, 'clients'>,
  { kind, source, destination, options }: Move,
): boolean {
  return (
    kind === 'move' &&
    clients.capabilities.versioning &&
    source.bucket === destination.bucket &&
    !overlap(pathText(source), pathText(destination)) &&
    options.conflict === 'fail' &&
    options.asksBelow === false &&
    options.admit === undefined
  )
}

/** Whether every key in a folder fits into its new place, as in the old one. */
function doesFit({ isFile, longest, isCertain }: KnownExtent, { source, destination }: Move): boolean {
  if (isFile) return true
  const prefix = folderKey(destination)
  if (Buffer.byteLength(prefix) <= Buffer.byteLength(folderKey(source))) return true
  return isCertain && isKeyLength(prefix + 'x'.repeat(longest))
}

/**
 * Begins a move that is seen before it is done; null where it has to take the plain way. Whether something is there, as
 * the index says, is checked.
 */
export async function beginAtOnce(
  { core, reader }: { core: Pick<StorageCore, 'clients'>; reader: Pick<Reader, 'extent'> },
  move: Move,
  begin: (request: TransferRequest) => Promise<RunningOperation>,
): Promise<RunningOperation | null> {
  const known = mayBeAliased(core, move) ? await reader.extent(move.source) : null
  if (!known || !doesFit(known, move)) return null
  try {
    return await begin({ ...move, source: { at: move.source, isFile: known.isFile }, known })
  } catch (error) {
    if (error instanceof NotAtOnce) return null
    throw error
  }
}

/**
 * Checks a move that may be seen at once, and answers how it goes on. Nothing lies at, above or below its destination
 * by then, not even something deleted, and nothing hides a part of its source. Nothing else touches both paths, but for
 * a move that still brings the source. What is asked takes as long for any number of files: where the index is certain
 * of a folder, that is not listed; a file is asked for beside the rest.
 * @throws NotAtOnce
 * @throws AppError what `check` says
 */
export async function prepareAlias(
  { context, owner, id, progress }: OperationRun,
  { kind, source, destination, options }: TransferRequest,
  before: KnownExtent,
): Promise<JournalEdit> {
  const { core } = context
  const isCertain = before.isCertain && isAsBefore(core.journal.last, before, { at: source.at, id })
  const known = { ...before, isCertain }
  if (!doesFit(known, { kind, source: source.at, destination, options })) throw new NotAtOnce()
  const [isClear, isThere, marker] = await translating(() =>
    Promise.all([
      isClearWay(core, source, destination),
      (known.isCertain && !source.isFile) || isAnythingBroughtTo(core, source),
      markerLacking(core, owner, source.at),
    ]),
  )
  if (!isClear || !isThere) throw new NotAtOnce()
  options.check('')
  if (marker) await translating(() => putFolderMarker(owner.client, marker))
  await core.failpoints.at('copy.checked', pathText(destination))
  progress.expect(known.files, known.bytes)
  progress.beginBeside({ by: options.by, kind: 'move', ...options.shown, isDir: !source.isFile })
  return (op, draft) => {
    op.state = 'aliased'
    op.since = draft.rev
    return true
  }
}

/** Whether anything is at the source, or where a move still brings it from. Bytes travel in this order. */
async function isAnythingBroughtTo(core: StorageCore, { at, isFile }: Target): Promise<boolean> {
  for (const one of [...broughtFrom(core.journal.last, pathText(at)), at])
    if (await isAnythingAt(core, { at: one, isFile })) return true
  return false
}

/**
 * Whether nothing but an operation itself has happened at a place since a revision: its registration may have waited
 * for what moved or deleted something there.
 */
export const isAsBefore = (
  journal: JournalState,
  { rev }: Pick<KnownExtent, 'rev'>,
  { at, id }: Pick<OperationRun, 'id'> & { at: Place },
): boolean => journal.floor <= rev && allLaterThan(journal, rev, pathText(at)).every((op) => op.id === id)

/** The name of the destination must be free, too, even for a file: what was deleted there would lie beneath it. */
function isClearWay(core: StorageCore, source: Target, destination: Place): Promise<boolean> {
  const names = new Set([source, { at: destination, isFile: false }].flatMap(namesHiding))
  return areUnused(core, { bucket: destination.bucket, names, prefix: folderKey(destination) })
}
