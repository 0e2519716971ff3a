// Listings with metadata. MinIO's `metadata=true` tells times and types of all keys in one request; on a server without
// it, each object is asked. MinIO makes XML elements of metadata names, whatever they are: `x-amz-meta-a+b` is no XML.
// A page with such a name is asked for again without metadata, and each of its objects for its own.
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../lib/app-error.ts'
import { mapParallel } from '../lib/parallel.ts'
import { eachYielding } from '../lib/yielding.ts'
import { BrokenPage, type Listed, type Page, type ParsedPage, parsePage } from './listing-page.ts'
import { headObject } from './objects.ts'
import type { S3Clients } from './s3-clients.ts'
import { s3ErrorName, translateS3Error } from './s3-errors.ts'

/** What is listed: the keys of a bucket that begin with a prefix. */
export interface ListRequest {
  bucket: string
  prefix: string
  /** All versions, newest first within a key, instead of what is present. */
  versions?: boolean
  /** Groups the keys by what follows the prefix up to the next slash, so that only one level is listed. */
  delimiter?: boolean
  /** Keys a page, at most. */
  maxKeys?: number | undefined
  /** Only keys after this one. */
  after?: string
  /** Metadata and types are not needed, so objects are not asked for what a listing leaves out. */
  bare?: boolean
}

const HEADS_PARALLEL = 32

export type ListingClients = Pick<S3Clients, 'minio' | 'control' | 'capabilities'>

/**
 * Pages in key order (S3 API ListObjectsV2, ListObjectVersions). A missing bucket has none. On a storage that keeps no
 * versions, `versions` lists what is present.
 */
export async function* listPages(clients: ListingClients, request: ListRequest): AsyncGenerator<Page> {
  const { capabilities } = clients
  const versions = request.versions === true && capabilities.versioning
  for await (const { objects, prefixes, isBare } of readPages(clients.minio, { ...request, versions })) {
    const isWhole = request.bare || (capabilities.listedMetadata && !isBare)
    yield { objects: isWhole ? objects : await withMetadata(clients, request.bucket, objects), prefixes }
  }
}

/** Asks each object for what the listing left out. Objects that are gone by now are dropped. */
async function withMetadata({ control }: ListingClients, bucket: string, objects: Listed[]): Promise<Listed[]> {
  const told = await mapParallel(objects, HEADS_PARALLEL, async (listed) => {
    if (listed.isMarker) return listed
    // Folder markers have no versions, even where a listing names one.
    const version = listed.key.endsWith('/') ? '' : listed.version
    const head = await headObject(control, { bucket, key: listed.key, version }).catch((error: unknown) => {
      throw translateS3Error(error)
    })
    return head && { ...listed, metadata: head.metadata, contentType: head.contentType, headers: head.headers }
  })
  return told.filter((listed) => listed !== null)
}

/** Pages as the server tells them. `isBare`: the page's metadata could not be read, so its objects have none. */
export async function* readPages(
  client: S3Clients['minio'],
  request: ListRequest,
): AsyncGenerator<Page & { isBare: boolean }> {
  let next: Record<string, string> | null = {}
  let last: Listed | undefined
  while (next) {
    const asked = await askWithMetadata(client, request.bucket, { ...queryOf(request), ...next })
    if (!asked) return
    const { page, isBare } = asked
    // versitygw begins a page of versions with the last entry of the page before.
    const [first] = page.objects
    const isRepeated = first !== undefined && first.key === last?.key && first.version === last.version
    const objects = isRepeated ? page.objects.slice(1) : page.objects
    yield { objects, prefixes: page.prefixes, isBare }
    last = page.objects.at(-1)
    if (page.next && isDeepStrictEqual(page.next, next))
      throw new AppError('unavailable', 'the storage tells the same page again and again')
    next = page.next
  }
}

const queryOf = ({ prefix, versions, maxKeys, delimiter, after }: ListRequest): Record<string, string> => ({
  ...(versions ? { versions: '' } : { 'list-type': '2' }),
  'encoding-type': 'url',
  prefix,
  'max-keys': String(maxKeys ?? 1000),
  ...(delimiter ? { delimiter: '/' } : {}),
  ...(after ? { [versions ? 'key-marker' : 'start-after']: after } : {}),
})

/** One page, without metadata where these are no XML. Null where there is no such bucket. */
async function askWithMetadata(
  client: S3Clients['minio'],
  bucket: string,
  query: Record<string, string>,
): Promise<{ page: ParsedPage; isBare: boolean } | null> {
  try {
    const whole = await askPage(client, bucket, { ...query, metadata: 'true' })
    const page = whole ?? (await askPage(client, bucket, query))
    if (!page) throw new AppError('unavailable', 'the storage answers with broken listings')
    return { page, isBare: whole === null }
  } catch (error) {
    if (s3ErrorName(error) === 'NoSuchBucket') return null
    throw translateS3Error(error)
  }
}

/** One page, or null where it is no XML. */
async function askPage(
  client: S3Clients['minio'],
  bucket: string,
  query: Record<string, string>,
): Promise<ParsedPage | null> {
  const answer = await client.send({ bucket, query })
  return parsePage(answer).catch((error: unknown) => {
    if (error instanceof BrokenPage) return null
    throw error
  })
}

/** The same, entry by entry. */
export async function* listObjects(clients: ListingClients, request: ListRequest): AsyncGenerator<Listed> {
  for await (const page of listPages(clients, request)) yield* eachYielding(page.objects)
}

/** The names in a folder with anything below them, old or present, by pages. `prefix`: its key. */
export async function* namesWithin(clients: ListingClients, bucket: string, prefix: string): AsyncGenerator<string[]> {
  const request = { bucket, prefix, versions: true, delimiter: true, bare: true }
  for await (const { prefixes } of listPages(clients, request))
    yield prefixes.map((key) => key.slice(prefix.length, -1))
}
