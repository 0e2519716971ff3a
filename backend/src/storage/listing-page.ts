// One page of a listing, parsed while it arrives.
import { SaxesParser } from 'saxes'
import { Yielding } from '../lib/yielding.ts'
import { headersIn, type ObjectHeaders } from './metadata.ts'

const META = 'x-amz-meta-'
/** Characters that are parsed in a tenth of a millisecond or so; a page of a thousand keys has some 700,000. */
const PIECE = 8 * 1024
/** https://github.com/ulid/spec */
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/

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

/** What is kept of it, where its type is that of its name. `modified`: milliseconds since 1970. */
export interface KeptListed extends Pick<Listed, 'key' | 'version' | 'size' | 'etag'> {
  modified: number
}

export interface Page {
  objects: Listed[]
  prefixes: string[]
}

/** An entry as the server tells it. `isLatest`, in listings with versions: nothing lies above it. */
type Told = Listed & { isLatest: boolean }

export interface ParsedPage extends Page {
  next: Record<string, string> | null
}

/** An answer that is no XML. */
export class BrokenPage extends Error {}

/**
 * Reads one answer as it streams.
 * @throws BrokenPage where it is no XML. Comments, CDATA and doctypes count as broken too, since a metadata name could
 * open and close them.
 */
export async function parsePage(xml: AsyncIterable<Buffer | string>): Promise<ParsedPage> {
  const reader = new PageReader()
  const parser = new SaxesParser()
  const refuse = (cause?: unknown): never => {
    throw new BrokenPage('that is no listing', { cause })
  }
  parser.on('opentag', (tag) => reader.open(tag.name))
  parser.on('text', (text) => reader.text(text))
  parser.on('closetag', () => reader.close())
  for (const unwanted of ['error', 'comment', 'cdata', 'doctype'] as const) parser.on(unwanted, refuse)
  for await (const piece of piecesOf(xml)) parser.write(piece)
  parser.close()
  return reader.page()
}

/** The text of an answer in small pieces, with pauses: all of a page may have come before it is looked at. */
async function* piecesOf(xml: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const turns = new Yielding()
  let isBegun = false
  for await (const chunk of xml) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    for (let at = 0; at < text.length; at += PIECE) {
      if (isBegun) await turns.pass()
      isBegun = true
      yield text.slice(at, at + PIECE)
    }
  }
}

/** Collects the texts of one answer. Their path below the root tells elements apart. */
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
    // Servers that do not know `encoding-type` leave it out of the answer and encode nothing.
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

// A folder marker has no versions, so the next page begins after its key. versitygw answers the same marker for ever
// when asked for what follows the marker's version.
const afterVersion = (key: string, version: string): Record<string, string> =>
  key.endsWith('/') ? { 'key-marker': key } : { 'key-marker': key, 'version-id-marker': version }

// Some servers list all versions of a page first and then all its delete markers.
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
  // Times may be whole seconds only. Version ids that are ULIDs then tell the order in which the versions were made.
  return later !== 0 || !ULID.test(a.version) || !ULID.test(b.version) ? later : compareTexts(b.version, a.version)
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b)

// S3 lists keys in the order of their UTF-8 bytes.
const compare = (a: Told, b: Told): number =>
  a.key === b.key ? newestFirst(a, b) : Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))

// `encoding-type=url`: keys are percent-encoded, with a plus for a space.
const decodeKey = (encoded: string): string => decodeURIComponent(encoded.replaceAll('+', '%20'))
