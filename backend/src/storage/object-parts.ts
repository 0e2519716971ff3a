// Uploads in parts: each is an object that nobody sees before it is completed.
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
  type UploadPartCommandInput,
  type UploadPartCommandOutput,
} from '@aws-sdk/client-s3'
import type { BuildMiddleware, HttpRequest } from '@smithy/types'
import { AppError } from '../lib/app-error.ts'
import { sleep } from '../lib/sleep.ts'
import { headerSafe } from './metadata.ts'
import { type Made, named, type ObjectFacts, type ObjectName, unquoted, type Writes } from './objects.ts'
import { isMissing, s3ErrorName, translating } from './s3-errors.ts'
import { UNSIGNED_BODY } from './s3-signing.ts'
import type { Part } from './types.ts'

/** Pauses before each try to give up an upload whose parts may still be on their way. */
const ABORT_AGAIN_MS = [0, 50, 250]

/**
 * Begins an upload in parts and answers its id. Each try begins another upload, so `client` must be one that repeats
 * nothing. `tagging`: tags as a query has them.
 */
export async function createMultipart(
  client: S3Client,
  to: ObjectName,
  { tagging, ...facts }: ObjectFacts & { tagging?: string },
): Promise<string> {
  const answer = await client.send(
    new CreateMultipartUploadCommand({
      ...named(to),
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
    await client.send(new ListPartsCommand({ ...named(to), UploadId: uploadId, MaxParts: 1 }))
    return true
  } catch (error) {
    if (s3ErrorName(error) === 'NoSuchUpload' || isMissing(error)) return false
    throw error
  }
}

/** The parts that an unfinished upload has, by their numbers; null if there is no such upload (S3 API ListParts). */
export async function listParts(client: S3Client, to: ObjectName, uploadId: string): Promise<Part[] | null> {
  const parts: Part[] = []
  try {
    for (let after: string | undefined; ;) {
      const asked = { ...named(to), UploadId: uploadId, ...(after === undefined ? {} : { PartNumberMarker: after }) }
      const { Parts = [], IsTruncated, NextPartNumberMarker } = await client.send(new ListPartsCommand(asked))
      for (const { PartNumber: number = 0, ETag, Size: size = 0 } of Parts)
        parts.push({ number, etag: unquoted(ETag), size })
      if (!IsTruncated || NextPartNumberMarker === undefined) return parts
      after = NextPartNumberMarker
    }
  } catch (error) {
    if (s3ErrorName(error) === 'NoSuchUpload' || isMissing(error)) return null
    throw error
  }
}

export interface PartOf {
  uploadId: string
  number: number
  length: number
  signal?: AbortSignal
}

type PartBody = PartOf & { body: Readable | Buffer }

/**
 * Puts one part. Bytes in memory are sent as streams are: without a hash of them in the signature, which client and
 * server would compute (S3 API, "UNSIGNED-PAYLOAD").
 */
export async function putPart({ data, puts }: Writes, to: ObjectName, part: PartBody): Promise<Part> {
  const { uploadId, number, length, body, signal } = part
  const query = { partNumber: String(number), uploadId }
  const asked = { ...to, query, headers: {}, hash: UNSIGNED_BODY, body, length }
  const etag = await translating(
    async () => (await puts?.send(data, asked, signal))?.etag ?? putPartUsually(data, to, part),
  )
  return { number, etag, size: length }
}

async function putPartUsually(client: S3Client, to: ObjectName, part: PartBody): Promise<string> {
  const command = new UploadPartCommand({
    ...named(to),
    UploadId: part.uploadId,
    PartNumber: part.number,
    Body: part.body,
    ContentLength: part.length,
  })
  command.middlewareStack.add(sendUnhashed, { step: 'build', name: 'sendUnhashed' })
  return unquoted((await client.send(command, { abortSignal: part.signal })).ETag)
}

const sendUnhashed: BuildMiddleware<UploadPartCommandInput, UploadPartCommandOutput> = (next) => (args) => {
  ;(args.request as HttpRequest).headers['x-amz-content-sha256'] = UNSIGNED_BODY
  return next(args)
}

/** The parts that become an object, and what must be at its key: nothing, or the file with this ETag alone. */
interface Completion {
  uploadId: string
  parts: Part[]
  onlyIfAbsent?: boolean
  onlyIfMatch?: string | undefined
}

/** Makes the object from its parts (S3 API CompleteMultipartUpload; `If-None-Match: *` or `If-Match` if asked for). */
export async function completeMultipart(
  client: S3Client,
  to: ObjectName,
  { uploadId, parts, onlyIfAbsent = false, onlyIfMatch }: Completion,
): Promise<Made> {
  const answer = await client.send(
    new CompleteMultipartUploadCommand({
      ...named(to),
      UploadId: uploadId,
      ...(onlyIfAbsent ? { IfNoneMatch: '*' } : {}),
      ...(onlyIfMatch === undefined ? {} : { IfMatch: `"${onlyIfMatch}"` }),
      MultipartUpload: { Parts: parts.map((part) => ({ PartNumber: part.number, ETag: part.etag })) },
    }),
  )
  return { etag: unquoted(answer.ETag), version: answer.VersionId ?? '' }
}

/**
 * Gives up an unfinished upload (S3 API AbortMultipartUpload); one that is gone is fine. A part that is still on its
 * way may arrive afterwards, so this is repeated a few times until the upload is gone. House-keeping finds the rest.
 */
export async function abortMultipart(client: S3Client, to: ObjectName, uploadId: string): Promise<void> {
  for (const pause of ABORT_AGAIN_MS) {
    await sleep(pause)
    await client.send(new AbortMultipartUploadCommand({ ...named(to), UploadId: uploadId })).catch((error: unknown) => {
      if (s3ErrorName(error) !== 'NoSuchUpload' && !isMissing(error)) throw error
    })
    if (!(await hasMultipart(client, to, uploadId))) return
  }
}
