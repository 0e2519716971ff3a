// The store behind @tus/server. Of @tus/s3-store's S3Store it takes three things: the port that the server calls, the
// extensions that the server asks about, and the size of parts by the limits of S3. The rest is replaced. S3Store puts
// an `.info` and a `.part` object beside people's files, with the upload's id for a key; it writes each part to a
// temporary file first, and asks S3 at each call how far the upload is; it knows no `If-None-Match` and no signature
// that expires with a lease. Here a record in the database says where the bytes are, and every request goes through the
// storage.
import type { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/utils'
import { PARTS_MAX, PREFERRED_PART, SMALLEST_PART } from '../../storage/part-limits.ts'
import type { TusCall } from './call.ts'
import type { Chunks } from './chunks.ts'
import { isDeferred, type UploadRecord } from './record.ts'

export class UploadStore extends S3Store {
  readonly #chunks: Chunks
  /** The calls under way, by the id that @tus/server knows them by. */
  readonly #calls = new Map<string, TusCall>()

  constructor(chunks: Chunks) {
    super({
      partSize: PREFERRED_PART,
      minPartSize: SMALLEST_PART,
      maxMultipartParts: PARTS_MAX,
      s3ClientConfig: { bucket: 'none', region: 'none' },
    })
    // S3Store makes one, and nothing is ever asked of it.
    this.client.destroy()
    this.extensions = ['creation', 'creation-defer-length', 'termination']
    this.#chunks = chunks
  }

  /** Runs what asks for the upload of a call. */
  async during<T>(call: TusCall, work: () => Promise<T>): Promise<T> {
    this.#calls.set(call.owner, call)
    try {
      return await work()
    } finally {
      this.#calls.delete(call.owner)
    }
  }

  #callOf(id: string): TusCall {
    const call = this.#calls.get(id)
    if (!call) throw ERRORS.FILE_NOT_FOUND
    return call
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#chunks.begin(this.#callOf(upload.id))
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { record } = this.#callOf(id)
    if (record === null) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, offset: record.offset, size: isDeferred(record) ? undefined : record.length })
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    await this.#chunks.declareLength(this.#callOf(id), length)
  }

  /**
   * The bytes come straight from the request, and what @tus/server hands on is empty. Its pipeline ends with the first
   * error and gives the lock back while what has come by then is still being stored; and its web streams cost a third
   * of the speed. It holds the declared length of a body against the upload's; a body without one is counted as it
   * comes.
   */
  override async write(empty: Readable, id: string): Promise<number> {
    empty.resume()
    const call = this.#callOf(id)
    call.offset = await this.#chunks.take(call, this.#partSizeFor(call.record))
    return call.offset
  }

  /** S3Store takes the largest file there can be for one of unknown length: its parts would be 600 MB. */
  #partSizeFor(record: UploadRecord | null): number {
    return record === null || isDeferred(record) ? this.preferredPartSize : this.calcOptimalPartSize(record.length)
  }

  override async remove(id: string): Promise<void> {
    await this.#chunks.discard(this.#callOf(id))
  }

  // The records have the times.
  override getExpiration(): number {
    return 0
  }
}
