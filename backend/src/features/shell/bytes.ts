// What runs through pipes: bytes, and lines made from them.
import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'

/** The output of a command: text or bytes. */
export type Output = AsyncGenerator<string | Uint8Array>
export type Input = AsyncIterable<Uint8Array>

/** A longer line is passed on in pieces, so that a file without line ends needs no memory. */
export const OUTPUT_LINE_MAX_BYTES = 64 * 1024
const NEWLINE = 0x0a

/** The empty input of a command without one. */
export async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The bytes of a stream until the signal aborts; then it fails and the stream is released. */
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

/** Milliseconds of work without a pause, so that other requests get their turn. */
const STINT_MS = 10

/** A function to be awaited from time to time. It pauses when it is due. */
export function createPacer(): () => Promise<void> | undefined {
  let began = performance.now()
  async function pause(): Promise<void> {
    await breathe()
    began = performance.now()
  }
  return () => (performance.now() - began < STINT_MS ? undefined : pause())
}

/** Lines as bytes, without their ends. A last line without an end counts; lines over 64 KiB come in pieces. */
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

/** The same as text, with replacement characters for invalid UTF-8. */
export async function* lines(input: Input): AsyncGenerator<string> {
  for await (const line of byteLines(input)) yield line.toString('utf8')
}

/** Text as bytes, without empty pieces. */
export async function* encoded(output: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of output) if (piece.length > 0) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
