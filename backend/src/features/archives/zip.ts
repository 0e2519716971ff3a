// Writes a zip of uncompressed files as a stream, and computes its length.
import { crc32 } from 'node:zlib'
import type { ArchiveEntry } from './entry-log.ts'
import type { ReadyEntry } from './read-ahead.ts'
import {
  centralHeader,
  centralLength,
  descriptor,
  endLength,
  endRecords,
  entryLength,
  isChecksumBehind,
  localHeader,
} from './zip-records.ts'

export interface ZipSource {
  /** All entries, the same at each call. */
  list(): AsyncIterable<ArchiveEntry>
  /** The same with their bytes. */
  read(): AsyncIterable<ReadyEntry>
}

/** Bytes of the whole zip. */
export async function zipLength(entries: AsyncIterable<ArchiveEntry>): Promise<number> {
  let start = 0
  let length = 0
  let count = 0
  for await (const entry of entries) {
    length += centralLength(entry, start)
    start += entryLength(entry)
    count += 1
  }
  return start + length + endLength({ count, start, length })
}

/** The zip. It keeps four bytes in memory for each entry that it has sent. */
export async function* packZip(source: ZipSource): AsyncGenerator<Buffer> {
  const checksums = createChecksums()
  for await (const entry of source.read()) {
    const { body } = entry
    if (body === null || Buffer.isBuffer(body)) {
      const crc = body === null ? 0 : crc32(body)
      checksums.add(crc)
      yield localHeader(entry, crc)
      if (body !== null && body.length > 0) yield body
      continue
    }
    yield localHeader(entry, 0)
    let crc = 0
    for await (const chunk of body) {
      crc = crc32(chunk, crc)
      yield chunk
    }
    checksums.add(crc)
    if (isChecksumBehind(entry)) yield descriptor(entry, crc)
  }
  yield* directory(source.list(), checksums)
}

async function* directory(entries: AsyncIterable<ArchiveEntry>, checksums: Checksums): AsyncGenerator<Buffer> {
  let start = 0
  let length = 0
  let count = 0
  for await (const entry of entries) {
    const record = centralHeader(entry, { crc: checksums.at(count), offset: start })
    length += record.length
    start += entryLength(entry)
    count += 1
    yield record
  }
  yield endRecords({ count, start, length })
}

interface Checksums {
  add(crc: number): void
  at(index: number): number
}

function createChecksums(): Checksums {
  let known = new Uint32Array(1024)
  let count = 0
  return {
    add(crc) {
      if (count === known.length) {
        const more = new Uint32Array(known.length * 2)
        more.set(known)
        known = more
      }
      known[count] = crc
      count += 1
    },
    at: (index) => known[index] ?? 0,
  }
}
