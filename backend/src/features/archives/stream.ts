// The last step before the network.
import { AppError } from '../../lib/app-error.ts'

const CHUNK_BYTES = 64 * 1024
/** How long small pieces are held back at most, once another one has arrived. */
const HELD_MAX_MS = 1_000

/**
 * Joins small pieces, so that an archive of many small files does not become as many small packets.
 * @throws AppError `internal` unless the bytes match the announced length; null if none was announced
 */
export async function* gather(
  pieces: AsyncIterable<Uint8Array>,
  length: number | null,
  now = () => performance.now(),
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let held = 0
  let sent = 0
  let handedOn = now()
  for await (const piece of pieces) {
    sent += piece.length
    if (length !== null && sent > length) throw wrongLength()
    waiting.push(piece)
    held += piece.length
    if (held < CHUNK_BYTES && now() - handedOn < HELD_MAX_MS) continue
    yield waiting.length === 1 ? piece : Buffer.concat(waiting)
    waiting = []
    held = 0
    handedOn = now()
  }
  if (length !== null && sent !== length) throw wrongLength()
  if (held > 0) yield Buffer.concat(waiting)
}

const wrongLength = () => new AppError('internal', 'an archive differs from its announced length')
