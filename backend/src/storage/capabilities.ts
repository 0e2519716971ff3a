// What the S3 server can do, tried out once at the start on a key of the system bucket. What it cannot do is off, and
// the status page says so.
import { randomUUID } from 'node:crypto'
import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  GetObjectTaggingCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { makeBucket } from './buckets.ts'
import { readPages } from './listing.ts'
import { abortMultipart, completeMultipart, createMultipart, putPart } from './object-parts.ts'
import { deleteObjects } from './object-removal.ts'
import type { ObjectName } from './objects.ts'
import type { S3Clients } from './s3-clients.ts'
import { TRIALS } from './own-keys.ts'
import { s3ErrorName, translateS3Error } from './s3-errors.ts'

/** What the S3 server can do, as tried out at the start. */
export interface Capabilities {
  /** Old versions are kept. Without them there is no history and no trash: what is replaced or deleted is gone. */
  versioning: boolean
  /** The server tells changes as they happen (MinIO's bucket events); else they are found by looking. */
  notifications: boolean
  /** Listings tell times and types (MinIO's `metadata=true`); else each object is asked. */
  listedMetadata: boolean
  /** `If-None-Match: *` is obeyed by a put; else two writers that look at the same moment may both go ahead. */
  putIfAbsent: boolean
  /** `If-Match` is obeyed by a put. */
  putIfMatch: boolean
  /** `If-None-Match: *` is obeyed by the completion of an upload in parts. */
  completeIfAbsent: boolean
  /** `If-Match` is obeyed by the completion of an upload in parts. */
  completeIfMatch: boolean
  /** Parts can be copied at the server; else large copies are one request each. */
  partCopy: boolean
  /** Objects can carry tags. */
  tags: boolean
  /** The server ends old versions by rules; else house-keeping does. */
  lifecycle: boolean
}

const METADATA = { mtime: '1000000000.000' }
const NO_ETAG = '00000000000000000000000000000000'

export interface TrialOptions {
  clients: Pick<S3Clients, 'control' | 'minio'>
  systemBucket: string
  /** One of the buckets for people's files, where versions are to be kept. It is made for this where it is missing. */
  versionedBucket: string
  log: Logger
}

/**
 * Tries everything out. A server that does not answer is an error; one that refuses, or ignores what was asked, lacks
 * the capability.
 * @throws AppError `unavailable`
 */
export async function tryCapabilities(options: TrialOptions): Promise<Capabilities> {
  const {
    clients: { control, minio },
    systemBucket: bucket,
    log,
  } = options
  const object = { bucket, key: `${TRIALS}${randomUUID()}` }
  try {
    await makeBucket(control, bucket)
    await putTrial(control, object)
    const parts = await tryParts(control, object)
    const capabilities: Capabilities = {
      versioning: await canDo(() => keepsVersions(control, options.versionedBucket)),
      notifications: await canDo(() => tellsEvents(minio, bucket)),
      listedMetadata: await canDo(() => listsMetadata(minio, object)),
      putIfAbsent: await refuses(() => putTrial(control, object, { IfNoneMatch: '*' })),
      putIfMatch: await refuses(() => putTrial(control, object, { IfMatch: `"${NO_ETAG}"` })),
      ...parts,
      tags: await canDo(() => keepsTags(control, object)),
      lifecycle: await canDo(() => takesLifecycle(control, bucket)),
    }
    const lacking = Object.entries(capabilities)
      .filter(([, isThere]) => !isThere)
      .map(([name]) => name)
    if (lacking.length > 0) log.warn({ lacking }, 'the S3 server lacks features; what needs them is off')
    return capabilities
  } catch (error) {
    throw translateS3Error(error)
  } finally {
    await deleteObjects(control, bucket, [object]).catch(() => undefined)
  }
}

async function canDo(trial: () => Promise<boolean>): Promise<boolean> {
  return trial().catch((error: unknown) => {
    if (isUnsupported(error)) return false
    throw error
  })
}

/** Whether the server obeys the condition: a put that must fail does fail. */
async function refuses(put: () => Promise<unknown>): Promise<boolean> {
  return put().then(
    () => false,
    (error: unknown) => {
      if (s3ErrorName(error) === 'PreconditionFailed') return true
      if (isUnsupported(error)) return false
      throw error
    },
  )
}

