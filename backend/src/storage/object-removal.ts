// Removing objects and their versions, many at a time.
import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../lib/app-error.ts'
import { mapParallel } from '../lib/parallel.ts'
import { named, statusOf } from './objects.ts'
import { isMissing } from './s3-errors.ts'

const DELETE_BATCH = 1000
const DELETE_PARALLEL = 16
/** MinIO removes what a request names one after the other: four smaller requests at once take a quarter of the time. */
const BATCHES_AT_ONCE = 4
const DELETE_BATCH_MIN = 64

/**
 * Removes versions for good, or lays delete markers where no version is named. Missing ones are no error. Several
 * versions of one key go in the order in which they are named.
 */
export async function deleteObjects(
  client: S3Client,
  bucket: string,
  objects: { key: string; version?: string }[],
): Promise<void> {
  const isOrdered = new Set(objects.map(({ key }) => key)).size < objects.length
  const atOnce = isOrdered ? 1 : BATCHES_AT_ONCE
  const size = Math.min(DELETE_BATCH, Math.max(DELETE_BATCH_MIN, Math.ceil(objects.length / atOnce)))
  const batches = Array.from({ length: Math.ceil(objects.length / size) }, (_, index) =>
    objects.slice(index * size, (index + 1) * size),
  )
  const unanswered: unknown[] = []
  const sent = mapParallel(batches, atOnce, (batch) =>
    deleteBatch(client, bucket, batch).catch((error: unknown) => {
      if (!(error instanceof AppError) && statusOf(error) === undefined) unanswered.push(error)
      throw error
    }),
  )
  // Whoever goes on has to know first of what may still take effect.
  await sent.catch((error: unknown) => {
    throw unanswered[0] ?? error
  })
}

async function deleteBatch(
  client: S3Client,
  bucket: string,
  objects: { key: string; version?: string }[],
): Promise<void> {
  const batch = objects.map(({ key, version }) => ({ Key: key, ...(version ? { VersionId: version } : {}) }))
  const answer = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: batch, Quiet: true } }),
  )
  const failed = answer.Errors?.find((error) => error.Code !== 'NoSuchKey' && error.Code !== 'NoSuchVersion')
  if (failed)
    throw new AppError('unavailable', 'the storage could not remove an object', {
      cause: new Error(`${failed.Code}: ${failed.Message}`),
    })
}

/**
 * Removes versions of keys that others may read meanwhile, with a request for each. While DeleteObjects changes a key,
 * MinIO's listings leave out all of it (seen in 2026-02). Missing versions are no error.
 */
export async function deleteVersions(
  client: S3Client,
  bucket: string,
  versions: { key: string; version?: string }[],
): Promise<void> {
  await mapParallel(versions, DELETE_PARALLEL, async (version) => {
    await client.send(new DeleteObjectCommand(named({ bucket, ...version }))).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  })
}
