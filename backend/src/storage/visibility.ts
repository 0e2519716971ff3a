// What the journal lets readers see of a listing: pending changes are not there yet, committed ones are.
import { arriving, type JournalState, leaving, type PendingOperation } from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import { isCopyBy } from './metadata.ts'

// During a merge, keys are listed with their versions. On a storage without versions nothing lies beneath a copy that
// could be shown instead.
const isCopyOf = (op: PendingOperation, version: Listed): boolean =>
  version.version !== '' && isCopyBy(op, version.metadata)

/** Whether a version is a copy that an operation has not committed yet. */
export const isUnfinishedCopy = (journal: JournalState, bucket: string, version: Listed): boolean => {
  const op = arriving(journal, `${bucket}/${version.key}`)
  return op !== undefined && isCopyOf(op, version)
}

/**
 * What lies beneath unfinished copies: of each key (versions newest first) the newest other version, unless that is a
 * delete marker.
 */
export async function* newestUnmarked(
  journal: JournalState,
  bucket: string,
  versions: AsyncIterable<Listed> | Iterable<Listed>,
): AsyncGenerator<Listed> {
  let decided: string | null = null
  for await (const version of versions) {
    if (version.key === decided || isUnfinishedCopy(journal, bucket, version)) continue
    decided = version.key
    if (!version.isMarker) yield version
  }
}

/** Whether the journal hides a key from readers, since it was moved or deleted, or is an unfinished copy. */
export function isHidden(journal: JournalState, bucket: string, object: Listed): boolean {
  const path = `${bucket}/${object.key}`
  if (leaving(journal, path)) return true
  const op = arriving(journal, path)
  return op !== undefined && (!op.merge || isCopyOf(op, object))
}