/** A refusal: any 4xx, and 501 for what the server does not have. */
export function isUnsupported(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  return (
    ['NotImplemented', 'InvalidArgument'].includes(s3ErrorName(error)) ||
    (status !== undefined && (status < 500 || status === 501))
  )
}

const putTrial = (
  client: S3Client,
  { bucket, key }: ObjectName,
  condition: { IfNoneMatch?: string; IfMatch?: string } = {},
) =>
  client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: 'trial',
      ContentLength: 5,
      Metadata: METADATA,
      ...condition,
    }),
  )

/** S3 API UploadPartCopy, and conditions of CompleteMultipartUpload that must fail: the key is taken by a file. */
async function tryParts(
  client: S3Client,
  object: ObjectName,
): Promise<Pick<Capabilities, 'partCopy' | 'completeIfAbsent' | 'completeIfMatch'>> {
  const uploadId = await createMultipart(client, object, { metadata: {}, contentType: 'text/plain' })
  try {
    const partCopy = await canDo(async () => {
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          Bucket: object.bucket,
          Key: object.key,
          UploadId: uploadId,
          PartNumber: 1,
          CopySource: `${object.bucket}/${object.key}`,
        }),
      )
      return Boolean(CopyPartResult?.ETag)
    })
    const part = await putPart({ data: client, puts: null }, object, {
      uploadId,
      number: 1,
      length: 5,
      body: Buffer.from('trial'),
    })
    // A server that ignores conditions completes at the first one, and knows the upload no more at the second.
    const completeIfAbsent = await refuses(() =>
      completeMultipart(client, object, { uploadId, parts: [part], onlyIfAbsent: true }),
    )
    const completeIfMatch =
      completeIfAbsent &&
      (await refuses(() => completeMultipart(client, object, { uploadId, parts: [part], onlyIfMatch: NO_ETAG })))
    return { partCopy, completeIfAbsent, completeIfMatch }
  } finally {
    await abortMultipart(client, object, uploadId)
  }
}

async function keepsVersions(client: S3Client, bucket: string): Promise<boolean> {
  await makeBucket(client, bucket)
  await client.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } }))
  return (await client.send(new GetBucketVersioningCommand({ Bucket: bucket }))).Status === 'Enabled'
}

// MinIO's bucket events are no part of S3. A server that knows them refuses an event that does not exist; any other
// lists the bucket.
async function tellsEvents(client: S3Clients['minio'], bucket: string): Promise<boolean> {
  try {
    const answer = await client.send({ bucket, query: { events: 'nido:ThereIsNone' } })
    answer.destroy()
    return false
  } catch (error) {
    if (s3ErrorName(error) === 'InvalidArgument') return true
    throw error
  }
}

async function listsMetadata(client: S3Clients['minio'], { bucket, key }: ObjectName): Promise<boolean> {
  for await (const { objects } of readPages(client, { bucket, prefix: key }))
    return objects[0]?.metadata['mtime'] === METADATA.mtime
  return false
}

async function keepsTags(client: S3Client, { bucket, key }: ObjectName): Promise<boolean> {
  await client.send(
    new PutObjectTaggingCommand({ Bucket: bucket, Key: key, Tagging: { TagSet: [{ Key: 'trial', Value: 'yes' }] } }),
  )
  const { TagSet } = await client.send(new GetObjectTaggingCommand({ Bucket: bucket, Key: key }))
  return TagSet?.[0]?.Value === 'yes'
}

/** Whether the server ends old versions by rules: it keeps the rules that it is given. */
async function takesLifecycle(client: S3Client, bucket: string): Promise<boolean> {
  const read = async () =>
    (
      await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket })).catch((error: unknown) => {
        if (s3ErrorName(error) === 'NoSuchLifecycleConfiguration') return { Rules: [] }
        throw error
      })
    ).Rules ?? []
  if ((await read()).length > 0) return true
  // The wanted rule replaces this one when the bucket is prepared.
  const rule: LifecycleRule = {
    ID: 'nido-trials',
    Status: 'Enabled',
    Filter: { Prefix: TRIALS },
    Expiration: { Days: 1 },
  }
  await client.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket: bucket, LifecycleConfiguration: { Rules: [rule] } }),
  )
  return (await read()).length > 0
}
