// Reading one version of a file. MinIO locks a key while anybody reads it, so a reader asks for about a second's worth
// at a time, and a request that is not drained in two seconds is cut and asked again from the byte reached: a film can
// be watched, renamed and deleted at once.
import { Readable } from 'node:stream'
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
  const stream = Readable.from(requests(ask, range, control.signal), { objectMode: false, highWaterMark: 256 * 1024 })
  stream.once('close', () => control.abort())
  return stream
}

async function* requests(ask: AskRange, range: ByteRange, signal: AbortSignal): AsyncGenerator<Buffer> {
  let next = range.start
  let size = FIRST_REQUEST
  while (next <= range.end) {
    const body = await ask({ start: next, end: Math.min(next + size - 1, range.end) }, signal)
    const begun = performance.now()
    const first = next
    let isCut = false
    const timer = setTimeout(() => {
      isCut = true
      body.destroy()
    }, CUT_AFTER_MS)
    const end = () => body.destroy()
    signal.addEventListener('abort', end, { once: true })
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        next += chunk.length
        yield chunk
      }
    } catch (error) {
      if (!isCut || signal.aborted) throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      body.destroy()
    }
    if (signal.aborted) return
    if (next === first && !isCut) throw new Error('the storage sent fewer bytes than asked for')
    const seconds = Math.max((performance.now() - begun) / 1000, 0.001)
    size = Math.round(Math.min(LARGEST_REQUEST, Math.max(SMALLEST_REQUEST, (next - first) / seconds)))
  }
}
