// Reading one version of a file. MinIO locks a key while anybody reads it, so a reader asks for about a second's worth
// at a time, and a request that is not drained in two seconds is cut and asked again from the byte reached: a film can
// be watched, renamed and deleted at once.
import type { Readable } from 'node:stream'
import { pourOut, PouredStream, type Take } from '../lib/poured-stream.ts'
import type { ByteRange } from './types.ts'

export const FIRST_REQUEST = 8 * 1024 * 1024
const SMALLEST_REQUEST = 256 * 1024
const LARGEST_REQUEST = 512 * 1024 * 1024
export const CUT_AFTER_MS = 2_000

/** Asks for a range of the pinned version, wherever it lies by now. */
export type AskRange = (range: ByteRange, signal: AbortSignal) => Promise<Readable>

/** The bytes of a range as a stream. Destroying it ends the request behind it. */
export function readPinned(ask: AskRange, range: ByteRange): Readable {
  const control = new AbortController()
  return new PouredStream({
    pour: (take) => pourRequests(ask, range, { take, signal: control.signal }),
    close: () => control.abort(),
  })
}

/** Who takes the bytes, and when they are wanted no more. */
interface Taker {
  take: Take
  signal: AbortSignal
}

async function pourRequests(ask: AskRange, range: ByteRange, to: Taker): Promise<void> {
  let next = range.start
  let size = FIRST_REQUEST
  while (next <= range.end) {
    const body = await ask({ start: next, end: Math.min(next + size - 1, range.end) }, to.signal)
    const begun = performance.now()
    const { bytes, isCut } = await pourRequest(body, to)
    if (bytes === 0 && !isCut) throw new Error('the storage sent fewer bytes than asked for')
    next += bytes
    const seconds = Math.max((performance.now() - begun) / 1000, 0.001)
    size = Math.round(Math.min(LARGEST_REQUEST, Math.max(SMALLEST_REQUEST, bytes / seconds)))
  }
}

/** Hands over the bytes of one request, as many as are taken in time. */
async function pourRequest(body: Readable, { take, signal }: Taker): Promise<{ bytes: number; isCut: boolean }> {
  let [bytes, isCut, isRefused] = [0, false, false]
  const timer = setTimeout(() => {
    isCut = true
    body.destroy()
  }, CUT_AFTER_MS)
  const end = () => body.destroy()
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    await pourOut(body, (piece) => {
      bytes += piece.length
      return take(piece).catch((error: unknown) => {
        isRefused = true
        throw error
      })
    })
  } catch (error) {
    if (!isCut || isRefused) throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    body.destroy()
  }
  signal.throwIfAborted()
  return { bytes, isCut }
}
