// An entry of an archive as a file that can be read, whole or in parts.
import { Readable } from 'node:stream'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { ByteRange, OpenFile } from '../../../storage/types.ts'
import type { OpenedEntry } from './entry.ts'
import type { ArchiveFile } from './listings.ts'
import { unpackedStream } from './unpacked-stream.ts'
import { readZipEntry, zipDataBegins } from './zip-bytes.ts'

/** The entry as a file. Its ETag is made from that of the archive and its path. */
export function fileOfEntry(children: Pick<ChildPool, 'run'>, archive: ArchiveFile, entry: OpenedEntry): OpenFile {
  const { stat } = archive.file
  const { path, size, modified } = entry
  return {
    stat: {
      ...stat,
      size,
      etag: `${stat.etag}/${path}`,
      modified: modified === null ? stat.modified : new Date(modified),
    },
    read: (range = { start: 0, end: size - 1 }) => readEntry(children, { archive, entry }, range),
  }
}

/** @throws AppError `unsupportedMediaType` if the entry cannot be read */
export function checkReadable({ trouble }: OpenedEntry): void {
  if (trouble === 'encrypted') throw new AppError('unsupportedMediaType', 'the file is encrypted')
  if (trouble === 'method') throw new AppError('unsupportedMediaType', 'the file is packed in a way not known here')
}

function readEntry(
  children: Pick<ChildPool, 'run'>,
  { archive, entry }: { archive: ArchiveFile; entry: OpenedEntry },
  range: ByteRange,
): Readable {
  const { file, format } = archive
  const { at, size } = entry
  if (range.end < range.start) return Readable.from([])
  if (format === 'tar') return file.read({ start: at + range.start, end: at + range.end })
  if (format !== 'zip')
    return unpackedStream(children, archive, { start: at + range.start, length: range.end - range.start + 1 })
  if (range.start === 0 && range.end === size - 1) return readZipEntry(file, entry)
  const part = entry.isDeflated ? cut(readZipEntry(file, entry), range) : storedPart(file, entry, range)
  return Readable.from(part, { objectMode: false })
}

async function* storedPart(file: OpenFile, entry: OpenedEntry, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  const begins = await zipDataBegins(file, entry)
  if (entry.packed !== entry.size) throw new AppError('unsupportedMediaType', 'the archive is damaged')
  yield* file.read({ start: begins + start, end: begins + end })
}

/** A range of a stream. Nothing is read after its end. */
async function* cut(whole: Readable, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let position = 0
  for await (const chunk of whole as AsyncIterable<Buffer>) {
    const from = Math.max(0, start - position)
    const part = chunk.subarray(from, Math.max(from, end + 1 - position))
    position += chunk.length
    if (part.length > 0) yield part
    if (position > end) return
  }
}
