// Zips as they are read: entries with names that are paths, sizes that can be true, and bytes that are checked.
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { parseUserPath } from '../../storage/paths.ts'
import type { OpenFile } from '../../storage/types.ts'
import { ShellError } from './errors.ts'

/** Entries of one zip. */
const ENTRIES_MAX = 100_000
/** What a zip may become: so many times its own bytes, or so many bytes (a bomb needs neither). */
const GROWTH_MAX = 200
const ALWAYS_FINE_BYTES = 256 * 1024 * 1024
/** The kinds of APPNOTE 4.4.2 and, in the upper half of the attributes, POSIX's bits of the file type. */
const MADE_BY_UNIX = 3
const TYPE_BITS = 0xf000
const LINK = 0xa000

/** One entry: a file, or a folder without bytes. */
export interface ZippedEntry {
  /** Relative and clean, without a closing slash. */
  name: string
  isFolder: boolean
  /** Bytes, as declared; more or fewer make reading fail. */
  size: number
  modified: Date
  /** Fails when the bytes are not those that were packed. */
  read(): Promise<Readable>
}

export interface Zip {
  /** @throws ShellError at the first entry that no honest zip has */
  entries(): AsyncGenerator<ZippedEntry>
  close(): void
}

/** Reads ranges of a file that lies on S3. */
class StoredReader extends RandomAccessReader {
  readonly #file: OpenFile
  constructor(file: OpenFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.read({ start, end: end - 1 })
  }
}

/**
 * Opens a zip and looks at all it says, before any of it is unpacked.
 * @throws ShellError for what is no zip, for names that lead elsewhere, for entries that lie over each other, and for what would grow beyond measure
 */
export async function openZip(file: OpenFile, signal: AbortSignal): Promise<Zip> {
  const open = () => fromRandomAccessReaderPromise(new StoredReader(file), file.stat.size, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true })
    .catch((cause: unknown) => { throw new ShellError('is no zip that can be read', { cause }) })
  await check(await open(), file.stat.size, signal)
  const zip = await open()
  return {
    entries: async function* entries() {
      for await (const entry of eachEntry(zip, signal)) yield zippedEntry(zip, entry)
    },
    close: () => zip.close(),
  }
}

async function check(zip: ZipFile, size: number, signal: AbortSignal): Promise<void> {
  if (zip.entryCount > ENTRIES_MAX) throw new ShellError(`holds more than ${ENTRIES_MAX} entries`)
  let packed = 0
  let unpacked = 0
  for await (const entry of eachEntry(zip, signal)) {
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    nameOfEntry(entry)
  }
  // Together they cannot have more bytes than the zip, unless they share some.
  if (packed > size) throw new ShellError('holds entries that lie over each other')
  if (unpacked > Math.max(ALWAYS_FINE_BYTES, size * GROWTH_MAX)) throw new ShellError('would become far too large')
}

async function* eachEntry(zip: ZipFile, signal: AbortSignal): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      yield entry
    }
  } catch (error) {
    if (signal.aborted || error instanceof ShellError) throw error
    throw new ShellError('is damaged, or holds names that lead elsewhere', { cause: error })
  }
}

/** The name as a path below the folder that is unpacked to; it cannot lead out of it. @throws ShellError */
function nameOfEntry({ fileName }: Entry): string {
  try {
    if (fileName.startsWith('/') || fileName.includes('\\') || fileName.split('/').includes('..')) throw new ShellError('leads elsewhere')
    const name = parseUserPath(`/${fileName}`).slice(1)
    if (name !== '') return name
  } catch (cause) {
    throw new ShellError(`holds a name that no file can have here: ${JSON.stringify(fileName.slice(0, 100))}`, { cause })
  }
  throw new ShellError('holds an entry without a name')
}

function zippedEntry(zip: ZipFile, entry: Entry): ZippedEntry {
  const isFolder = entry.fileName.endsWith('/')
  return {
    name: nameOfEntry(entry),
    isFolder,
    size: isFolder ? 0 : entry.uncompressedSize,
    modified: entry.getLastModDate({ timezone: 'UTC' }),
    read: async () => {
      const isLink = entry.versionMadeBy >>> 8 === MADE_BY_UNIX && ((entry.externalFileAttributes >>> 16) & TYPE_BITS) === LINK
      if (isLink) throw new ShellError('is a link, and left out')
      if (entry.isEncrypted()) throw new ShellError('is encrypted')
      if (!entry.canDecodeFileData()) throw new ShellError('is packed in a way that is not known here')
      return checked(await zip.openReadStreamPromise(entry), entry.crc32)
    },
  }
}

/** A stream that fails at its end when its checksum is another one (APPNOTE 4.4.7). */
function checked(bytes: Readable, expected: number): Readable {
  let sum = 0
  const check = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush: (done) => done(sum === expected ? null : new ShellError('is damaged')),
  })
  // Who reads is told by the stream itself.
  pipeline(bytes, check).catch(() => undefined)
  return check
}
