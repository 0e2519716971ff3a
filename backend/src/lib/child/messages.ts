// Messages between Nido and its children, over pipes: a header in JSON, then bytes in pieces, as they come.
//
//   length of the header (4 bytes, big-endian) · header · for each piece: its length (4 bytes) · piece · END or
// GIVEN_UP in the place of a length

/** A message that has come whole. `body` lies in memory of its own: nothing of anybody else lies behind it. */
export interface Message {
  header: unknown
  body: Uint8Array<ArrayBuffer>
}

/** The most bytes that a message may have; whoever sends more is no longer listened to. */
export interface MessageLimits {
  header: number
  body: number
}

const END = 0
const GIVEN_UP = 0xffffffff
const LENGTH_BYTES = 4

/** The beginning of a message whose bytes follow; `length` is how many they are in all. */
export function messageHead(header: object, length: number): Buffer {
  const text = Buffer.from(JSON.stringify({ ...header, length }))
  return Buffer.concat([lengthBytes(text.length), text])
}

/** What stands before a piece. An empty piece is not sent. */
export const pieceHead = (length: number): Buffer => lengthBytes(length)

/** What ends a message: whole, or such that the other side forgets it. */
export const messageEnd = (isWhole: boolean): Buffer => lengthBytes(isWhole ? END : GIVEN_UP)

function lengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES)
  bytes.writeUInt32BE(length)
  return bytes
}

/**
 * The messages of a stream, one after the other, without those that were given up.
 * @throws Error for what is no message, or too long
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

/** Whether the whole body came. */
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

/** The bytes of a stream, as many at a time as are asked for. */
class Bytes {
  readonly #source: AsyncIterator<Uint8Array>
  #left = new Uint8Array()

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next four bytes as a number; null where the stream is over before them. */
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
