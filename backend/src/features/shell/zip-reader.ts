// Reads zips: a child process reads the directory; the content is unpacked as a stream and checked.
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool } from '../../lib/child/pool.ts'
import type { OpenFile } from '../../storage/types.ts'
import { ShellError } from './errors.ts'
import type { DirectoryEntry, ZipAnswer, ZipOrder } from './zip-directory.ts'

/**
 * Bytes at the end of a zip that are read. Most directories fit into the first size; the last is the maximum.
 */
const TAILS = [1024 * 1024, 32 * 1024 * 1024]
const LISTING_MS = 20_000
/** A local header (APPNOTE 4.3.7): 30 bytes; at 26 and 28 the lengths of the fields after it. */
const LOCAL_HEADER = { bytes: 30, signature: 0x04034b50, nameAt: 26, extraAt: 28 }
const NEWLINE = 10

/** One entry: a file, or a folder without bytes. */
export interface ZippedEntry {
  /** Relative and clean, without a closing slash. */
  name: string
  isFolder: boolean
  /** The declared size. Reading fails if it differs. */
  size: number
  modified: Date
  /** Fails if the bytes differ from the packed ones. */
  read(): Promise<Readable>
}

export interface Zip {
  entries(): Generator<ZippedEntry>
}

/** Who reads the directory, and for how long. */
export interface ZipOptions {
  children: Pick<ChildPool, 'run'>
  signal: AbortSignal
}

const line: z.ZodType<DirectoryEntry> = z.strictObject({
  name: z.string().min(1),
  isFolder: z.boolean(),
  size: z.int().nonnegative(),
  packed: z.int().nonnegative(),
  modified: z.number(),
  at: z.int().nonnegative(),
  isDeflated: z.boolean(),
  crc32: z.int(),
  trouble: z.string().nullable(),
})

/**
 * Opens a zip and checks its whole directory before anything is unpacked.
 * @throws ShellError for a file that is not a zip, for names that lead elsewhere, for overlapping entries, and for an
 *   excessive unpacked size
 */
export async function openZip(file: OpenFile, options: ZipOptions): Promise<Zip> {
  for (const tail of TAILS) {
    const lines = await directoryOf(file, { tail, ...options })
    if (lines !== null) return { entries: () => entriesOf(file, lines) }
  }
  throw new ShellError('holds too much')
}

/** The lines of the entries; null if the directory begins before the given bytes. */
async function directoryOf(
  file: OpenFile,
  { tail, children, signal }: ZipOptions & { tail: number },
): Promise<Uint8Array | null> {
  const { size } = file.stat
  const length = Math.min(size, tail)
  const body = { length, open: () => (length === 0 ? [] : file.read({ start: size - length, end: size - 1 })) }
  try {
    const answer = await children.run({
      task: 'zipEntries',
      input: { size } satisfies ZipOrder,
      body,
      limitMs: LISTING_MS,
      signal,
    })
    return (answer.value as ZipAnswer).isEarlier ? null : answer.body
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    if (error.code === 'badRequest') throw new ShellError(error.message, { cause: error })
    if (error.code === 'unsupportedMediaType') throw new ShellError('is not a readable zip', { cause: error })
    throw error
  }
}

/** One line at a time, so that a hundred thousand of them do not block. */
function* entriesOf(file: OpenFile, lines: Uint8Array): Generator<ZippedEntry> {
  const decoder = new TextDecoder()
  for (let at = 0; at < lines.length;) {
    const end = lines.indexOf(NEWLINE, at)
    const entry = line.parse(JSON.parse(decoder.decode(lines.subarray(at, end))))
    yield {
      name: entry.name,
      isFolder: entry.isFolder,
      size: entry.size,
      modified: new Date(entry.modified),
      read: () => unpacked(file, entry),
    }
    at = end + 1
  }
}

async function unpacked(
  file: OpenFile,
  { at, size, packed, isDeflated, crc32: sum, trouble }: DirectoryEntry,
): Promise<Readable> {
  if (trouble !== null) throw new ShellError(trouble)
  const start = await dataBegins(file, at)
  if (start + packed > file.stat.size) throw new ShellError('is damaged')
  const check = checked({ size, sum })
  if (packed === 0) {
    check.end()
    return check
  }
  const bytes = file.read({ start, end: start + packed - 1 })
  // The reader gets the error from the stream itself.
  void (isDeflated ? pipeline(bytes, createInflateRaw(), check) : pipeline(bytes, check)).catch(() => undefined)
  return check
}

/** Where the data of an entry begins, as its local header says. */
async function dataBegins(file: OpenFile, at: number): Promise<number> {
  const end = at + LOCAL_HEADER.bytes
  if (end > file.stat.size) throw new ShellError('is damaged')
  const header = Buffer.concat(await file.read({ start: at, end: end - 1 }).toArray())
  if (header.length !== LOCAL_HEADER.bytes || header.readUInt32LE() !== LOCAL_HEADER.signature)
    throw new ShellError('is damaged')
  return end + header.readUInt16LE(LOCAL_HEADER.nameAt) + header.readUInt16LE(LOCAL_HEADER.extraAt)
}

/**
 * A stream that fails if it has more or fewer bytes than declared, or another checksum (APPNOTE 4.4.7).
 */
function checked({ size, sum }: { size: number; sum: number }): Transform {
  let seen = 0
  let length = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      length += chunk.length
      if (length > size) return done(new ShellError('is damaged: it has too many bytes'))
      seen = crc32(chunk, seen)
      done(null, chunk)
    },
    flush: (done) => done(length === size && seen === sum ? null : new ShellError('is damaged')),
  })
}
