// The store behind @tus/server: S3Store's limits and part sizes, with metadata, small parts and completion of Nido's
// own. S3Store keeps an `.info` and a `.part` object beside people's files and a temporary file a part; here a record
// in the database says where the bytes are.
import type { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/utils'
import { PARTS_MAX, SMALLEST_PART } from '../../storage/part-limits.ts'
import { currentCall } from './call.ts'
import type { Chunks } from './chunks.ts'
import { PREFERRED_PART } from './part-sizes.ts'
import { isDeferred } from './record.ts'

export class UploadStore extends S3Store {
  readonly #chunks: Chunks

  constructor(chunks: Chunks) {
    // All requests go through Nido's own door to S3: the client that S3Store makes is never used.
    super({
      partSize: PREFERRED_PART,
      minPartSize: SMALLEST_PART,
      maxMultipartParts: PARTS_MAX,
      s3ClientConfig: { bucket: 'none', region: 'none' },
    })
    this.client.destroy()
    this.extensions = ['creation', 'creation-defer-length', 'termination']
    this.#chunks = chunks
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#chunks.begin(currentCall())
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { record } = currentCall()
    if (record === null) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, offset: record.offset, size: isDeferred(record) ? undefined : record.length })
  }

  override async declareUploadLength(_id: string, length: number): Promise<void> {
    await this.#chunks.declareLength(currentCall(), length)
  }

  /**
   * The bytes come straight from the request: the way through the web streams that @tus/server hands on costs a third
   * of the speed.
   */
  override async write(empty: Readable): Promise<number> {
    empty.resume()
    return this.#chunks.take(currentCall())
  }

  override async remove(): Promise<void> {
    await this.#chunks.discard(currentCall())
  }

  // Times are told and kept by the records.
  override getExpiration(): number {
    return 0
  }
}
