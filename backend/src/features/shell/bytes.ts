// What runs through pipes: bytes, and lines made of them.
import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'

/** What a command puts out: text as it is, or bytes. */
export type Output = AsyncGenerator<string | Uint8Array>
export type Input = AsyncIterable<Uint8Array>

/** A line is handed on when it has grown this long, so that a file without any end of line needs no memory. */
export const OUTPUT_LINE_MAX_BYTES = 64 * 1024
const NEWLINE = 0x0a

/** Nothing, as the input of a command that has none. */
export async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A stream's bytes, until the signal: then it fails, and the stream behind it is let go of. */
export async function* bytesOf(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stop = () => stream.destroy(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    for await (const chunk of stream) yield chunk as Uint8Array
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
  }
}

/** Milliseconds that work goes on without a pause: other requests have their turn too. */
const STINT_MS = 10

/** A function to be called and awaited now and then: it pauses when it is time. */
export function createPacer(): () => Promise<void> | undefined {
  let began = performance.now()
  async function pause(): Promise<void> {
    await breathe()
    began = performance.now()
  }
  return () => (performance.now() - began < STINT_MS ? undefined : pause())
}

/** Lines without their ends, as bytes. A last one without an end counts too; longer ones than 64 KiB come in pieces. */
export async function* byteLines(input: Input): AsyncGenerator<Buffer> {
  const pause = createPacer()
  let held: Uint8Array[] = []
  let size = 0
  const take = (last: Uint8Array) => {
    const line = Buffer.concat([...held, last])
    held = []
    size = 0
    return line
  }
  for await (const chunk of input) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const line = take(chunk.subarray(from, end))
      from = end + 1
      yield line
      await pause()
    }
    let rest = chunk.subarray(from)
    while (size + rest.length > OUTPUT_LINE_MAX_BYTES) {
      const room = OUTPUT_LINE_MAX_BYTES - size
      const piece = take(rest.subarray(0, room))
      rest = rest.subarray(room)
      yield piece
    }
    if (rest.length > 0) held.push(rest)
    size += rest.length
  }
  if (size > 0) yield take(new Uint8Array())
}

/** The same as text; broken UTF-8 shows as the sign for it. */
export async function* lines(input: Input): AsyncGenerator<string> {
  for await (const line of byteLines(input)) yield line.toString('utf8')
}

/** Text as bytes, empty pieces left out. */
export async function* encoded(output: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of output) if (piece.length > 0) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
