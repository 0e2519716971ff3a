// Single requests on objects, in Nido's words: all code above deals in keys, versions and bytes, not in S3 commands.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../lib/app-error.ts'
import { headerSafe, headersIn, metadataHeaders, type ObjectHeaders } from './metadata.ts'
import { type ToldHeaders, toldIn } from './plain/told.ts'
import type { S3Clients } from './s3-clients.ts'
import { isMissing } from './s3-errors.ts'
import { UNSIGNED_BODY } from './s3-signing.ts'
import type { ByteRange } from './types.ts'

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

/** A version that a request has made. */
export interface Made {
  etag: string
  /** '' on a storage without versions. */
  version: string
}

/** An ETag without its quotes. */
export const unquoted = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '')

/** The names of an object in a request. */
export const named = ({ bucket, key, version }: ObjectName) => ({
  Bucket: bucket,
  Key: key,
  ...(version ? { VersionId: version } : {}),
})

/** What an object is, or null where there is none (a delete marker counts as none). */
export async function headObject(client: S3Client, object: ObjectName): Promise<ObjectHead | null> {
  try {
    const head = await client.send(new HeadObjectCommand(named(object)))
    return headOf(head, head.ContentLength ?? 0)
  } catch (error) {
    // A delete marker, asked for by its version, is answered with 405, and what is no version id with 400. A HEAD has
    // no body that could tell more.
    if (isMissing(error) || statusOf(error) === 405 || (object.version && statusOf(error) === 400)) return null
    throw error
  }
}

const headOf = (told: ToldHeaders, size: number): ObjectHead => ({
  size,
  etag: unquoted(told.ETag),
  lastModified: told.LastModified ?? new Date(0),
  version: told.VersionId ?? '',
  metadata: told.Metadata ?? {},
  contentType: told.ContentType ?? '',
  headers: headersIn(told),
})

/** With which status S3 has refused a request; undefined where there was no answer. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** The connections by which bytes are read. */
type Reads = Pick<S3Clients, 'data' | 'ranges'>

/**
 * A range of an object's bytes. Without a version, `etag` names the content: any other is refused (RFC 9110 section
 * 13.1.1, `If-Match`).
 */
export async function getRange(
  clients: Reads,
  object: ObjectName & { etag?: string },
  { start, end, signal }: ByteRange & { signal?: AbortSignal },
): Promise<Readable> {
  const condition = object.etag && !object.version ? { IfMatch: `"${object.etag}"` } : {}
  const wanted = { ...named(object), ...condition }
  const plain = await clients.ranges?.ask(clients.data, { ...wanted, range: { start, end } }, signal)
  if (plain) return plain.body
  const answer = await clients.data.send(new GetObjectCommand({ ...wanted, Range: `bytes=${start}-${end}` }), {
    abortSignal: signal,
  })
  if (!answer.Body) throw new AppError('unavailable', 'the storage sent no body')
  return answer.Body as Readable
}

/** Bytes of an object, and what it is. */
export interface BegunObject {
  head: ObjectHead
  range: ByteRange
  body: Readable
}

/** A range of an object's present bytes, with what the object is. @throws what S3 says of a range beyond its end */
export async function beginObject(clients: Reads, object: ObjectName, wanted: ByteRange): Promise<BegunObject> {
  const plain = await clients.ranges?.ask(clients.data, { ...named(object), range: wanted })
  if (plain) return { head: headOf(toldIn(plain.headers), plain.size), range: plain.range, body: plain.body }
  const answer = await clients.data.send(
    new GetObjectCommand({ ...named(object), Range: `bytes=${wanted.start}-${wanted.end}` }),
  )
  if (!answer.Body) throw new AppError('unavailable', 'the storage sent no body')
  // A server may ignore ranges (RFC 9110 section 14.2).
  const [start = 0, end = (answer.ContentLength ?? 0) - 1, size = answer.ContentLength ?? 0] =
    /^bytes (\d+)-(\d+)\/(\d+)$/
      .exec(answer.ContentRange ?? '')
      ?.slice(1)
      .map(Number) ?? []
  return { head: headOf(answer, size), range: { start, end }, body: answer.Body as Readable }
}

/** A small object, and the ETag of these bytes. */
export interface FoundObject {
  body: Buffer
  etag: string
}

/** All bytes of a small object, or null where there is none. */
export const getSmall = async (client: S3Client, object: ObjectName): Promise<Buffer | null> =>
  (await findSmall(client, object))?.body ?? null

/** A small object, or null where there is none. */
export async function findSmall(client: S3Client, object: ObjectName): Promise<FoundObject | null> {
  try {
    const answer = await client.send(new GetObjectCommand(named(object)))
    return { body: Buffer.from((await answer.Body?.transformToByteArray()) ?? []), etag: unquoted(answer.ETag) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export interface PutFacts extends ObjectFacts {
  body: Readable | Buffer
  length: number
  onlyIfAbsent?: boolean
  /** The ETag that must be there. */
  onlyIfMatch?: string
  signal?: AbortSignal
}

/** Puts an object at once (S3 API PutObject; `If-None-Match: *` or `If-Match` where asked for). */
export async function putObject(client: S3Client, object: ObjectName, facts: PutFacts): Promise<Made> {
  const answer = await client.send(
    new PutObjectCommand({
      ...named(object),
      Body: facts.body,
      ContentLength: facts.length,
      ContentType: facts.contentType,
      Metadata: headerSafe(facts.metadata),
      ...(facts.onlyIfAbsent ? { IfNoneMatch: '*' } : {}),
      ...(facts.onlyIfMatch === undefined ? {} : { IfMatch: `"${facts.onlyIfMatch}"` }),
    }),
    { abortSignal: facts.signal },
  )
  return { etag: unquoted(answer.ETag), version: answer.VersionId ?? '' }
}

/** The connections by which bodies are written. */
export type Writes = Pick<S3Clients, 'data' | 'puts'>

/** The same for a body of any size. Bytes in memory are part of the signature; those of a stream are not. */
export async function putBody({ data, puts }: Writes, object: ObjectName, facts: PutFacts): Promise<Made> {
  const { body, length, contentType, onlyIfAbsent, onlyIfMatch, signal } = facts
  const asked = {
    ...object,
    query: {},
    headers: {
      'content-type': contentType,
      ...metadataHeaders(facts.metadata),
      ...(onlyIfAbsent ? { 'if-none-match': '*' } : {}),
      ...(onlyIfMatch === undefined ? {} : { 'if-match': `"${onlyIfMatch}"` }),
    },
    hash: Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : UNSIGNED_BODY,
    body,
    length,
  }
  return (await puts?.send(data, asked, signal)) ?? putObject(data, object, facts)
}

/** Puts the empty object that keeps a folder when nothing else lies in it. Its key ends in a slash. */
export async function putFolderMarker(
  client: S3Client,
  marker: ObjectName,
  metadata: Record<string, string> = {},
): Promise<Made> {
  const contentType = 'application/x-directory'
  return putObject(client, marker, { body: Buffer.alloc(0), length: 0, metadata, contentType })
}
