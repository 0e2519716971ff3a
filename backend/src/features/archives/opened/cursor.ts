// Reads bytes from beginning to end in a child process: those of a file, or of what a decompressor returns.
import { type Parent, RANGE_MAX_BYTES } from '../../../lib/child/serve.ts'

/** A file that the child reads in parts. */
export interface ChildFile {
  size: number
  parent: Parent
}

export interface Cursor {
  /** The next bytes; fewer at the end. */
  read(length: number): Promise<Buffer>
  /** Skips bytes; false if the end comes first. */
  skip(length: number): Promise<boolean>
  /** How many bytes were read or skipped. */
  readonly position: number
}

/** How much is read at once if less is needed. */
const WINDOW_BYTES = 256 * 1024

/** A cursor over a file. Skipped bytes are not read. */
export function createFileCursor({ size, parent }: ChildFile): Cursor {
  let position = 0
  let window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() }

  async function part(length: number): Promise<Buffer> {
    const offset = position - window.start
    if (offset < 0 || offset + length > window.bytes.length)
      window = { start: position, bytes: await parent.read(position, Math.max(length, WINDOW_BYTES)) }
    const at = position - window.start
    return Buffer.from(window.bytes.subarray(at, at + length))
  }

  return {
    get position() {
      return position
    },
    async read(length) {
      const bytes = await part(Math.min(length, size - position))
      position += bytes.length
      return bytes
    },
    skip: async (length) => {
      const isThere = position + length <= size
      position = Math.min(size, position + length)
      return isThere
    },
  }
}

/** A cursor over a stream. */
export function createStreamCursor(source: AsyncIterable<Uint8Array>): Cursor {
  const pieces = source[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  let position = 0

  async function more(): Promise<boolean> {
    const { done, value } = await pieces.next()
    if (done) return false
    held = Buffer.from(value)
    return true
  }

  return {
    get position() {
      return position
    },
    async read(length) {
      const taken: Buffer[] = []
      let missing = length
      while (missing > 0 && (held.length > 0 || (await more()))) {
        const piece = held.subarray(0, missing)
        held = held.subarray(piece.length)
        missing -= piece.length
        taken.push(piece)
      }
      position += length - missing
      return Buffer.concat(taken)
    },
    async skip(length) {
      let missing = length
      while (missing > 0 && (held.length > 0 || (await more()))) {
        const passed = Math.min(held.length, missing)
        held = held.subarray(passed)
        missing -= passed
      }
      position += length - missing
      return missing === 0
    },
  }
}

/** The bytes of a file, in large parts. */
export async function* piecesOfFile({ size, parent }: ChildFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += RANGE_MAX_BYTES) yield await parent.read(at, RANGE_MAX_BYTES)
}
