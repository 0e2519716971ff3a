// Reads zips: a child process reads the directory; the content is unpacked as a stream and checked. Unlike an archive
// that is opened as a folder, a zip is refused as a whole if any of its names is no path.
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool } from '../../lib/child/pool.ts'
import type { OpenFile } from '../../storage/types.ts'
import { readZipEntry } from './opened/zip-bytes.ts'
import type { DirectoryEntry, ZipAnswer, ZipOrder } from './zip-directory.ts'

/**
 * Bytes at the end of a zip that are read. Most directories fit into the first size; the last is the maximum.
 */
const TAILS = [1024 * 1024, 32 * 1024 * 1024]
const LISTING_MS = 20_000
const NEWLINE = 10

/** One entry: a file, or a folder without bytes. */
export interface ZippedEntry {
  /** Relative and clean, without a closing slash. */
  name: string
  isFolder: boolean
  /** The declared size. Reading fails if it differs. */
  size: number
  modified: Date
  /**
   * Its bytes; the stream fails if they are not the packed ones.
   * @throws AppError `badRequest` for an entry that cannot be unpacked
   */
  read(): Readable
}

export interface Zip {
  entries(): Generator<ZippedEntry>
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

/** What is wrong with a zip, in words that follow its name or that of an entry. */
const refusal = (why: string, cause?: unknown) => new AppError('badRequest', why, { cause })

export class ZipReader {
  readonly #children: Pick<ChildPool, 'run'>

  constructor(children: Pick<ChildPool, 'run'>) {
    this.#children = children
  }

  /**
   * Opens a zip and checks its whole directory before anything is unpacked.
   * @throws AppError `badRequest` for a file that is not a zip, for names that lead elsewhere, for overlapping entries,
   *   and for an excessive unpacked size
   */
  async open(file: OpenFile, signal: AbortSignal): Promise<Zip> {
    for (const tail of TAILS) {
      const lines = await this.#directoryOf(file, tail, signal)
      if (lines !== null) return { entries: () => entriesOf(file, lines) }
    }
    throw refusal('holds too much')
  }

  /** The lines of the entries; null if the directory begins before the given bytes. */
  async #directoryOf(file: OpenFile, tail: number, signal: AbortSignal): Promise<Uint8Array | null> {
    const { size } = file.stat
    const length = Math.min(size, tail)
    const body = { length, open: () => (length === 0 ? [] : file.read({ start: size - length, end: size - 1 })) }
    try {
      const input = { size } satisfies ZipOrder
      const answer = await this.#children.run({ task: 'zipEntries', input, body, limitMs: LISTING_MS, signal })
      return (answer.value as ZipAnswer).isEarlier ? null : answer.body
    } catch (error) {
      if (error instanceof AppError && error.code === 'unsupportedMediaType' && !signal.aborted)
        throw refusal('is not a readable zip', error)
      throw error
    }
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
      read: () => read(file, entry),
    }
    at = end + 1
  }
}

function read(file: OpenFile, entry: DirectoryEntry): Readable {
  if (entry.trouble !== null) throw refusal(entry.trouble)
  return readZipEntry(file, entry, (how) => refusal(how === undefined ? 'is damaged' : `is damaged: ${how}`))
}
