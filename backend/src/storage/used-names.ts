// Whether a name is used, by something deleted too. It is one small request, whatever lies below the name or beside it.
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { StorageCore } from './core.ts'
import { listObjects } from './listing.ts'
import { named, type ObjectName } from './objects.ts'
import { isEmpty } from './operations/windows.ts'
import { isMissing } from './s3-errors.ts'

/**
 * Whether a key has any versions. If the newest is a delete marker, the answer says so (S3 API HeadObject). A storage
 * that does not say so has to be one on which nothing hides behind deleted names.
 */
export async function isNameUsed(client: S3Client, object: ObjectName): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand(named(object)))
    return true
  } catch (error) {
    if (!isMissing(error)) throw error
    const { $response } = error as { $response?: { headers?: Record<string, string> } }
    return $response?.headers?.['x-amz-delete-marker'] === 'true'
  }
}

/** Names of files in a bucket, and what all keys in a folder begin with. */
interface Names {
  bucket: string
  names: Iterable<string>
  prefix: string
}

/** Whether nothing has these names or lies in that folder, not even what was deleted. */
export async function areUnused(
  { clients }: Pick<StorageCore, 'clients'>,
  { bucket, names, prefix }: Names,
): Promise<boolean> {
  const [isFree, ...areUsed] = await Promise.all([
    isEmpty(listObjects(clients, { bucket, prefix, versions: true, maxKeys: 1, bare: true })),
    ...Array.from(names, (key) => isNameUsed(clients.control, { bucket, key })),
  ])
  return isFree && !areUsed.includes(true)
}
