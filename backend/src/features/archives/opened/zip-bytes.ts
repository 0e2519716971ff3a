// The bytes of a zip's entries, unpacked as a stream and checked.
import { pipeline, Readable, Transform } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { AppError } from '../../../lib/app-error.ts'
import type { OpenFile } from '../../../storage/types.ts'
import type { OpenedEntry } from './entry.ts'

/** A local header (APPNOTE 4.3.7): 30 bytes; at 26 and 28 the lengths of the fields after it. */
const LOCAL_HEADER = { bytes: 30, signature: 0x04034b50, nameAt: 26, extraAt: 28 }

/** The whole entry. It fails at its end if it has more or fewer bytes than told, or another checksum. */
export function readZipEntry(file: OpenFile, entry: OpenedEntry): Readable {
  const check = checked(entry)
  const packed = Readable.from(packedBytes(file, entry), { objectMode: false })
  // The reader gets the error from the stream itself.
  return entry.isDeflated
    ? pipeline(packed, createInflateRaw(), check, () => undefined)
    : pipeline(packed, check, () => undefined)
}

/** Where an entry's bytes begin, as its local header says. @throws AppError `unsupportedMediaType` */
export async function zipDataBegins({ stat, read }: OpenFile, { at, packed }: OpenedEntry): Promise<number> {
  const end = at + LOCAL_HEADER.bytes
  if (end > stat.size) throw damaged()
  const header = Buffer.concat(await read({ start: at, end: end - 1 }).toArray())
  if (header.length !== LOCAL_HEADER.bytes || header.readUInt32LE() !== LOCAL_HEADER.signature) throw damaged()
  const start = end + header.readUInt16LE(LOCAL_HEADER.nameAt) + header.readUInt16LE(LOCAL_HEADER.extraAt)
  if (start + packed > stat.size) throw damaged()
  return start
}

async function* packedBytes(file: OpenFile, entry: OpenedEntry): AsyncGenerator<Uint8Array> {
  const start = await zipDataBegins(file, entry)
  if (entry.packed > 0) yield* file.read({ start, end: start + entry.packed - 1 })
}

/** A stream that fails if it has more or fewer bytes than told, or another checksum (APPNOTE 4.4.7). */
function checked({ size, crc32: sum }: OpenedEntry): Transform {
  let seen = 0
  let length = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      length += chunk.length
      if (length > size) return done(damaged())
      seen = crc32(chunk, seen)
      done(null, chunk)
    },
    flush: (done) => done(length === size && seen === sum ? null : damaged()),
  })
}

const damaged = () => new AppError('unsupportedMediaType', 'the archive is damaged')
