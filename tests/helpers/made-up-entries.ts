// Generated entries for tests of the writers.
import { Readable } from 'node:stream'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Storage } from '../../backend/src/storage/types.ts'
import type { ArchiveEntry } from '../../backend/src/features/archives/entry-log.ts'
import { readAhead } from '../../backend/src/features/archives/read-ahead.ts'

export const MODIFIED = new Date('2026-03-04T05:06:08Z')
const CHUNK = 64 * 1024

/** A file with that many bytes; null for a folder. The version determines each byte. */
export function entryOf(name: string, size: number | null, fill = 'x'): ArchiveEntry {
  if (size === null) return { name, modified: MODIFIED, file: null }
  return {
    name,
    modified: MODIFIED,
    file: {
      at: placeOfScope('t-', '/made/up'),
      stat: { kind: 'file', size, modified: MODIFIED, etag: '', contentType: '', version: fill },
    },
  }
}

/** Opens such files. */
export const opener: Pick<Storage, 'pinned'> = {
  pinned: (_at, stat) => ({ stat, read: () => Readable.from(bytesOf(stat.size, stat.version), { objectMode: false }) }),
}

function* bytesOf(size: number, fill: string): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK, fill)
  for (let left = size; left > 0; left -= CHUNK) yield left < CHUNK ? chunk.subarray(0, left) : chunk
}

export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

/** The input of the writers. */
export const sourceOf = (entries: Iterable<ArchiveEntry>) => ({
  list: () => stream(entries),
  read: () => readAhead(stream(entries), opener),
})

export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
