// An S3 server with one folder of any number of files, which keeps only a few bits for each file. So the memory of
// operations can be measured separately.
import { Readable } from 'node:stream'

const KEY_DIGITS = 8
const FILES_IN_FOLDER = 1_000
const PAGE = 1_000
/** XML elements, in order. */
const tags = (elements: Record<string, string>): string =>
  Object.entries(elements)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('')

/** A file's entry in a listing, as long as MinIO's entry for a file uploaded by Nido. */
const METADATA = tags({
  'X-Amz-Meta-Mtime': '1700000000.123456789',
  'X-Amz-Meta-Nido-Write': '0192f5c07a3e7cc1b1aa0192f5c07a3e',
  'content-type': 'image/jpeg',
})

const PRESENT = 1
const MARKED = 2

/** A folder, with a byte of flags for each file. */
class Folder {
  readonly states: Uint8Array
  /** The operation that its files are copies of; '' if they are no copies. */
  copiedBy = ''

  constructor(files: number) {
    this.states = new Uint8Array(files)
  }
}

const digits = (number: number): string => String(number).padStart(KEY_DIGITS, '0')
const nameOf = (index: number): string => `${digits(Math.floor(index / FILES_IN_FOLDER))}/${digits(index)}.jpeg`
const indexOf = (name: string): number => Number(/(\d+)\.jpeg$/.exec(name)?.[1] ?? NaN)
const versionOf = (index: number): string => `0192f5c0-7a3e-7cc1-b1aa-${String(index).padStart(12, '0')}`

const notFound = () => Object.assign(new Error('not there'), { name: 'NotFound', $metadata: { httpStatusCode: 404 } })

interface Command {
  input: {
    Bucket?: string
    Key?: string
    VersionId?: string
    Delete?: { Objects?: { Key?: string; VersionId?: string }[] }
  }
  constructor: { name: string }
}

export class GeneratedTree {
  readonly #folders = new Map<string, Folder>()
  readonly #files: number
  /** Called once for each listed page. */
  readonly #onPage: () => void
  readonly listed = { pages: 0 }

  constructor(files: number, onPage: () => void) {
    this.#files = files
    this.#onPage = onPage
  }

  folder(name: string): Folder {
    const folder = this.#folders.get(name) ?? new Folder(this.#files)
    this.#folders.set(name, folder)
    return folder
  }

  /** The number of files in a folder that are present, and that lie below a marker. */
  count(name: string): { present: number; marked: number } {
    let [present, marked] = [0, 0]
    for (const state of this.folder(name).states) {
      if (state === PRESENT) present += 1
      if (state === (PRESENT | MARKED)) marked += 1
    }
    return { present, marked }
  }

  fill(name: string): void {
    this.folder(name).states.fill(PRESENT)
  }

  /** The client for listings, and the client for all other requests. */
  readonly minio = { send: async ({ query }: { query: Record<string, string> }) => this.#list(query) }
  readonly client = { send: async (command: Command) => this.#answer(command) }

  #answer({ input, constructor: { name } }: Command): unknown {
    const { Key = '' } = input
    if (name === 'DeleteObjectsCommand') {
      for (const one of input.Delete?.Objects ?? []) this.#delete(one.Key ?? '', one.VersionId)
      return {}
    }
    if (name === 'DeleteObjectCommand') return this.#delete(Key, input.VersionId)
    if (name === 'CopyObjectCommand') return this.#copy(Key)
    if (name === 'HeadObjectCommand' && this.#isPresent(Key))
      return { ContentLength: 1, ETag: '"etag"', LastModified: new Date(0), VersionId: input.VersionId, Metadata: {} }
    throw notFound()
  }

  /** The states of a key's folder, and the key's index among them; null if it is no file of such a folder. */
  #at(key: string): { states: Uint8Array; index: number } | null {
    const folder = this.#folders.get(key.split('/', 1)[0] ?? '')
    const index = indexOf(key)
    return folder && !Number.isNaN(index) ? { states: folder.states, index } : null
  }

  #isPresent(key: string): boolean {
    const at = this.#at(key)
    return at !== null && at.states[at.index] === PRESENT
  }

  #copy(key: string): unknown {
    const at = this.#at(key)
    if (!at) throw notFound()
    at.states[at.index] = PRESENT
    return { CopyObjectResult: { ETag: '"etag"' }, VersionId: versionOf(at.index) }
  }

  #delete(key: string, version: string | undefined): void {
    const at = this.#at(key)
    if (at) at.states[at.index] = version === undefined ? (at.states[at.index] ?? 0) | MARKED : 0
  }

  /** ListObjectVersions of the files of one folder. */
  #list({ prefix = '', 'key-marker': after, 'max-keys': most }: Record<string, string>): Readable {
    this.listed.pages += 1
    this.#onPage()
    const cut = prefix.indexOf('/')
    const name = prefix.slice(0, cut)
    const known = cut < 0 ? undefined : this.#folders.get(name)
    const begin = after === undefined ? 0 : indexOf(after) + 1
    const limit = Math.min(PAGE, Number(most))
    const entries: string[] = []
    const states = known?.states ?? new Uint8Array()
    let [index, last] = [begin, begin]
    for (; index < states.length && entries.length < limit; index += 1) {
      const [state, key] = [states[index] ?? 0, `${name}/${nameOf(index)}`]
      if (state === 0 || (prefix.length > cut + 1 && key !== prefix)) continue
      entries.push(this.#entry(key, { index, state, copiedBy: known?.copiedBy ?? '' }))
      last = index
    }
    const isWhole = index >= states.length
    const next = isWhole
      ? '<IsTruncated>false</IsTruncated>'
      : tags({ IsTruncated: 'true', NextKeyMarker: `${name}/${nameOf(last)}`, NextVersionIdMarker: 'x' })
    return Readable.from([Buffer.from(`<ListVersionsResult>${next}${entries.join('')}</ListVersionsResult>`)])
  }

  #entry(key: string, { index, state, copiedBy }: { index: number; state: number; copiedBy: string }): string {
    const version = versionOf(index)
    const isMarked = (state & MARKED) !== 0
    const of = { Key: key, LastModified: '2026-01-01T00:00:00.000Z' }
    const mark = copiedBy && tags({ 'X-Amz-Meta-Nido-Copy-Of': `${copiedBy}:${version}` })
    const marker = tags({ DeleteMarker: tags({ ...of, VersionId: `m${version}`, IsLatest: 'true' }) })
    const UserMetadata = METADATA + mark
    const file = { ...of, VersionId: version, IsLatest: String(!isMarked), ETag: 'etag', Size: '1', UserMetadata }
    return `${isMarked ? marker : ''}${tags({ Version: tags(file) })}`
  }
}
