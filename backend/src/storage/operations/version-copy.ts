// The copy of one version, beneath the eyes of readers.
import { tellCopied } from '../core.ts'
import type { PendingOperation } from '../journal-state.ts'
import type { Listed } from '../listing-page.ts'
import { asNewFile, contentIdOf, COPY_OF, mtimeMetadata, typeOfCopy, withId } from '../metadata.ts'
import { copyObject } from '../object-copies.ts'
import { putFolderMarker } from '../objects.ts'
import { place, placeOfText } from '../paths.ts'
import { markOf, targetOf } from './copies.ts'
import { putByMetadata } from '../putters.ts'
import { isMarkerKey, keyIn } from './stacks.ts'
import type { OperationRound } from './worker.ts'

/** A version that is to be copied. `isNewest`: readers will see its copy. */
interface VersionCopy {
  name: string
  from: Listed & { bucket?: string }
  isNewest: boolean
  onBytes?: ((bytes: number) => void) | undefined
}

/** Copies one version under the mark of its operation; false where the source is gone. */
export async function copyVersion(
  { context, owner, op }: OperationRound,
  { name, from, isNewest, onBytes }: VersionCopy,
): Promise<boolean> {
  const destination = targetOf(op.dst ?? '', op)
  const to = { bucket: destination.at.bucket, key: keyIn(destination, name) }
  if (isMarkerKey(to.key)) {
    await putFolderMarker(owner.client, to, {
      ...from.metadata,
      [COPY_OF]: markOf(op, { version: 'marker', etag: '' }),
    })
    return true
  }
  // What lies there then was put there by whoever wanted the operation.
  const metadata = {
    ...metadataOfCopy(op, from),
    ...(isNewest && op.userId > 0 && putByMetadata(op.userId, place(to.bucket, to.key))),
  }
  const bucket = from.bucket ?? placeOfText(op.src ?? '').bucket
  const copied = await copyObject(
    owner.client,
    { from: { bucket, key: from.key, version: from.version, size: from.size }, to },
    {
      metadata,
      contentType: typeOfCopy(from, to.key),
      headers: from.headers,
      ...(onBytes && { onBytes }),
    },
  )
  if (copied && isNewest)
    await tellCopied(
      context.core,
      { ...from, bucket, contentId: contentIdOf(metadata, '') },
      { etag: copied.etag, bucket: to.bucket },
    )
  if (copied && op.merge) context.versions.grew(place(to.bucket, to.key))
  return copied !== null
}

/** A moved version is still the one that notes and history know; a copy is a new file. */
function metadataOfCopy(op: PendingOperation, from: Listed): Record<string, string> {
  const own = mtimeMetadata(from.metadata, from.lastModified)
  const kept = op.kind === 'move' ? withId(own, from.version) : asNewFile(own, from.version)
  return { ...kept, [COPY_OF]: markOf(op, from) }
}
