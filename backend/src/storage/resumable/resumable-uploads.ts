// Uploads that arrive in chunks over hours or days: their parts are at the final key, their tail in the system bucket.
// The keeper of their records says what they hold. Permissions and protocol are handled elsewhere.
import { AppError } from '../../lib/app-error.ts'
import { SMALLEST_PART } from '../part-limits.ts'
import type { FileStat, Storage, WriteOptions } from '../types.ts'
import { type Held, NOTHING_HELD, type ResumableUpload, sizeOfPieces } from './held.ts'
import { type Chunk, receive, type Received } from './receive.ts'
import { joinPieces, putTail, stillThere } from './tail.ts'

/** The smallest parts that the storage copies of a file, and the most of them, because more parts will follow. */
const COPIED_PART = 64 * 1024 * 1024
const COPIED_PARTS_MAX = 1_000

const ANOTHER_FILE = 'the file was changed in the meantime'

/** What an upload holds again, and the small objects that it no longer needs once its record says so. */
export interface Reopened {
  held: Held
  spent: string[]
}

export interface ResumableUploadsOptions {
  storage: Pick<Storage, 'multiparts' | 'scratch' | 'capabilities' | 'put' | 'pinned'>
  newId(): string
}

export class ResumableUploads {
  readonly #options: ResumableUploadsOptions

  constructor(options: ResumableUploadsOptions) {
    this.#options = options
  }

  /**
   * Stores a chunk after what an upload already holds. It does not reject: an error is in the result, with what arrived
   * before it.
   */
  receive(upload: ResumableUpload, chunk: Chunk): Promise<Received> {
    return receive(upload, chunk, this.#options)
  }

  /** Makes the file from what an upload holds. @throws AppError as `put` of the storage, and `goneMeanwhile` */
  async complete(upload: ResumableUpload, options: WriteOptions): Promise<FileStat> {
    const { storage, newId } = this.#options
    const { at, held, tailPrefix } = upload
    const { uploadId, parts, pieces } = held
    const length = sizeOfPieces(pieces)
    if (uploadId === '') return storage.put(at, joinPieces(storage, pieces), { ...options, length })
    const last = { at, uploadId, number: parts.length + 1 }
    const tail = length === 0 ? [] : [await putTail(storage, last, { pieces, key: `${tailPrefix}${newId()}` })]
    return storage.multiparts.complete({ at, uploadId, begun: upload }, [...parts, ...tail], options)
  }

  /**
   * Takes the bytes of the file that an upload made earlier as its beginning again.
   * @throws AppError `goneMeanwhile` if it is a different file by now
   */
  async reopen(upload: ResumableUpload, own: FileStat): Promise<Reopened> {
    if (own.size !== upload.offset) throw new AppError('goneMeanwhile', ANOTHER_FILE)
    const { storage } = this.#options
    const spare = upload.held.pieces
    if (own.size >= SMALLEST_PART && storage.capabilities.partCopy) {
      return { held: { ...(await this.#copyFile(upload, own)), pieces: spare }, spent: [] }
    }
    const file: Chunk = { body: storage.pinned(upload.at, own).read(), length: own.size }
    const { held, failure, spent } = await this.receive({ ...upload, offset: 0 }, file)
    if (failure === null) return { held, spent }
    await this.discardNew(upload, held)
    throw failure
  }

  /** Starts a multipart upload with the bytes of a file, which the storage copies. */
  async #copyFile({ at, ...write }: ResumableUpload, own: FileStat): Promise<Omit<Held, 'pieces'>> {
    const { multiparts } = this.#options.storage
    const uploadId = await multiparts.create(at, write)
    const count = Math.max(1, Math.min(COPIED_PARTS_MAX, Math.floor(own.size / COPIED_PART)))
    const size = Math.ceil(own.size / count)
    const copy = (index: number) => {
      const from = { version: own.version, start: index * size, end: Math.min((index + 1) * size, own.size) - 1 }
      return stillThere(multiparts.copyPart({ at, uploadId }, index + 1, from), ANOTHER_FILE)
    }
    try {
      return { uploadId, parts: await Promise.all(Array.from({ length: count }, (_, index) => copy(index))) }
    } catch (error) {
      await multiparts.abort({ at, uploadId }).catch(() => undefined)
      throw error
    }
  }

  /**
   * Whether the storage no longer knows an upload, as far as a failure can show. If the storage cannot be asked, the
   * upload counts as known.
   */
  async isLost({ at, held: { uploadId } }: ResumableUpload, failure: unknown): Promise<boolean> {
    if (!(failure instanceof AppError)) return false
    if (failure.code === 'goneMeanwhile') return true
    if (uploadId === '' || failure.code !== 'unavailable') return false
    return this.#options.storage.multiparts.isThere({ at, uploadId }).then(
      (isThere) => !isThere,
      () => false,
    )
  }

  /** Removes what an upload holds. The file at its place is not touched. */
  async discard({ at, held: { uploadId, pieces } }: Pick<ResumableUpload, 'at' | 'held'>): Promise<void> {
    const { multiparts, scratch } = this.#options.storage
    if (uploadId !== '') await multiparts.abort({ at, uploadId })
    if (pieces.length > 0) await scratch.delete(pieces.map(({ key }) => key))
  }

  /** Removes what a rejected chunk has stored, in addition to what the upload holds. */
  async discardNew({ at, held }: ResumableUpload, after: Held): Promise<void> {
    const known = new Set(held.pieces.map(({ key }) => key))
    const pieces = after.pieces.filter(({ key }) => !known.has(key))
    const begun = held.uploadId === '' ? after : NOTHING_HELD
    await this.discard({ at, held: { ...begun, pieces } })
  }
}
