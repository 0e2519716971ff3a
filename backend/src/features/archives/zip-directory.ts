// Reads the directory of a zip (APPNOTE 4.3.12) in a child process, and checks that names are paths and sizes
// plausible.
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { AppError } from '../../lib/app-error.ts'
import type { Task } from '../../lib/child/serve.ts'
import { parseUserPath } from '../../storage/paths.ts'
import { LINK_TYPE, unixTypeOf } from './opened/zip-entries.ts'

/** The request: the bytes are the last ones of a file of a given size. */
export interface ZipOrder {
  size: number
}

/** An entry on its way to the parent process, one line of JSON each. */
export interface DirectoryEntry {
  /** Relative and clean, without a closing slash. */
  name: string
  isFolder: boolean
  /** Bytes, unpacked and packed. */
  size: number
  packed: number
  /** Milliseconds since 1970. */
  modified: number
  /** The offset of its local header. */
  at: number
  isDeflated: boolean
  crc32: number
  /** Why it cannot be unpacked. */
  trouble: string | null
}

/**
 * Whether the directory begins before the given bytes. If so, there are no entries and more of the file is needed.
 */
export interface ZipAnswer {
  isEarlier: boolean
}

/** Entries of one zip. */
const ENTRIES_MAX = 100_000
/** Characters of all lines. */
const LINES_MAX = 24 * 1024 * 1024
/** The most that a zip may unpack to: a multiple of its size, or an absolute number of bytes. */
const GROWTH_MAX = 200
const ALWAYS_FINE_BYTES = 256 * 1024 * 1024

/** What a valid zip never has, in words that follow its name. */
const refusal = (why: string) => new AppError('badRequest', why)

class TooEarly extends Error {}

/** The last bytes of a file, at their offsets in the whole. */
class TailReader extends RandomAccessReader {
  readonly #tail: Uint8Array
  readonly #from: number

  constructor(tail: Uint8Array, size: number) {
    super()
    this.#tail = tail
    this.#from = size - tail.length
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.#slice(start, end - start)])
  }

  // The signature is the library's.
  // oxlint-disable-next-line max-params
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    try {
      buffer.set(this.#slice(position, length), offset)
    } catch (error) {
      return done(error as Error)
    }
    done(null)
  }

  /** All of the bytes, or none: unread parts of the buffer would hold old memory. */
  #slice(position: number, length: number): Uint8Array {
    if (position < this.#from) throw new TooEarly()
    const bytes = this.#tail.subarray(position - this.#from, position - this.#from + length)
    if (bytes.length < length) throw new Error('the zip ends early')
    return bytes
  }
}

/** All entries, a line each. @throws AppError `badRequest` at the first invalid entry */
export const zipEntries: Task = async (input, tail) => {
  const { size } = input as ZipOrder
  try {
    const zip = await fromRandomAccessReaderPromise(new TailReader(tail, size), size, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      strictFileNames: true,
    }).catch((cause: unknown) => {
      throw cause instanceof TooEarly ? cause : refusal('is not a readable zip')
    })
    return { value: { isEarlier: false } satisfies ZipAnswer, body: Buffer.from(await linesOf(zip, size)) }
  } catch (error) {
    if (error instanceof TooEarly) return { value: { isEarlier: true } satisfies ZipAnswer }
    throw error instanceof AppError ? error : refusal('is damaged, or holds names that lead elsewhere')
  }
}

async function linesOf(zip: ZipFile, size: number): Promise<string> {
  if (zip.entryCount > ENTRIES_MAX) throw refusal(`holds more than ${ENTRIES_MAX} entries`)
  let [packed, unpacked, characters] = [0, 0, 0]
  const lines: string[] = []
  for await (const entry of zip.eachEntry()) {
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    // A zip64 may name an offset of eight bytes, which a number cannot hold.
    if (entry.relativeOffsetOfLocalHeader > size) throw refusal('is damaged: it ends before an entry begins')
    const line = `${JSON.stringify(describe(entry))}\n`
    characters += line.length
    if (characters > LINES_MAX) throw refusal('holds too many names')
    lines.push(line)
  }
  // Together they cannot have more bytes than the zip, unless they overlap.
  if (packed > size) throw refusal('holds entries that lie over each other')
  if (unpacked > Math.max(ALWAYS_FINE_BYTES, size * GROWTH_MAX)) throw refusal('would become far too large')
  return lines.join('')
}

function describe(entry: Entry): DirectoryEntry {
  const isFolder = entry.fileName.endsWith('/')
  return {
    name: nameOfEntry(entry),
    isFolder,
    size: isFolder ? 0 : entry.uncompressedSize,
    packed: entry.compressedSize,
    modified: entry.getLastModDate({ timezone: 'UTC' }).getTime(),
    at: entry.relativeOffsetOfLocalHeader,
    isDeflated: entry.compressionMethod !== 0,
    crc32: entry.crc32,
    trouble: troubleWith(entry),
  }
}

function troubleWith(entry: Entry): string | null {
  if (unixTypeOf(entry) === LINK_TYPE) return 'is a link, and left out'
  if (entry.isEncrypted()) return 'is encrypted'
  return entry.canDecodeFileData() ? null : 'is packed in a way that is not known here'
}

/** The name as a path below the destination folder; it cannot lead out of it. @throws AppError `badRequest` */
function nameOfEntry({ fileName }: Entry): string {
  const isAstray = fileName.startsWith('/') || fileName.includes('\\') || fileName.split('/').includes('..')
  const name = isAstray ? null : parsedName(fileName)
  if (name === null) throw refusal(`holds a name that no file can have here: ${JSON.stringify(fileName.slice(0, 100))}`)
  if (name === '') throw refusal('holds an entry without a name')
  return name
}

function parsedName(fileName: string): string | null {
  try {
    return parseUserPath(`/${fileName}`).slice(1)
  } catch {
    return null
  }
}
