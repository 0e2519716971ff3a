// Lists the entries in the directory of a zip (APPNOTE 4.3.12).
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, type ZipFile } from 'yauzl'
import { ARCHIVE_ENTRIES_MAX } from '../../../../contract/archives.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildFile } from './cursor.ts'
import type { EntryList } from './entry-list.ts'
import type { EntryTrouble } from './entry.ts'
import { damaged } from './unpacking.ts'

/** The host system of APPNOTE 4.4.2 whose upper attributes are POSIX file types. */
const MADE_BY_UNIX = 3
const TYPE_BITS = 0xf000
export const LINK_TYPE = 0xa000
/** How much of the file is read at a time. */
const PART_BYTES = 1024 * 1024
const PLAIN_TYPES = [0, 0x8000, 0x4000]

/**
 * The file for the library that reads the directory. It asks for single entries; one part of the file holds many of
 * them.
 */
class RangedReader extends RandomAccessReader {
  readonly #file: ChildFile
  #part: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() }

  constructor(file: ChildFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }

  // The signature is the library's.
  // oxlint-disable-next-line max-params
  override async read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): Promise<void> {
    try {
      buffer.set(await this.#bytes(position, length), offset)
    } catch (error) {
      return done(error as Error)
    }
    done(null)
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end; at += PART_BYTES) yield this.#bytes(at, Math.min(PART_BYTES, end - at))
  }

  /** Returns all of the bytes or fails. Otherwise unread parts of the buffer would contain old memory. */
  async #bytes(position: number, length: number): Promise<Uint8Array> {
    const { start, bytes } = this.#part
    if (position < start || position + length > start + bytes.length)
      this.#part = { start: position, bytes: await this.#file.parent.read(position, Math.max(length, PART_BYTES)) }
    const from = position - this.#part.start
    const found = this.#part.bytes.subarray(from, from + length)
    if (found.length < length) throw damaged()
    return found
  }
}

/** @throws AppError `unsupportedMediaType` for a broken zip, and the errors of `EntryList.add` */
export async function listZip(file: ChildFile, list: EntryList): Promise<void> {
  try {
    const zip = await fromRandomAccessReaderPromise(new RangedReader(file), file.size, {
      lazyEntries: true,
      autoClose: false,
      // The list checks the names, and leaves out the bad ones.
      decodeStrings: false,
      validateEntrySizes: true,
    }).catch((cause: unknown) => {
      throw new AppError('unsupportedMediaType', 'the file is not a readable zip', { cause })
    })
    await addEntries(zip, { size: file.size, list })
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  }
}

async function addEntries(zip: ZipFile, { size, list }: { size: number; list: EntryList }): Promise<void> {
  if (zip.entryCount > ARCHIVE_ENTRIES_MAX)
    throw new AppError('tooLarge', `the archive holds more than ${ARCHIVE_ENTRIES_MAX} entries`)
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    packed += entry.compressedSize
    // An offset of zip64 has eight bytes, which is more than a number can hold.
    if (entry.relativeOffsetOfLocalHeader > size) throw damaged()
    // Their packed sizes can only add up to more than the zip if entries overlap.
    if (packed > size) throw new AppError('tooLarge', 'the archive holds entries that lie over each other')
    addEntry(entry, list)
  }
}

/** The POSIX file type of an entry; 0 if it has none. */
export const unixTypeOf = ({ versionMadeBy, externalFileAttributes }: Entry): number =>
  versionMadeBy >>> 8 === MADE_BY_UNIX ? (externalFileAttributes >>> 16) & TYPE_BITS : 0

function addEntry(entry: Entry, list: EntryList): void {
  const type = unixTypeOf(entry)
  if (type === LINK_TYPE) return list.leaveOut('links')
  if (!PLAIN_TYPES.includes(type)) return list.leaveOut('devices')
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
  const isFolder = name.endsWith('/') || name.endsWith('\\')
  const modified = entry.getLastModDate({ timezone: 'UTC' }).getTime()
  list.add({
    name,
    isFolder,
    size: isFolder ? 0 : entry.uncompressedSize,
    modified: Number.isNaN(modified) ? null : modified,
    trouble: troubleWith(entry),
    at: entry.relativeOffsetOfLocalHeader,
    packed: entry.compressedSize,
    isDeflated: entry.compressionMethod !== 0,
    crc32: entry.crc32,
  })
}

function troubleWith(entry: Entry): EntryTrouble | null {
  if (entry.isEncrypted()) return 'encrypted'
  return entry.canDecodeFileData() ? null : 'method'
}
