// Whether a name is used, by something deleted too. It is one small request, whatever lies below the name or beside it.
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { named, type ObjectName } from './objects.ts'
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
