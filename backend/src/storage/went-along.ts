// Where a move has taken a version that somebody has just written under its old name.
import type { StorageCore } from './core.ts'
import { type ClosedOperation, covers, destinationOf, type PendingOperation } from './journal-state.ts'
import { COPY_OF } from './metadata.ts'
import { versionsOfKey } from './names.ts'
import { pathText, type Place } from './paths.ts'

/** A version in its new place. */
export interface TakenAlong {
  at: Place
  version: string
  etag: string
}

/** The copy that a move has made of a version at a place; null where it has made none. */
export async function wentAlong(
  core: Pick<StorageCore, 'clients'>,
  op: PendingOperation | ClosedOperation,
  { at, version }: { at: Place; version: string },
): Promise<TakenAlong | null> {
  const to = op.kind === 'move' && covers(op.src, op, pathText(at)) ? destinationOf(op, at) : null
  if (!to) return null
  const copy = (await versionsOfKey(core, to.bucket, to.path)).find(
    ({ metadata }) => metadata[COPY_OF] === `${op.id}:${version}`,
  )
  return copy ? { at: to, version: copy.version, etag: copy.etag } : null
}
