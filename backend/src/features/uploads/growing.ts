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

/** Errors that no retry can fix: the upload has ended. */
const FINAL = new Set(['conflict', 'forbidden', 'isFolder', 'isFile', 'goneMeanwhile', 'tooLarge'])
export const isFinal = (error: unknown): boolean => error instanceof AppError && FINAL.has(error.code)

/** An upload that is about to receive a chunk. */
export interface OpenedUpload {
  record: UploadRecord
  /** The record as it continues from its file, if it has become one. It is stored when a chunk has arrived. */
  base: UploadRecord
  /** Small objects that `base` no longer needs. */
  spent: string[]
}

export interface Growing {
  /** Prepares an upload for a chunk. @throws AppError `goneMeanwhile` if its file was changed in the meantime */
  open(record: UploadRecord, owner: string): Promise<OpenedUpload>
  /** Handles a first chunk shorter than the chunk size, which is likely everything. Returns the new offset. */
  takeShort(record: UploadRecord, owner: string, chunk: Chunk & { length: number }): Promise<number>
  /** The record after a chunk. If the chunk `ended` it, the file has to be made at once. */
  after(base: UploadRecord, received: Received): Promise<UploadRecord>
  /** Makes the file of what was received, and stores that with other changes. @throws AppError if it is refused */
  makeFile(record: UploadRecord, owner: string, changes: Partial<UploadRecord>): Promise<void>
  /** Makes the file after a pause if necessary, and keeps nothing besides, because likely nothing more follows. */
  rest(record: UploadRecord, owner: string): Promise<void>
}

export interface GrowingOptions {
  records: Records
  finishing: Finishing
  claims: UploadClaims
  /** Milliseconds that an upload is kept after its last chunk. */
  expiryMs: number
  /** The chunk size that clients are told to use. */
  chunkSize(): Promise<number>
  /** Ends an upload and removes everything of it except its file. */
  discard(call: { record: UploadRecord; owner: string }): Promise<void>
  /** Removes small objects that nobody needs. */
  forget(keys: string[]): Promise<void>
  now(): number
}

export function createGrowing(options: GrowingOptions): Growing {
  const { records, finishing, claims, discard, forget, now } = options

  async function orDiscard<T>(record: UploadRecord, owner: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isFinal(error)) await discard({ record, owner })
      throw error
    }
  }

  async function open(record: UploadRecord, owner: string): Promise<OpenedUpload> {
    if (!isWhole(record)) return { record, base: record, spent: [] }
    const { held, spent } = await orDiscard(record, owner, () => finishing.reopen(record))
    return { record, base: { ...record, held: writeHeld(held) }, spent }
  }

  async function takeShort(record: UploadRecord, owner: string, chunk: Chunk & { length: number }): Promise<number> {
    const offset = chunk.length
    const put = () => finishing.putAtOnce(record, chunk, () => claims.claim(record, offset))
    const { etag } = await orDiscard(record, owner, put)
    const { isClaimed } = record
    const time = { touched: now(), expires: now() + REST_MS }
    await records.change(record._id, owner, { offset, whole: etag, shown: '', pace: 'ended', isClaimed, ...time })
    return offset
  }

  /** When a chunk follows one that completed the file, all chunks are known to be short. */
  async function paceAfter(record: UploadRecord, { offset, failure }: Received): Promise<UploadRecord['pace']> {
    if (record.pace === 'ended') return 'short'
    if (!isDeferred(record) || record.pace === 'short' || failure !== null) return record.pace
    return offset - record.offset < (await options.chunkSize()) ? 'ended' : ''
  }

  async function makeFile(record: UploadRecord, owner: string, changes: Partial<UploadRecord>): Promise<void> {
    const { etag } = await orDiscard(record, owner, () => finishing.makeFile(record))
    const { pieces } = readHeld(record)
    const spare = spareOf(pieces)
    const kept = new Set(spare.map(({ key }) => key))
    // What the file replaced is noted by now; the shorter form of itself is nothing to note.
    const held = writeHeld({ ...NOTHING_HELD, pieces: spare })
    await records.change(record._id, owner, { held, whole: etag, shown: '', expires: now() + REST_MS, ...changes })
    await forget(pieces.flatMap(({ key }) => (kept.has(key) ? [] : [key])))
  }

  return {
    open,
    takeShort,
    makeFile,
    async after(base, received) {
      const { offset } = received
      const pace = await paceAfter(base, received)
      const time = { touched: now(), expires: now() + options.expiryMs }
      const next: UploadRecord = { ...base, held: writeHeld(received.held), whole: '', pace, offset, ...time }
      const mayHoldMore = isDeferred(next) && !isComplete(next) && pace !== 'ended'
      return { ...next, isOpen: base.isOpen || mayHoldMore }
    },
    async rest(record, owner) {
      const { pieces } = readHeld(record)
      if (!isWhole(record)) await makeFile(record, owner, { madeAt: now() })
      if (pieces.length === 0) return
      await records.change(record._id, owner, { held: '' })
      await forget(pieces.map(({ key }) => key))
    },
  }
}
