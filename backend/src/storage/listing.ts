// Listings with metadata. MinIO's `metadata=true` tells times and types of all keys in one request; of a server whose
// listings tell none, each object is asked for. The answer is parsed as it streams. MinIO makes elements of metadata
// names, whatever they are: `x-amz-meta-a+b` is no XML. A page with such a one is asked for again without metadata, and
// each of its objects is asked for its own.
import { isDeepStrictEqual } from 'node:util'
import sax from 'sax'
import { AppError } from '../lib/app-error.ts'
import { mapParallel } from '../lib/parallel.ts'
import { headersIn, type ObjectHeaders } from './metadata.ts'
import { headObject } from './objects.ts'
import type { S3Clients } from './s3-clients.ts'
import { s3ErrorName, translateS3Error } from './s3-errors.ts'

/** One object, or one version of it, as a listing tells it. */
export interface Listed {
  key: string
  /** '' in listings without versions; 'null' for what was written without versioning. */
  version: string
  /** A delete marker carries no bytes. */
  isMarker: boolean
  size: number
  etag: string
  lastModified: Date
  /** User metadata, names in lower case without `x-amz-meta-`. */
  metadata: Record<string, string>
  contentType: string
  headers?: ObjectHeaders | undefined
}

export interface Page {
  objects: Listed[]
  prefixes: string[]
}

export interface ListOptions {
  versions?: boolean
  delimiter?: boolean
  /** Keys a page; a page is parsed while it arrives. */
  maxKeys?: number
  /** Only keys after this one; without versions alone. */
  after?: string
  /** Metadata and types are not needed: a server whose listings lack them is not asked for each object. */
  bare?: boolean
}

const META = 'x-amz-meta-'
const HEADS_PARALLEL = 32
/** https://github.com/ulid/spec */
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/

export type ListingClients = Pick<S3Clients, 'minio' | 'control' | 'capabilities'>

/**
 * Pages of a prefix, in key order, versions newest first (S3 API ListObjectsV2, ListObjectVersions). A missing bucket
 * has none. A storage that keeps no versions lists what is present for them.
 */
export async function* listPages(
  clients: ListingClients,
  bucket: string,
  prefix: string,
  options: ListOptions = {},
): AsyncGenerator<Page> {
  const { capabilities } = clients
  const asked = { ...options, versions: options.versions && capabilities.versioning }
  for await (const { objects, prefixes, isBare } of readPages(clients.minio, bucket, prefix, asked)) {
    const isWhole = options.bare || (capabilities.listedMetadata && !isBare)
    yield { objects: isWhole ? objects : await withMetadata(clients, bucket, objects), prefixes }
  }
}

/** What a listing does not tell, asked of each object; one that is gone by now is left out. */
async function withMetadata({ control }: ListingClients, bucket: string, objects: Listed[]): Promise<Listed[]> {
  const told = await mapParallel(objects, HEADS_PARALLEL, async (listed) => {
    if (listed.isMarker) return listed
    // Folder markers have no versions, whatever a listing calls theirs.
    const version = listed.key.endsWith('/') ? '' : listed.version
    const head = await headObject(control, { bucket, key: listed.key, version }).catch((error: unknown) => {
      throw translateS3Error(error)
    })
    return head && { ...listed, metadata: head.metadata, contentType: head.contentType, headers: head.headers }
  })
  return told.filter((listed) => listed !== null)
}

