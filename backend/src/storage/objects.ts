// Single requests on objects, in Nido's words. Everything above deals in places, versions and bytes, never in S3
// commands.
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { AppError } from '../lib/app-error.ts'
import { attemptNow, takeTurn } from './at-work.ts'
import { mapParallel } from '../lib/parallel.ts'
import { sleep } from '../lib/sleep.ts'
import type { Listed } from './listing.ts'
import { contentIdOf, headerSafe, headersIn, mtimeOf, type ObjectHeaders, WRITE_ID } from './metadata.ts'
import { isMissing, s3ErrorName, translating } from './s3-errors.ts'
import type { ByteRange, FileStat, Part } from './types.ts'
import { partSizeFor } from './part-limits.ts'

/** One object or one of its versions. */
export interface ObjectName {
  bucket: string
  key: string
  version?: string
}
/** What an object carries beside its bytes. */
export interface ObjectFacts {
  metadata: Record<string, string>
  contentType: string
  headers?: ObjectHeaders | undefined
}
export interface ObjectHead extends ObjectFacts {
  size: number
  etag: string
  lastModified: Date
  version: string
}

const MIB = 1024 * 1024
// One request copies up to this; above, parts do, so that only the completion is visible.
const COPY_AT_ONCE_MAX = 16 * MIB
const COPY_PART = 64 * MIB
// A slow disk: from this size on four copy at a time, of all that is copied, and a part, which nobody sees yet, has its
// time.
const COPY_LIGHT_MAX = MIB
const COPY_PARALLEL = 4
const COPY_PART_MS = 120_000
// S3 takes 10,000 parts; a margin is kept.
/** Pauses before each try to give up an upload whose parts may still be on their way. */
const ABORT_AGAIN_MS = [0, 50, 250]
const DELETE_BATCH = 1000
const DELETE_PARALLEL = 16

const unquoted = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '')
const name = ({ bucket, key, version }: ObjectName) => ({
  Bucket: bucket,
  Key: key,
  ...(version ? { VersionId: version } : {}),
})
/** `bucket/key?versionId=…` for CopySource, percent-encoded. */
const sourceOf = ({ bucket, key, version }: ObjectName) =>
  `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}` +
  `${version ? `?versionId=${encodeURIComponent(version)}` : ''}`

/** What an object is, or null where there is none (a delete marker counts as none). */
export async function headObject(client: S3Client, object: ObjectName): Promise<ObjectHead | null> {
  try {
    const head = await client.send(new HeadObjectCommand(name(object)))
    return {
      size: head.ContentLength ?? 0,
      etag: unquoted(head.ETag),
      lastModified: head.LastModified ?? new Date(0),
      version: head.VersionId ?? '',
      metadata: head.Metadata ?? {},
      contentType: head.ContentType ?? '',
      headers: headersIn(head),
    }
  } catch (error) {
    // HEAD of a delete marker by its version is 405; of what is no version id at all 400. Neither has a body to tell
    // more.
    if (isMissing(error) || statusOf(error) === 405 || (object.version && statusOf(error) === 400)) return null
    throw error
  }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

export const statOf = (head: ObjectHead): FileStat => ({
  kind: 'file',
  size: head.size,
  modified: mtimeOf(head.metadata, head.lastModified),
  etag: head.etag,
  contentType: head.contentType,
  version: head.version,
  contentId: contentIdOf(head.metadata, head.version),
  ...writeIdIn(head.metadata),
})

/** The same of a listing's entry. */
export const statOfListed = (listed: Listed): FileStat => ({
  kind: 'file',
  size: listed.size,
  modified: mtimeOf(listed.metadata, listed.lastModified),
  etag: listed.etag,
  contentType: listed.contentType,
  version: listed.version,
  contentId: contentIdOf(listed.metadata, listed.version),
  ...writeIdIn(listed.metadata),
})

const writeIdIn = (metadata: Record<string, string>): Pick<FileStat, 'writeId'> => {
  const writeId = metadata[WRITE_ID]
  return writeId === undefined ? {} : { writeId }
}

/**
 * A range of an object's bytes. Where no version pins them, `etag` does: another content is refused (RFC 9110 section
 * 13.1.1, `If-Match`).
 */
export async function getRange(
  client: S3Client,
  object: ObjectName & { etag?: string },
  range: ByteRange,
  signal?: AbortSignal,
): Promise<Readable> {
  const condition = object.etag && !object.version ? { IfMatch: `"${object.etag}"` } : {}
  const answer = await client.send(
    new GetObjectCommand({ ...name(object), Range: `bytes=${range.start}-${range.end}`, ...condition }),
    { abortSignal: signal },
  )
  if (!answer.Body) throw new AppError('unavailable', 'the storage sent no body')
  return answer.Body as Readable
}

/** All bytes of a small object, or null where there is none. */
export async function getSmall(client: S3Client, object: ObjectName): Promise<Buffer | null> {
  try {
    const answer = await client.send(new GetObjectCommand(name(object)))
    return Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export interface PutFacts extends ObjectFacts {
  length: number
  onlyIfAbsent?: boolean
  signal?: AbortSignal
}

/** Puts an object at once (S3 API PutObject; `If-None-Match: *` where asked for). */
export async function putObject(
  client: S3Client,
  object: ObjectName,
  body: Readable | Buffer,
  facts: PutFacts,
): Promise<{ etag: string; version: string }> {
  const answer = await client.send(
    new PutObjectCommand({
      ...name(object),
      Body: body,
      ContentLength: facts.length,
      ContentType: facts.contentType,
      Metadata: headerSafe(facts.metadata),
      ...(facts.onlyIfAbsent ? { IfNoneMatch: '*' } : {}),
    }),
    { abortSignal: facts.signal },
  )
  return { etag: unquoted(answer.ETag), version: answer.VersionId ?? '' }
}

/** Makes the zero-byte object that keeps a folder there when nothing else does; `key` ends in a slash. */
export async function putFolderMarker(
  client: S3Client,
  marker: ObjectName,
  metadata: Record<string, string> = {},
): Promise<void> {
  await putObject(client, marker, Buffer.alloc(0), { metadata, contentType: 'application/x-directory', length: 0 })
}

/** Removes versions for good, or lays delete markers where no version is named. Missing ones are passed over. */
export async function deleteObjects(
  client: S3Client,
  bucket: string,
  objects: { key: string; version?: string }[],
): Promise<void> {
  for (let at = 0; at < objects.length; at += DELETE_BATCH) {
    const batch = objects
      .slice(at, at + DELETE_BATCH)
      .map(({ key, version }) => ({ Key: key, ...(version ? { VersionId: version } : {}) }))
    const answer = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: batch, Quiet: true } }),
    )
    const failed = answer.Errors?.find((error) => error.Code !== 'NoSuchKey' && error.Code !== 'NoSuchVersion')
    if (failed)
      throw new AppError('unavailable', 'the storage could not remove an object', {
        cause: new Error(`${failed.Code}: ${failed.Message}`),
      })
  }
}

