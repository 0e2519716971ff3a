// A move that is seen before it is done: from its commit on readers look where the folder was, until everything has its
// copy (tests/model: alias). It is for what can be checked without looking at every name, and takes long otherwise.
import type { StorageCore } from '../core.ts'
import { listObjects } from '../listing.ts'
import type { FolderExtent } from '../live/folder-extents.ts'
import { versionsOfKey } from '../names.ts'
import { putFolderMarker } from '../objects.ts'
import { folderKey, isKeyLength, overlap, pathText, type Place } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import { namesHiding } from './hiding.ts'
import type { JournalEdit } from './registry.ts'
import { isAnythingIn } from './stacks.ts'
import type { TransferRequest } from './transfer-preparation.ts'
import { isEmpty } from './windows.ts'
import { markerLacking, type OperationRun } from './worker.ts'

/** A folder with fewer files is moved as fast the plain way. */
const LEAST_FILES = 50
/** Who writes to a folder waits until all is copied, half a minute at most. */
export const ALIASED_MOST_FILES = 10_000

type Move = Pick<TransferRequest, 'options'> & { source: Place; destination: Place }

/** Whether a move may be seen before it is done, as far as that is told by what is asked for. */
export function mayBeAliased(
  { clients }: Pick<StorageCore, 'clients'>,
  { source, destination, options }: Move,
): boolean {
  return (
    clients.capabilities.versioning &&
    source.bucket === destination.bucket &&
    !overlap(pathText(source), pathText(destination)) &&
    options.conflict === 'fail' &&
    options.asksBelow === false &&
    options.admit === undefined
  )
}

/** Whether that is worth it, and every key in the folder fits into its new place, as in the old one. */
function isFitting(
  { files, longest }: FolderExtent,
  { source, destination }: Pick<TransferRequest, 'source' | 'destination'>,
) {
  if (files < LEAST_FILES || files > ALIASED_MOST_FILES) return false
  const prefix = folderKey(destination)
  if (Buffer.byteLength(prefix) <= Buffer.byteLength(folderKey(source.at))) return true
  return longest !== null && isKeyLength(prefix + 'x'.repeat(longest))
}

/**
 * Checks a move that may be seen at once, and answers how it goes on; null where it has to take the plain way, which
 * tells why. Nothing lies at, above or below its destination by then, not even something deleted, and nothing hides a
 * part of its source. Nothing else touches both paths.
 * @throws AppError what `check` says
 */
export async function prepareAlias(
  { context, owner, progress }: OperationRun,
  { source, destination, options }: TransferRequest,
  known: FolderExtent,
): Promise<JournalEdit | null> {
  if (source.isFile || !isFitting(known, { source, destination })) return null
  const { core } = context
  const [isClear, isThere, marker] = await translating(() =>
    Promise.all([
      isClearWay(core, source.at, destination),
      isAnythingIn(core, source.at),
      markerLacking(core, owner, source.at),
    ]),
  )
  if (!isClear || !isThere) return null
  options.check('')
  if (marker) await translating(() => putFolderMarker(owner.client, marker))
  await core.failpoints.at('copy.checked', pathText(destination))
  progress.expect(known.files, known.bytes)
  await progress.begin({ by: options.by, kind: 'move', ...options.shown, isDir: true })
  return (op, draft) => {
    op.state = 'aliased'
    op.since = draft.rev
    return true
  }
}

async function isClearWay(core: StorageCore, source: Place, destination: Place): Promise<boolean> {
  const { bucket } = destination
  const names = new Set([source, destination].flatMap((at) => namesHiding({ at, isFile: false })))
  const below = { bucket, prefix: folderKey(destination), versions: true, maxKeys: 1, bare: true }
  const [isFree, ...found] = await Promise.all([
    isEmpty(listObjects(core.clients, below)),
    ...Array.from(names, (name) => versionsOfKey(core, bucket, name)),
  ])
  return isFree && found.every((versions) => versions.length === 0)
}
