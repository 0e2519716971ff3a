// What the journal lets readers see of a listing: pending changes are not there yet, committed ones are.
import type { Coming } from './coming-back.ts'
import {
  arriving,
  isArriving,
  isCommitted,
  type JournalState,
  leaving,
  type PendingOperation,
} from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import { isCopyBy } from './metadata.ts'
import { entryId } from './operations/manifests.ts'

// During a merge, keys are listed with their versions. On a storage without versions nothing lies beneath a copy that
// could be shown instead.
const isCopyOf = (op: PendingOperation, version: Listed): boolean =>
  version.version !== '' && isCopyBy(op, version.metadata)

/** Whether a version is a copy that an operation has not committed yet. */
export const isUnfinishedCopy = (journal: JournalState, bucket: string, version: Listed): boolean => {
  const op = arriving(journal, `${bucket}/${version.key}`)
  return op !== undefined && isCopyOf(op, version)
}

/** A journal, and the versions that readers see though a delete marker lies on them. */
export interface Seen {
  journal: JournalState
  coming: Coming
}

/**
 * What readers see where copies are not finished, or something comes back: of each key (versions newest first) the
 * newest version that is no such copy. If that is a delete marker, the version beneath that comes back, or nothing.
 */
export async function* newestSeen(
  { journal, coming }: Seen,
  bucket: string,
  versions: AsyncIterable<Listed> | Iterable<Listed>,
): AsyncGenerator<Listed> {
  let [decided, deleted]: (string | null)[] = [null, null]
  for await (const version of versions) {
    const { key, isMarker } = version
    if (key === decided || isUnfinishedCopy(journal, bucket, version)) continue
    if (isMarker && coming.keys.length > 0) deleted = key
    if (key === deleted && !coming.versions.has(entryId(version))) continue
    decided = key
    if (!isMarker) yield version
  }
}

/** Whether readers may see something else than S3 lists, since an operation has moved, deleted or half copied it. */
export const mayHide = (op: Pick<PendingOperation, 'state'>): boolean => isCommitted(op) || isArriving(op)

/** Whether the journal hides a key from readers, since it was moved or deleted, or is an unfinished copy. */
export function isHidden(journal: JournalState, bucket: string, object: Listed): boolean {
  const path = `${bucket}/${object.key}`
  if (leaving(journal, path)) return true
  const op = arriving(journal, path)
  return op !== undefined && (!op.merge || isCopyOf(op, object))
}
