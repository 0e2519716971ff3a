// What a copy takes, as its manifest pins it: the source may be anywhere by then.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { findAside } from '../aside.ts'
import type { PendingOperation } from '../journal.ts'
import type { Listed } from '../listing.ts'
import { isVersion } from '../metadata.ts'
import { versionsOfKey } from '../names.ts'
import { headObject, type ObjectHead } from '../objects.ts'
import type { ManifestEntry } from './manifests.ts'
import { isMarkerKey, type Stack } from './tree.ts'
import type { OperationContext } from './worker.ts'

const PARALLEL = 16

/** One key to copy, its versions oldest first. */
export interface Wanted {
  name: string
  versions: (Listed & { bucket?: string })[]
}

/** How the manifest of a copy pins a file: by its newest version. */
export function pinOf(stack: Stack, bucket: string): ManifestEntry {
  const { key, version, size } = newestOf(stack)
  return { bucket, key, name: stack.name, version, size }
}

/** What the manifest of a copy pins. @throws AppError `unavailable` */
export async function pinsOf(
  { manifests }: OperationContext,
  op: Pick<PendingOperation, 'id'>,
): Promise<ManifestEntry[]> {
  const pins = await manifests.work(op.id)
  if (!pins) throw new AppError('unavailable', 'what a copy is to take cannot be read')
  return pins
}

/** A pinned version as a listing would tell it. */
export const stackOf = ({ key, name, version, size }: ManifestEntry): Stack => ({
  key,
  name,
  versions: [
    { key, version, size, isMarker: false, etag: '', lastModified: new Date(0), metadata: {}, contentType: '' },
  ],
})

/** The newest version of a key. */
export const newestOf = ({ versions }: Stack): Listed => {
  const newest = versions.at(-1)
  if (!newest) throw new Error('a key without versions')
  return newest
}

/** Pinned versions, each where it lies now. */
export async function findAllPinned(context: OperationContext, pins: ManifestEntry[]): Promise<Wanted[]> {
  return mapParallel(pins, PARALLEL, async (entry) => {
    const [from, head] = await findPinned(context, entry)
    const facts = {
      etag: head?.etag ?? '',
      lastModified: head?.lastModified ?? new Date(context.core.now()),
      metadata: head?.metadata ?? {},
      contentType: head?.contentType ?? '',
      headers: head?.headers,
    }
    return { name: entry.name, versions: [{ ...from, isMarker: false, ...facts }] }
  })
}

/**
 * A pinned version where it lies: in its place, moved there from elsewhere under another id, or moved out of the way.
 */
async function findPinned(
  context: OperationContext,
  entry: ManifestEntry,
): Promise<[ManifestEntry, ObjectHead | null]> {
  if (isMarkerKey(entry.key)) return [entry, null]
  const head = await headObject(context.core.clients.control, entry)
  if (head) return [entry, head]
  const moved = (await versionsOfKey(context.core, entry.bucket, entry.key)).find((listed) =>
    isVersion(listed, entry.version),
  )
  if (moved) return [{ ...entry, version: moved.version }, moved]
  const aside = await findAside(context.core, entry)
  return [{ ...entry, ...(aside && { bucket: aside.bucket, key: aside.key, version: '' }) }, aside]
}
