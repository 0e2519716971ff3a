// What a copy takes, as it is pinned: the source may be anywhere by then.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { findAside } from '../aside.ts'
import type { PendingOperation } from '../journal-state.ts'
import type { Listed } from '../listing-page.ts'
import { isVersion } from '../metadata.ts'
import { versionsOfKey } from '../names.ts'
import { headObject, type ObjectHead } from '../objects.ts'
import type { ManifestEntry } from './manifests.ts'
import type { PinListing } from './pin-listing.ts'
import { isMarkerKey, newestOf, type Stack } from './stacks.ts'
import type { OperationContext } from './worker.ts'

const PARALLEL = 16

/** One key to copy, its versions oldest first. */
export interface WantedPins {
  name: string
  versions: (Listed & { bucket?: string })[]
}

/** How a file is pinned: by its newest version. */
export function pinOf(stack: Stack, bucket: string): ManifestEntry {
  const { key, version, size } = newestOf(stack)
  return { bucket, key, name: stack.name, version, size }
}

/** What is pinned for a copy, in the order of the names. @throws AppError `unavailable` */
export async function pinsOf(
  { work }: OperationContext,
  op: Pick<PendingOperation, 'id'>,
): Promise<AsyncIterable<ManifestEntry>> {
  const pins = await work.open(op.id)
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

/** Pinned versions, each where it lies now. */
export async function findAllPinned(
  context: OperationContext,
  pins: ManifestEntry[],
  listing: PinListing,
): Promise<WantedPins[]> {
  const listed = await listing.find(pins)
  return mapParallel(pins, PARALLEL, async (entry) => {
    const inPlace = listed.get(entry.key)
    const [from, head] = inPlace ? [entry, inPlace] : await findPinned(context, entry)
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
): Promise<[ManifestEntry, Omit<ObjectHead, 'size'> | null]> {
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
