// Unpacks and checks the entries of a zip as streams.
import { pipeline, Readable, Transform } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { AppError } from '../../../lib/app-error.ts'
import type { OpenFile } from '../../../storage/types.ts'
import type { OpenedEntry } from './entry.ts'

/** Where an entry lies in its zip, and what its bytes have to be. */
export type ZipEntryBytes = Pick<OpenedEntry, 'at' | 'packed' | 'isDeflated' | 'size' | 'crc32'>

/** Creates the error for an entry whose bytes are wrong; `how` says more. */
export type Damaged = (how?: string) => AppError

/** A local header (APPNOTE 4.3.7): 30 bytes, with the lengths of the following fields at 26 and 28. */
const LOCAL_HEADER = { bytes: 30, signature: 0x04034b50, nameAt: 26, extraAt: 28 }

const damaged: Damaged = () => new AppError('unsupportedMediaType', 'the archive is damaged')

/** The unpacked entry. The stream fails at its end if its size or checksum is not the one in the directory. */
export function readZipEntry(file: OpenFile, entry: ZipEntryBytes, fail: Damaged = damaged): Readable {
  const check = checked(entry, fail)
  const packed = Readable.from(packedBytes(file, entry, fail), { objectMode: false })
  // An empty file may have no deflated bytes at all. The stream itself passes an error to its reader.
  return entry.isDeflated && entry.packed > 0
    ? pipeline(packed, createInflateRaw(), check, () => undefined)
    : pipeline(packed, check, () => undefined)
}

/** Where an entry's bytes begin, as its local header says. @throws AppError as `fail` makes it */
export async function zipDataBegins(
  { stat, read }: OpenFile,
  { at, packed }: ZipEntryBytes,
  fail: Damaged = damaged,
): Promise<number> {
  const end = at + LOCAL_HEADER.bytes
  if (end > stat.size) throw fail()
  const header = Buffer.concat(await read({ start: at, end: end - 1 }).toArray())
  if (header.length !== LOCAL_HEADER.bytes || header.readUInt32LE() !== LOCAL_HEADER.signature) throw fail()
  const start = end + header.readUInt16LE(LOCAL_HEADER.nameAt) + header.readUInt16LE(LOCAL_HEADER.extraAt)
  if (start + packed > stat.size) throw fail()
  return start
}

async function* packedBytes(file: OpenFile, entry: ZipEntryBytes, fail: Damaged): AsyncGenerator<Uint8Array> {
  const start = await zipDataBegins(file, entry, fail)
  if (entry.packed > 0) yield* file.read({ start, end: start + entry.packed - 1 })
}

/** A stream that fails if its size or checksum is not the expected one (APPNOTE 4.4.7). */
function checked({ size, crc32: sum }: ZipEntryBytes, fail: Damaged): Transform {
  let seen = 0
  let length = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      length += chunk.length
      if (length > size) return done(fail('it has too many bytes'))
      seen = crc32(chunk, seen)
      done(null, chunk)
    },
    flush: (done) => done(length === size && seen === sum ? null : fail()),
  })
}