/** Pages as the server tells them. One whose metadata cannot be read is `isBare`: its objects have none. */
export async function* readPages(
  client: S3Clients['minio'],
  bucket: string,
  prefix: string,
  options: ListOptions,
): AsyncGenerator<Page & { isBare: boolean }> {
  let next: Record<string, string> | null = {}
  let last: Listed | undefined
  while (next) {
    const query: Record<string, string> = {
      ...(options.versions ? { versions: '' } : { 'list-type': '2' }),
      'encoding-type': 'url',
      prefix,
      'max-keys': String(options.maxKeys ?? 1000),
      ...(options.delimiter ? { delimiter: '/' } : {}),
      ...(options.after ? { 'start-after': options.after } : {}),
      ...next,
    }
    let [page, isBare]: [ParsedPage | null, boolean] = [null, false]
    try {
      page = await askPage(client, bucket, { ...query, metadata: 'true' })
      isBare = page === null
      page ??= await askPage(client, bucket, query)
      if (!page) throw new AppError('unavailable', 'the storage answers with broken listings')
    } catch (error) {
      if (s3ErrorName(error) === 'NoSuchBucket') return
      throw translateS3Error(error)
    }
    // versitygw begins a page of versions with the one that the page before ended with.
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
export async function* listObjects(
  clients: ListingClients,
  bucket: string,
  prefix: string,
  options: ListOptions = {},
): AsyncGenerator<Listed> {
  for await (const page of listPages(clients, bucket, prefix, options)) yield* page.objects
}

/** `isLatest`: nothing lies above it; told by listings with versions alone. */
type Told = Listed & { isLatest: boolean }

export interface ParsedPage extends Page {
  next: Record<string, string> | null
}

class BrokenPage extends Error {}

/**
 * Reads one answer as it streams.
 * @throws BrokenPage where it is no XML; comments and the like count as such, since names of metadata could open and
 * close them.
 */
export async function parsePage(xml: AsyncIterable<Buffer | string>): Promise<ParsedPage> {
  const reader = new PageReader()
  const parser = sax.parser(true, { trim: false })
  const refuse = (cause?: unknown): never => {
    throw new BrokenPage('that is no listing', { cause })
  }
  parser.onopentag = (tag) => reader.open(tag.name)
  parser.ontext = (text) => reader.text(text)
  parser.onclosetag = () => reader.close()
  parser.onerror = refuse
  parser.oncomment = refuse
  parser.onopencdata = () => refuse()
  parser.ondoctype = refuse
  const decoder = new TextDecoder()
  for await (const chunk of xml)
    parser.write(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
  parser.close()
  return reader.page()
}

/** Collects the texts of one answer. Elements are told apart by their path below the root. */
class PageReader {
  readonly #objects: Told[] = []
  readonly #prefixes: string[] = []
  readonly #top: Record<string, string> = {}
  readonly #path: string[] = []
  #fields: Record<string, string> = {}
  #metadata: Record<string, string> = {}
  #text = ''

  open(name: string): void {
    this.#path.push(name)
    this.#text = ''
    if (this.#path.length === 2) {
      this.#fields = {}
      this.#metadata = {}
    }
  }

  text(text: string): void {
    this.#text += text
  }

  close(): void {
    const name = this.#path.pop()
    if (name === undefined) return
    const depth = this.#path.length
    if (depth === 3 && this.#path[2] === 'UserMetadata') this.#metadata[name.toLowerCase()] = this.#text
    else if (depth === 2) this.#fields[name] = this.#text
    else if (depth === 1) this.#closeTop(name)
    this.#text = ''
  }

  #closeTop(name: string): void {
    if (name === 'Contents' || name === 'Version' || name === 'DeleteMarker')
      this.#objects.push(this.#object(name === 'DeleteMarker'))
    else if (name === 'CommonPrefixes') this.#prefixes.push(this.#fields.Prefix ?? '')
    else this.#top[name] = this.#text
  }

  #object(isMarker: boolean): Told {
    const { Key = '', VersionId = '', IsLatest = '', Size = '0', ETag = '', LastModified = '' } = this.#fields
    const user = Object.entries(this.#metadata)
      .filter(([name]) => name.startsWith(META))
      .map(([name, value]) => [name.slice(META.length), value])
    return {
      key: Key,
      version: VersionId,
      isLatest: IsLatest === 'true',
      isMarker,
      size: Number(Size),
      etag: ETag.replaceAll('"', ''),
      lastModified: new Date(LastModified),
      metadata: Object.fromEntries(user),
      contentType: this.#metadata['content-type'] ?? '',
      headers: headersIn(this.#metadata),
    }
  }

  page(): ParsedPage {
    const top = this.#top
    // Servers that do not know `encoding-type` say nothing of it, and encode nothing.
    const decode = top.EncodingType === 'url' ? decodeKey : (key: string) => key
    const next: Record<string, string> | null =
      top.IsTruncated !== 'true'
        ? null
        : top.NextContinuationToken
          ? { 'continuation-token': top.NextContinuationToken }
          : afterVersion(decode(top.NextKeyMarker ?? ''), top.NextVersionIdMarker ?? '')
    const objects = this.#objects.map((object) => ({ ...object, key: decode(object.key) }))
    return { objects: inOrder(objects) ? objects : objects.sort(compare), prefixes: this.#prefixes.map(decode), next }
  }
}

// A folder marker has no versions, so the next key follows; asked for what follows its version, versitygw tells it for
// ever.
const afterVersion = (key: string, version: string): Record<string, string> =>
  key.endsWith('/') ? { 'key-marker': key } : { 'key-marker': key, 'version-id-marker': version }

// Some servers tell all versions of a page and then all its delete markers.
function inOrder(objects: Told[]): boolean {
  return (
    !objects.some((object) => object.isMarker) ||
    objects.every((object, index) => {
      const before = objects[index - 1]
      return !before || before.key < object.key || (before.key === object.key && newestFirst(before, object) <= 0)
    })
  )
}

function newestFirst(a: Told, b: Told): number {
  if (a.isLatest !== b.isLatest) return a.isLatest ? -1 : 1
  const later = b.lastModified.getTime() - a.lastModified.getTime()
  // Servers that tell times in whole seconds may have versions whose names are in the order they were made in.
  return later !== 0 || !ULID.test(a.version) || !ULID.test(b.version) ? later : compareTexts(b.version, a.version)
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b)

// Keys are in the order of their bytes (UTF-8), as S3 lists them.
const compare = (a: Told, b: Told): number =>
  a.key === b.key ? newestFirst(a, b) : Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))

// `encoding-type=url`: percent-encoded, a space as plus.
const decodeKey = (encoded: string): string => decodeURIComponent(encoded.replaceAll('+', '%20'))
