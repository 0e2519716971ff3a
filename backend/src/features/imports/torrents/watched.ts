// Reads a film that is still being fetched. A reader waits for what is not there yet.
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../lib/app-error.ts'
import type { ByteRange, OpenFile, Storage } from '../../../storage/types.ts'
import { watchKey } from '../keys.ts'
import type { ImportJob } from '../records.ts'
import { readTorrentContents } from './details.ts'
import { playedType, WATCH_PIECE } from './watching.ts'

/** A film or song of a torrent. */
export interface WatchedFile {
  name: string
  file: OpenFile
  type: string
}

/** How long a reader waits for the next piece at most, and how often it looks. */
const PATIENCE_MS = 60_000
const LOOK_MS = 1_000

/**
 * @param index its place in the list of the torrent's files
 * @throws AppError `notFound` for what cannot be watched: a torrent that does not come from its beginning on, or a file
 *   that is no film or song
 */
export async function openWatched(
  scratch: Pick<Storage['scratch'], 'get'>,
  { _id, input, created }: ImportJob<'torrent'>,
  index: number,
): Promise<WatchedFile> {
  const found = (await readTorrentContents(scratch, _id))?.files[index]
  const type = found ? playedType(found.path) : null
  if (!found || type === null || !input.source.inOrder) throw new AppError('notFound', 'it cannot be watched')
  const { number, path, size } = found
  const stat = { kind: 'file' as const, size, modified: new Date(created), contentType: type, version: '' }
  const read = (range: ByteRange = { start: 0, end: size - 1 }) =>
    Readable.from(
      bytesOf((piece) => scratch.get(watchKey(_id, number, piece)), range),
      { objectMode: false },
    )
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    type,
    file: { stat: { ...stat, etag: `${_id}.${number}` }, read },
  }
}

async function* bytesOf(
  get: (piece: number) => Promise<Buffer | null>,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let at = start; at <= end;) {
    const piece = Math.floor(at / WATCH_PIECE)
    const bytes = await waitFor(() => get(piece))
    const from = at - piece * WATCH_PIECE
    const part = bytes.subarray(from, end - piece * WATCH_PIECE + 1)
    yield part
    at += part.length
  }
}

async function waitFor(get: () => Promise<Buffer | null>): Promise<Buffer> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    const bytes = await get()
    if (bytes !== null) return bytes
    if (performance.now() > end) throw new AppError('unavailable', 'the next piece does not come')
    await sleep(LOOK_MS)
  }
}
