// Copies of objects at the server, at once or in parts.
import { CopyObjectCommand, GetObjectTaggingCommand, type S3Client, UploadPartCopyCommand } from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { mapParallel } from '../lib/parallel.ts'
import { attemptNow, takeTurn } from './at-work.ts'
import { headerSafe, metadataHeaders, namedHeaders } from './metadata.ts'
import { abortMultipart, completeMultipart, createMultipart, type PartOf } from './object-parts.ts'
import { type Made, named, type ObjectFacts, type ObjectName, putObject, unquoted } from './objects.ts'
import { partSizeFor } from './part-limits.ts'
import { LeasedClient } from './plain/copies.ts'
import { isMissing, s3ErrorName } from './s3-errors.ts'
import type { ByteRange, Part } from './types.ts'

const MIB = 1024 * 1024
/** Bytes that one request copies, at most. More goes in parts, so that nothing is seen before the completion. */
export const COPY_AT_ONCE_MAX = 16 * MIB
const COPY_PART = 64 * MIB
/** Above so many bytes only a few copies run at once in this process, since the disk may be slow. */
const COPY_LIGHT_MAX = MIB
const COPY_PARALLEL = 4
/** How long one part may take. Nobody sees a part yet, so a slow disk does no harm. */
const COPY_PART_MS = 120_000

/** `bucket/key?versionId=…` for CopySource, percent-encoded. */
const sourceOf = ({ bucket, key, version }: ObjectName) =>
  `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}` +
  `${version ? `?versionId=${encodeURIComponent(version)}` : ''}`

export interface CopyFacts extends ObjectFacts {
  /**
   * The copy is refused where something lies. CopyObject has no such condition on its destination, so such a copy goes
   * in parts, whatever its size.
   */
  onlyIfAbsent?: boolean
  /** Called with the bytes that were copied since the last call. */
  onBytes?: (bytes: number) => void
}

/** From where to where an object is copied. */
export interface CopyPath {
  from: ObjectName & { size: number }
  to: ObjectName
}

const heavyCopies = pLimit(COPY_PARALLEL)

/**
 * Copies one version with these facts; null where the source is gone. A big copy goes in parts and is there only when
 * it is complete.
 */
export async function copyObject(client: S3Client, { from, to }: CopyPath, facts: CopyFacts): Promise<Made | null> {
  try {
    if (facts.onlyIfAbsent && from.size === 0)
      return await putObject(client, to, { ...facts, body: Buffer.alloc(0), length: 0 })
    if (facts.onlyIfAbsent || from.size > COPY_AT_ONCE_MAX) return await copyInParts(client, { from, to }, facts)
    const copy = () => copyAtOnce(client, { from, to }, facts)
    const made = await (from.size > COPY_LIGHT_MAX ? takeTurn(heavyCopies, copy) : copy())
    facts.onBytes?.(from.size)
    return made
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function copyAtOnce(client: S3Client, { from, to }: CopyPath, facts: CopyFacts): Promise<Made> {
  const plain = client instanceof LeasedClient ? await copyPlainly(client, { from, to }, facts) : null
  if (plain) return plain
  const answer = await client.send(
    new CopyObjectCommand({
      ...named(to),
      CopySource: sourceOf(from),
      MetadataDirective: 'REPLACE',
      TaggingDirective: 'COPY',
      Metadata: headerSafe(facts.metadata),
      ContentType: facts.contentType,
      ...facts.headers,
    }),
  )
  return { etag: unquoted(answer.CopyObjectResult?.ETag), version: answer.VersionId ?? '' }
}

/** The same as `copyAtOnce` asks for, over a plain connection; null where the client must ask for it. */
const copyPlainly = (client: LeasedClient, { from, to }: CopyPath, facts: CopyFacts): Promise<Made | null> =>
  client.copy({
    bucket: to.bucket,
    key: to.key,
    headers: {
      ...metadataHeaders(facts.metadata),
      'content-type': facts.contentType,
      ...namedHeaders(facts.headers ?? {}),
      'x-amz-copy-source': sourceOf(from),
      'x-amz-metadata-directive': 'REPLACE',
      'x-amz-tagging-directive': 'COPY',
    },
  })

async function copyInParts(client: S3Client, { from, to }: CopyPath, facts: CopyFacts): Promise<Made> {
  const uploadId = await createMultipart(client, to, { ...facts, tagging: await tagsOf(client, from) })
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
    const made = await completeMultipart(client, to, { uploadId, parts, onlyIfAbsent: facts.onlyIfAbsent ?? false })
    await unfinished?.ended(upload)
    return made
  } catch (error) {
    // House-keeping finds parts that cannot be taken away, or be noted as taken away, now.
    await abortMultipart(client, to, uploadId)
      .then(() => unfinished?.ended(upload))
      .catch(() => undefined)
    throw error
  }
}

/** Copies a range into one part of an upload, at the server (S3 API UploadPartCopy). */
export async function copyPart(
  client: S3Client,
  { start, end, ...from }: ObjectName & ByteRange,
  to: ObjectName & Pick<PartOf, 'uploadId' | 'number'>,
): Promise<Part> {
  const { uploadId, number } = to
  const answer = await heavyCopies(() =>
    client.send(
      new UploadPartCopyCommand({
        ...named(to),
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
 * The tags of an object, written as for a header (S3 API GetObjectTagging), since a copy in parts does not get them by
 * itself. '' on a server that knows no tags.
 */
async function tagsOf(client: S3Client, object: ObjectName): Promise<string> {
  try {
    const { TagSet } = await client.send(new GetObjectTaggingCommand(named(object)))
    return new URLSearchParams((TagSet ?? []).map(({ Key = '', Value = '' }) => [Key, Value])).toString()
  } catch (error) {
    if (['NotImplemented', 'NoSuchTagSet', 'NoSuchTagSetError'].includes(s3ErrorName(error))) return ''
    throw error
  }
}
