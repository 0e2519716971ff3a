// Receives a chunk: splits it into parts of the upload, and stores what is too small for a part as pieces. Nothing
// counts until the record says so.
import type { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'
import { PREFERRED_PART, S3_PARTS_MAX, smallestPart } from '../part-limits.ts'
import { splitStream, type SplitStream } from '../split-stream.ts'
import { type Held, type ResumableUpload, sizeOfPieces } from './held.ts'
import { addToTail, isGrowing, joinPieces, putTail, spareOf, type Stores } from './tail.ts'

/** The most that is held in memory at once of a tail, or of a body of undeclared length. */
const PIECE_MAX = 8 * 1024 * 1024

export interface Chunk {
  body: Readable
  /** The declared length; undefined for a chunked body. */
  length: number | undefined
  /** The size of the parts that a long chunk is cut into. Parts can be smaller, and larger if S3 requires it. */
  partSize?: number
}

/** The state of an upload after a chunk. */
export interface Received {
  held: Held
  offset: number
  /** The keys of pieces that were joined into something else, to be removed once the record says so. */
  spent: string[]
  /** The error that interrupted the chunk. What arrived before is in `held`. */
  failure: unknown
}

export interface ReceiveOptions {
  storage: Stores
  newId(): string
}

/**
 * Stores a chunk after what an upload already has. It never rejects: an error is in the result, with what arrived
 * before it.
 */
export async function receive(upload: ResumableUpload, chunk: Chunk, options: ReceiveOptions): Promise<Received> {
  const receiver = new Receiver(upload, chunk, options)
  try {
    if (chunk.length === undefined) await receiver.takeUntilEnd()
    else await receiver.take(chunk.length)
    return receiver.received(null)
  } catch (error) {
    return receiver.received(error)
  }
}

class Receiver {
  readonly #upload: ResumableUpload
  readonly #source: SplitStream
  readonly #partSize: number
  readonly #options: ReceiveOptions
  readonly #spent: string[] = []
  #held: Held
  #offset: number

  constructor(upload: ResumableUpload, { body, length, partSize = PREFERRED_PART }: Chunk, options: ReceiveOptions) {
    this.#upload = upload
    this.#source = splitStream(body, length)
    this.#partSize = partSize
    this.#options = options
    const { held } = upload
    this.#held = { ...held, parts: [...held.parts], pieces: [...held.pieces] }
    this.#offset = upload.offset
  }

  received(failure: unknown): Received {
    return { held: this.#held, offset: this.#offset, spent: this.#spent, failure }
  }

  get #smallest(): number {
    return smallestPart(this.#upload.length, this.#held.parts.length)
  }

  /** A chunk of known length: streamed into parts, with its small tail in memory. */
  async take(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const waiting = sizeOfPieces(this.#held.pieces)
      const endsFile = this.#offset + left === this.#upload.length
      if (endsFile || (waiting + left >= this.#smallest && !this.#grows(left))) {
        const size = Math.min(left, Math.max(this.#smallest, this.#partSize - waiting))
        await this.#putPart(await this.#beginning(size, waiting), size)
        left -= size
      } else {
        const bytes = await this.#source.buffer(Math.min(left, PIECE_MAX))
        if (bytes.length > 0) await this.#putPiece(bytes)
        if (bytes.length < Math.min(left, PIECE_MAX))
          throw new AppError('badRequest', 'the body differs from its declared length')
        left -= bytes.length
      }
    }
  }

  /**
   * The next bytes of a chunk. If pieces have to be sent before them, at least as many bytes must have arrived, so that
   * a client that disconnects repeatedly causes no more traffic than it sends.
   */
  async #beginning(size: number, waiting: number): Promise<Readable | Buffer> {
    const wanted = Math.min(size, waiting, PIECE_MAX)
    const head = await this.#source.buffer(wanted)
    if (head.length < wanted) throw new AppError('badRequest', 'the body differs from its declared length')
    if (wanted === size) return head
    const rest = await this.#source.next(size - wanted)
    return wanted === 0 ? rest : joinPieces(this.#options.storage, [], head, rest)
  }

  /** A chunk of unknown length, with at most a few MiB of it in memory. */
  async takeUntilEnd(): Promise<void> {
    for (;;) {
      const bytes = await this.#source.buffer(PIECE_MAX)
      if (bytes.length === 0) return
      const { length } = this.#upload
      if (length !== null && this.#offset + bytes.length > length)
        throw new AppError('tooLarge', 'more bytes than declared')
      const endsFile = this.#offset + bytes.length === length
      const isEnough = sizeOfPieces(this.#held.pieces) + bytes.length >= this.#smallest && !this.#grows(bytes.length)
      if (endsFile || isEnough) await this.#putPart(bytes, bytes.length)
      else await this.#putPiece(bytes)
    }
  }

  /** The id of the multipart upload, and the number of its next part. */
  async #nextPart(): Promise<{ uploadId: string; number: number }> {
    const { at, ...write } = this.#upload
    const begin = () => this.#options.storage.multiparts.create(at, write)
    const uploadId = this.#held.uploadId || (await begin())
    this.#held = { ...this.#held, uploadId }
    const number = this.#held.parts.length + 1
    if (number > S3_PARTS_MAX) throw new AppError('tooLarge', 'the upload has more parts than the storage allows')
    return { uploadId, number }
  }

  async #putPart(content: Readable | Buffer, size: number): Promise<void> {
    const { storage } = this.#options
    const { pieces } = this.#held
    const { uploadId, number } = await this.#nextPart()
    const body = pieces.length === 0 ? content : joinPieces(storage, pieces, content)
    const part = await this.#source.sending(() =>
      storage.multiparts.putPart(
        { at: this.#upload.at, uploadId },
        { number, body, length: sizeOfPieces(pieces) + size },
      ),
    )
    this.#spent.push(...pieces.map(({ key }) => key))
    this.#held = { uploadId, parts: [...this.#held.parts, part], pieces: [] }
    this.#offset += size
  }

  /**
   * Whether this many bytes should go to a tail that grows in the storage, so that waiting bytes are not sent again.
   */
  #grows(bytes: number): boolean {
    return bytes < this.#smallest && isGrowing(this.#held.pieces)
  }

  async #putPiece(bytes: Buffer): Promise<void> {
    const tail = {
      pieces: this.#held.pieces,
      key: this.#newKey(),
      mayGrow: this.#upload.length === null,
      enough: this.#smallest,
    }
    const { pieces, spent } = await addToTail(this.#options.storage, tail, bytes)
    this.#spent.push(...spent)
    this.#held = { ...this.#held, pieces }
    this.#offset += bytes.length
    if (isGrowing(pieces) && sizeOfPieces(pieces) >= this.#smallest) await this.#movePiece()
  }

  #newKey(): string {
    return `${this.#upload.tailPrefix}${this.#options.newId()}`
  }

  /** Makes a part of a tail that has grown in the storage. */
  async #movePiece(): Promise<void> {
    const { pieces } = this.#held
    const { storage } = this.#options
    const part = await putTail(
      storage,
      { at: this.#upload.at, ...(await this.#nextPart()) },
      { pieces, key: this.#newKey() },
    )
    this.#held = { ...this.#held, parts: [...this.#held.parts, part], pieces: spareOf(pieces) }
  }
}