/**
 * Removes versions of keys that others may read meanwhile, a request each: while DeleteObjects changes a key, MinIO's
 * listings miss it, whatever else is there of it (seen in 2026-02). What is gone already counts as removed.
 */
export async function deleteVersions(
  client: S3Client,
  bucket: string,
  versions: { key: string; version?: string }[],
): Promise<void> {
  await mapParallel(versions, DELETE_PARALLEL, async (version) => {
    await client.send(new DeleteObjectCommand(name({ bucket, ...version }))).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  })
}

export interface CopyFacts extends ObjectFacts {
  /**
   * Refused where something lies there. CopyObject knows no such condition on its destination: such a copy goes in
   * parts, whatever its size.
   */
  onlyIfAbsent?: boolean
  /** Told the bytes that have been copied since it was told before. */
  onBytes?: (bytes: number) => void
}

const heavyCopies = pLimit(COPY_PARALLEL)

/**
 * Copies one version with these facts; null where the source is gone. Big ones go in parts and appear at their
 * completion.
 */
export async function copyObject(
  client: S3Client,
  from: ObjectName & { size: number },
  to: ObjectName,
  facts: CopyFacts,
): Promise<{ etag: string; version: string } | null> {
  try {
    if (facts.onlyIfAbsent && from.size === 0)
      return await putObject(client, to, Buffer.alloc(0), { ...facts, length: 0 })
    if (facts.onlyIfAbsent || from.size > COPY_AT_ONCE_MAX) return await copyInParts(client, from, to, facts)
    const copy = () =>
      client.send(
        new CopyObjectCommand({
          ...name(to),
          CopySource: sourceOf(from),
          MetadataDirective: 'REPLACE',
          TaggingDirective: 'COPY',
          Metadata: headerSafe(facts.metadata),
          ContentType: facts.contentType,
          ...facts.headers,
        }),
      )
    const answer = await (from.size > COPY_LIGHT_MAX ? takeTurn(heavyCopies, copy) : copy())
    facts.onBytes?.(from.size)
    return { etag: unquoted(answer.CopyObjectResult?.ETag), version: answer.VersionId ?? '' }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function copyInParts(
  client: S3Client,
  from: ObjectName & { size: number },
  to: ObjectName,
  facts: CopyFacts,
): Promise<{ etag: string; version: string }> {
  const uploadId = await createMultipart(client, to, facts, await tagsOf(client, from))
  const upload = { bucket: to.bucket, key: to.key, uploadId }
  const unfinished = attemptNow()?.unfinished
  try {
    await unfinished?.begun(upload)
    const partSize = partSizeFor(from.size, COPY_PART)
    const starts = Array.from({ length: Math.ceil(from.size / partSize) }, (_, index) => index * partSize)
    const parts = await mapParallel(starts, COPY_PARALLEL, async (start, index) => {
      const end = Math.min(start + partSize, from.size)
      const part = await copyPart(client, { ...from, start, end: end - 1 }, { ...to, uploadId, number: index + 1 })
      facts.onBytes?.(end - start)
      return part
    })
    const made = await completeMultipart(client, to, uploadId, parts, facts.onlyIfAbsent ?? false)
    await unfinished?.ended(upload)
    return made
  } catch (error) {
    // What cannot be told of, or be taken away now, is found by house-keeping.
    await abortMultipart(client, to, uploadId)
      .then(() => unfinished?.ended(upload))
      .catch(() => undefined)
    throw error
  }
}

/** One part of an upload in parts, copied at the server (S3 API UploadPartCopy). */
export async function copyPart(
  client: S3Client,
  { start, end, ...from }: ObjectName & ByteRange,
  to: ObjectName & Pick<PartOf, 'uploadId' | 'number'>,
): Promise<Part> {
  const { uploadId, number } = to
  const answer = await heavyCopies(() =>
    client.send(
      new UploadPartCopyCommand({
        ...name(to),
        UploadId: uploadId,
        PartNumber: number,
        CopySource: sourceOf(from),
        CopySourceRange: `bytes=${start}-${end}`,
      }),
      { requestTimeout: COPY_PART_MS },
    ),
  )
  return { number, etag: unquoted(answer.CopyPartResult?.ETag), size: end - start + 1 }
}

/**
 * The tags of an object as a header has them (S3 API GetObjectTagging): copies in parts get none by themselves. '' on a
 * server that knows no tags.
 */
async function tagsOf(client: S3Client, object: ObjectName): Promise<string> {
  try {
    const { TagSet } = await client.send(new GetObjectTaggingCommand(name(object)))
    return new URLSearchParams((TagSet ?? []).map(({ Key = '', Value = '' }) => [Key, Value])).toString()
  } catch (error) {
    if (['NotImplemented', 'NoSuchTagSet', 'NoSuchTagSetError'].includes(s3ErrorName(error))) return ''
    throw error
  }
}

/**
 * Begins an upload in parts. Each try begins one of its own: `client` is to be one that repeats nothing. `tagging`:
 * tags as a query has them.
 */
export async function createMultipart(
  client: S3Client,
  to: ObjectName,
  facts: ObjectFacts,
  tagging = '',
): Promise<string> {
  const answer = await client.send(
    new CreateMultipartUploadCommand({
      ...name(to),
      Metadata: headerSafe(facts.metadata),
      ContentType: facts.contentType,
      ...facts.headers,
      ...(tagging && { Tagging: tagging }),
    }),
  )
  if (!answer.UploadId) throw new AppError('unavailable', 'the storage began no upload')
  return answer.UploadId
}

/** Whether an unfinished upload is there (S3 API ListParts). */
export async function hasMultipart(client: S3Client, to: ObjectName, uploadId: string): Promise<boolean> {
  try {
    await client.send(new ListPartsCommand({ ...name(to), UploadId: uploadId, MaxParts: 1 }))
    return true
  } catch (error) {
    if (s3ErrorName(error) === 'NoSuchUpload' || isMissing(error)) return false
    throw error
  }
}

export interface PartOf {
  uploadId: string
  number: number
  length: number
  signal?: AbortSignal
}

export async function putPart(client: S3Client, to: ObjectName, part: PartOf, body: Readable | Buffer): Promise<Part> {
  const answer = await translating(() =>
    client.send(
      new UploadPartCommand({
        ...name(to),
        UploadId: part.uploadId,
        PartNumber: part.number,
        Body: body,
        ContentLength: part.length,
      }),
      { abortSignal: part.signal },
    ),
  )
  return { number: part.number, etag: unquoted(answer.ETag), size: part.length }
}

/** Makes the object of its parts (S3 API CompleteMultipartUpload; `If-None-Match: *` where asked for). */
export async function completeMultipart(
  client: S3Client,
  to: ObjectName,
  uploadId: string,
  parts: Part[],
  onlyIfAbsent: boolean,
): Promise<{ etag: string; version: string }> {
  const answer = await client.send(
    new CompleteMultipartUploadCommand({
      ...name(to),
      UploadId: uploadId,
      ...(onlyIfAbsent ? { IfNoneMatch: '*' } : {}),
      MultipartUpload: { Parts: parts.map((part) => ({ PartNumber: part.number, ETag: part.etag })) },
    }),
  )
  return { etag: unquoted(answer.ETag), version: answer.VersionId ?? '' }
}

/**
 * Gives up an unfinished upload; one that is gone is fine. A part that is still on its way may outlive that, so it is
 * done until nothing is listed (S3 API AbortMultipartUpload), a few times: house-keeping finds the rest.
 */
export async function abortMultipart(client: S3Client, to: ObjectName, uploadId: string): Promise<void> {
  for (const pause of ABORT_AGAIN_MS) {
    await sleep(pause)
    await client.send(new AbortMultipartUploadCommand({ ...name(to), UploadId: uploadId })).catch((error: unknown) => {
      if (s3ErrorName(error) !== 'NoSuchUpload' && !isMissing(error)) throw error
    })
    if (!(await hasMultipart(client, to, uploadId))) return
  }
}
