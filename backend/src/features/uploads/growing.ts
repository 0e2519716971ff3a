// Uploads without a declared length: the file that they become, and how they continue from it.
import { AppError } from '../../lib/app-error.ts'
import { NOTHING_HELD } from '../../storage/resumable/held.ts'
import type { Chunk, Received } from '../../storage/resumable/receive.ts'
import { spareOf } from '../../storage/resumable/tail.ts'
import type { UploadClaims } from './claims.ts'
import type { Finishing } from './finishing.ts'
import { isComplete, isDeferred, isWhole, readHeld, writeHeld, type UploadRecord } from './record.ts'
import type { Records } from './records.ts'

/** How long a complete file without a declared length waits for more. */
const REST_MS = 10 * 60_000

const FINAL = new Set(['conflict', 'forbidden', 'isFolder', 'isFile', 'goneMeanwhile', 'tooLarge'])
/** Whether no retry can fix an error: the upload has ended. */
export const isFinal = (error: unknown): boolean => error instanceof AppError && FINAL.has(error.code)

/** An upload that is about to receive a chunk. */
export interface OpenedUpload {
  record: UploadRecord
  /** The record as it continues from its file, if it has become one. It is stored when a chunk has arrived. */
  base: UploadRecord
  /** Small objects that `base` no longer needs. */
  spent: string[]
}

/** Who works on an upload, and its record. */
export interface OwnedUpload {
  record: UploadRecord
  owner: string
}

interface GrowingOptions {
  records: Records
  finishing: Finishing
  claims: UploadClaims
  /** Milliseconds that an upload is kept after its last chunk. */
  expiryMs: number
  /** The chunk size that clients are told to use. */
  chunkSize(): Promise<number>
  /** Ends an upload and removes everything of it except its file. */
  discard(upload: OwnedUpload): Promise<void>
  /** Removes small objects that nobody needs. */
  forget(keys: string[]): Promise<void>
  now(): number
}

export class Growing {
  readonly #options: GrowingOptions

  constructor(options: GrowingOptions) {
    this.#options = options
  }

  /** Prepares an upload for a chunk. @throws AppError `goneMeanwhile` if its file was changed in the meantime */
  async open(record: UploadRecord, owner: string): Promise<OpenedUpload> {
    if (!isWhole(record)) return { record, base: record, spent: [] }
    const { held, spent } = await this.#orDiscard({ record, owner }, () => this.#options.finishing.reopen(record))
    return { record, base: { ...record, held: writeHeld(held) }, spent }
  }

  /** Handles a first chunk shorter than the chunk size, which is likely everything. Returns the new offset. */
  async takeShort(record: UploadRecord, owner: string, chunk: Chunk & { length: number }): Promise<number> {
    const { records, finishing, claims, now } = this.#options
    const offset = chunk.length
    const put = () => finishing.putAtOnce(record, chunk, () => claims.claim(record, offset))
    const { etag } = await this.#orDiscard({ record, owner }, put)
    const { isClaimed } = record
    const time = { touched: now(), expires: now() + REST_MS }
    await records.change(record._id, owner, { offset, whole: etag, shown: '', pace: 'ended', isClaimed, ...time })
    return offset
  }

  /** The record after a chunk. If the chunk `ended` it, the file has to be made at once. */
  async after(base: UploadRecord, received: Received): Promise<UploadRecord> {
    const { expiryMs, now } = this.#options
    const { offset } = received
    const pace = await this.#paceAfter(base, received)
    const time = { touched: now(), expires: now() + expiryMs }
    const next: UploadRecord = { ...base, held: writeHeld(received.held), whole: '', pace, offset, ...time }
    const mayHoldMore = isDeferred(next) && !isComplete(next) && pace !== 'ended'
    return { ...next, isOpen: base.isOpen || mayHoldMore }
  }

  /** Makes the file of what was received, and stores that with other changes. @throws AppError if it is refused */
  async makeFile(record: UploadRecord, owner: string, changes: Partial<UploadRecord>): Promise<void> {
    const { records, finishing, forget, now } = this.#options
    const { etag } = await this.#orDiscard({ record, owner }, () => finishing.makeFile(record))
    const { pieces } = readHeld(record)
    const spare = spareOf(pieces)
    const kept = new Set(spare.map(({ key }) => key))
    // What the file replaced is noted by now; the shorter form of itself is nothing to note.
    const held = writeHeld({ ...NOTHING_HELD, pieces: spare })
    await records.change(record._id, owner, { held, whole: etag, shown: '', expires: now() + REST_MS, ...changes })
    await forget(pieces.flatMap(({ key }) => (kept.has(key) ? [] : [key])))
  }

  /** Makes the file after a pause if necessary, and keeps nothing besides, because likely nothing more follows. */
  async rest(record: UploadRecord, owner: string): Promise<void> {
    const { records, forget, now } = this.#options
    const { pieces } = readHeld(record)
    if (!isWhole(record)) await this.makeFile(record, owner, { madeAt: now() })
    if (pieces.length === 0) return
    await records.change(record._id, owner, { held: '' })
    await forget(pieces.map(({ key }) => key))
  }

  /** When a chunk follows one that completed the file, all chunks are known to be short. */
  async #paceAfter(record: UploadRecord, { offset, failure }: Received): Promise<UploadRecord['pace']> {
    if (record.pace === 'ended') return 'short'
    if (!isDeferred(record) || record.pace === 'short' || failure !== null) return record.pace
    return offset - record.offset < (await this.#options.chunkSize()) ? 'ended' : ''
  }

  async #orDiscard<T>(upload: OwnedUpload, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isFinal(error)) await this.#options.discard(upload)
      throw error
    }
  }
}
