// Messages between Nido and its children, over pipes: a JSON header, then bytes in pieces as they arrive.
//
//   length of the header (4 bytes, big-endian) · header · for each piece: its length (4 bytes) · piece · END or
//   GIVEN_UP instead of a length

/** A complete message. `body` is in separate memory, so that no foreign data is next to it. */
export interface Message {
  header: unknown
  body: Uint8Array<ArrayBuffer>
}

/** The maximum size of a message. A sender that exceeds it is not listened to any more. */
export interface MessageLimits {
  header: number
  body: number
}

const END = 0
const GIVEN_UP = 0xffffffff
const LENGTH_BYTES = 4

/** The beginning of a message whose bytes follow; `length` is their total number. */
export function messageHead(header: object, length: number): Buffer {
  const text = Buffer.from(JSON.stringify({ ...header, length }))
  return Buffer.concat([lengthBytes(text.length), text])
}

/** The length before a piece. Empty pieces are not sent. */
export const pieceHead = (length: number): Buffer => lengthBytes(length)

/** The end of a message: complete, or to be dropped by the receiver. */
export const messageEnd = (isWhole: boolean): Buffer => lengthBytes(isWhole ? END : GIVEN_UP)

function lengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES)
  bytes.writeUInt32BE(length)
  return bytes
}

/**
 * The messages of a stream, one after another, without cancelled ones.
 * @throws Error for an invalid or too long message
 */
export async function* readMessages(source: AsyncIterable<Uint8Array>, limits: MessageLimits): AsyncGenerator<Message> {
  const bytes = new Bytes(source)
  for (let length = await bytes.length(); length !== null; length = await bytes.length()) {
    if (length > limits.header) throw new Error('the header of a message is too long')
    const header = parseHeader(await bytes.read(new Uint8Array(length)))
    if (header.length > limits.body) throw new Error('a message is too long')
    const body = new Uint8Array(header.length)
    if (await fillBody(bytes, body)) yield { header, body }
  }
}

/** Whether the whole body arrived. */
async function fillBody(bytes: Bytes, body: Uint8Array): Promise<boolean> {
  let at = 0
  for (;;) {
    const piece = await bytes.length()
    if (piece === GIVEN_UP) return false
    if (piece === null || at + piece > body.length || (piece === END && at < body.length))
      throw new Error('a message ends where it should not')
    if (piece === END) return true
    await bytes.read(body.subarray(at, at + piece))
    at += piece
  }
}

function parseHeader(bytes: Uint8Array): { length: number } {
  const header: unknown = JSON.parse(new TextDecoder().decode(bytes))
  const length = typeof header === 'object' && header !== null && 'length' in header ? header.length : null
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)
    throw new Error('a message does not tell its length')
  return header as { length: number }
}

/** The bytes of a stream, in requested amounts. */
class Bytes {
  readonly #source: AsyncIterator<Uint8Array>
  #left = new Uint8Array()

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next four bytes as a number; null if the stream ended before them. */
  async length(): Promise<number | null> {
    if (this.#left.length === 0 && !(await this.#more())) return null
    const bytes = await this.read(new Uint8Array(LENGTH_BYTES))
    return new DataView(bytes.buffer).getUint32(0)
  }

  async read<T extends Uint8Array>(target: T): Promise<T> {
    for (let at = 0; at < target.length;) {
      if (this.#left.length === 0 && !(await this.#more())) throw new Error('a message is cut')
      const taken = this.#left.subarray(0, target.length - at)
      target.set(taken, at)
      this.#left = this.#left.subarray(taken.length)
      at += taken.length
    }
    return target
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done) return false
    this.#left = value as Uint8Array<ArrayBuffer>
    return true
  }
}
