// Reads many files of an archive that has to be unpacked from its beginning, in one pass.
import { Readable } from 'node:stream'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import { createStreamCursor } from './cursor.ts'
import type { OpenedEntry } from './entry.ts'
import type { ArchiveFile } from './listings.ts'
import { unpackedStream } from './unpacked-stream.ts'

export interface Slices<T> {
  /** The files in the order in which they are read. */
  order: readonly T[]
  /** The bytes of the next file. They have to be read before the file after it is requested. */
  next(entry: OpenedEntry): Readable
  /** Stops the child. */
  end(): void
}

const PIECE_BYTES = 256 * 1024

export function createSlices<T extends { entry: OpenedEntry }>(
  children: Pick<ChildPool, 'run'>,
  archive: ArchiveFile,
  wanted: readonly T[],
): Slices<T> {
  const order = wanted.toSorted((a, b) => a.entry.at - b.entry.at)
  const start = order[0]?.entry.at ?? 0
  const end = order.reduce((most, { entry }) => Math.max(most, entry.at + entry.size), start)
  const whole = end > start ? unpackedStream(children, archive, { start, length: end - start }) : Readable.from([])
  const cursor = createStreamCursor(whole)

  async function* bytesOf({ at, size }: OpenedEntry): AsyncGenerator<Uint8Array> {
    if (!(await cursor.skip(at - start - cursor.position))) throw damaged()
    for (let left = size; left > 0;) {
      const piece = await cursor.read(Math.min(left, PIECE_BYTES))
      if (piece.length === 0) throw damaged()
      left -= piece.length
      yield piece
    }
  }

  return {
    order,
    next: (entry) => (entry.size === 0 ? Readable.from([]) : Readable.from(bytesOf(entry), { objectMode: false })),
    end: () => void whole.destroy(),
  }
}

const damaged = () => new AppError('unsupportedMediaType', 'the archive is damaged')
