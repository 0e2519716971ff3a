// The actions of an upload: start, receive a chunk, finish, cancel. The caller holds the record's lease, or creates the
// record.
import { bodyOf, declaredLength } from '../../http/request-body.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { ONE_PUT_MAX } from '../../storage/part-limits.ts'
import type { Chunk } from '../../storage/resumable/receive.ts'
import type { ResumableUploads } from '../../storage/resumable/resumable-uploads.ts'
import type { FileStat, Scratch } from '../../storage/types.ts'
import type { TusCall } from './call.ts'
import { outcomeOf, type UploadClaims } from './claims.ts'
import type { Finishing } from './finishing.ts'
import type { Following } from './following.ts'
import { createGrowing, isFinal, type OpenedUpload } from './growing.ts'
import { busy, type Locks } from './locks.ts'
import {
  isComplete,
  isDeferred,
  isUntouched,
  isWhole,
  readHeld,
  scratchPrefix,
  type UploadRecord,
  uploadOf,
} from './record.ts'
import type { Records } from './records.ts'
import { asOwnWork } from './own-work.ts'

export interface Chunks {
  /** Stores the request's record; an existing upload starts again. @throws AppError `locked` */
  begin(call: TusCall): Promise<void>
  declareLength(call: TusCall, length: number): Promise<void>
  /**
   * Takes the chunk in the call's request and answers the new offset. With the last one the file is in its place.
   * `partSize`: bytes of the parts that it is cut into where it is longer.
   * @throws AppError `tooLarge`, `conflict` (the name was taken meanwhile), `forbidden` (the person may not by now),
   *   `locked`, `noRoom`, `badRequest` (broke off)
   */
  take(call: TusCall, partSize: number): Promise<number>
  /** Makes the file of a record that holds all its bytes, and ends the upload. @throws AppError as `take` */
  finish(record: UploadRecord, owner: string): Promise<void>
  /**
   * Makes the file from what an upload without length has received, for a reader. The upload stays open. @throws
   * AppError like `take`
   */
  makeWhole(record: UploadRecord, owner: string): Promise<void>
  /** The same after a pause. Nothing is kept for further chunks. */
  rest(record: UploadRecord, owner: string): Promise<void>
  /** Ends an upload and removes everything of it. */
  discard(call: Discarded): Promise<void>
}

export interface ChunksOptions {
  storage: { scratch: Pick<Scratch, 'delete' | 'list'> }
  bytes: ResumableUploads
  records: Records
  locks: Locks
  finishing: Finishing
  claims: UploadClaims
  following: Following
  /** Milliseconds that an upload is kept after its last chunk. */
  expiryMs: number
  log: Log
  now(): number
  /** Bytes that clients are told to send at a time. */
  chunkSize(): Promise<number>
  /** Called when an upload without length first holds more than its file; resolves when all replicas know. */
  opened(): Promise<void>
  /** Called when such an upload has ended. */
  closed(): Promise<void>
}

/** An upload that is cancelled. `takesBack`: also the file that it has already become. */
type Discarded = Pick<TusCall, 'record' | 'owner'> & { takesBack?: boolean }

const isGone = (error: unknown) => error instanceof AppError && error.code === 'goneMeanwhile'

export function createChunks(options: ChunksOptions): Chunks {
  const { storage, bytes, records, locks, finishing, claims, following } = options
  const growing = createGrowing({ ...options, discard, forget })

  async function begin({ record, owner }: Pick<TusCall, 'record' | 'owner'>): Promise<void> {
    if (record === null) throw new Error('nothing to begin')
    if (await records.insert(record)) return
    locks.interrupt(record._id)
    const before = await locks.claim(record._id, owner)
    if (before === null) return begin({ record, owner })
    await finishing.discard(before)
    claims.end(before, outcomeOf(before))
    if (!(await records.replace(owner, record))) throw busy()
  }

  async function take(call: TusCall, partSize: number): Promise<number> {
    const { record, request } = call
    if (record === null || request === null) throw new Error('no chunk to take')
    const length = declaredLength(request)
    // Nothing was received, so the file stays as it is.
    if (isWhole(record) && length === 0) return record.offset
    await claims.claim(record, isDeferred(record) ? record.offset + (length ?? 0) : record.length)
    const opened = await growing.open(record, call.owner)
    const sent = bodyOf(request, following.tapFor(record))
    const body =
      isDeferred(record) && length === undefined
        ? (await claims.reservationOf(record)).limit(sent, record.offset)
        : sent
    call.body = body
    try {
      if (length !== undefined && length <= ONE_PUT_MAX) {
        if (record.offset === 0 && length === record.length) return await takeAtOnce(call, record, { body, length })
        const isShort = isUntouched(record) && length < (await options.chunkSize())
        if (isShort) return await growing.takeShort(record, call.owner, { body, length })
      }
      return await takeInParts(call, opened, { body, length, partSize })
    } catch (error) {
      // An upload that the storage has removed cannot continue. HEAD answers 404 from now on, and the client starts
      // again.
      if (isGone(error)) await discard({ record, owner: call.owner })
      throw error
    } finally {
      body.destroy()
      sent.destroy()
    }
  }

  async function takeAtOnce(call: TusCall, record: UploadRecord, chunk: Chunk): Promise<number> {
    await ending(record, call.owner, () =>
      finishing.putAtOnce(record, chunk, () => claims.claim(record, record.length)),
    )
    call.record = null
    return record.length
  }

  async function takeInParts(call: TusCall, { record, base, spent }: OpenedUpload, chunk: Chunk): Promise<number> {
    const received = await bytes.receive(uploadOf(base), chunk)
    following.reached(record, received.offset)
    const { failure, offset } = received
    const isNothingNew = isWhole(record) && offset === record.offset
    if (isNothingNew || (failure instanceof AppError && failure.code === 'tooLarge')) {
      await bytes.discardNew(uploadOf(record), received.held).catch(leftBehind)
      if (failure !== null) throw failure
      return offset
    }
    if (failure !== null && (await bytes.isLost(uploadOf(record), failure))) {
      throw new AppError('goneMeanwhile', 'the storage has removed this upload', { cause: failure })
    }
    const next = await growing.after(base, received)
    const isEnd = isComplete(next) || next.pace === 'ended'
    await put(call, next, { isEnd })
    await forget([...spent, ...received.spent])
    if (next.isOpen && !record.isOpen) await options.opened()
    if (failure !== null) throw failure
    if (isComplete(next)) {
      await finish(next, call.owner)
      call.record = null
    } else if (isEnd) await growing.makeFile(next, call.owner, {})
    return offset
  }

  /** Stores the state of an upload after a chunk. This returns the lease, unless it is needed to finish. */
  async function put(call: TusCall, next: UploadRecord, { isEnd }: { isEnd: boolean }): Promise<void> {
    const { _id, held, pace, isOpen, isClaimed, whole, offset, touched, expires } = next
    const lease = isEnd ? {} : { leaseOwner: '', leaseUntil: 0 }
    const fields = { held, pace, isOpen, isClaimed, whole, offset, touched, expires, ...lease }
    if (!(await records.change(_id, call.owner, fields))) throw busy()
    if (!isEnd) call.record = null
  }

  const leftBehind = (error: unknown) =>
    options.log.warn({ err: error }, 'what an upload holds no more stays for house-keeping')

  // House-keeping finds a small object that is left behind.
  async function forget(keys: string[]): Promise<void> {
    if (keys.length === 0) return
    await storage.scratch.delete(keys).catch(leftBehind)
  }

  async function ending(record: UploadRecord, owner: string, makeFile: () => Promise<FileStat>): Promise<void> {
    let stat: FileStat
    try {
      stat = await makeFile()
    } catch (error) {
      if (isFinal(error)) await discard({ record, owner })
      throw error
    }
    following.end(record, stat)
    await forget(readHeld(record).pieces.map(({ key }) => key))
    await records.remove(record._id, owner)
    claims.end(record, 'written')
  }

  const finish = (record: UploadRecord, owner: string) =>
    ending(record, owner, () => finishing.makeFile(record, () => claims.claim(record, record.length)))

  async function discard({ record, owner, takesBack = false }: Discarded): Promise<void> {
    if (record === null) throw new AppError('notFound', 'no such upload')
    following.end(record, null)
    const isBack = takesBack && isDeferred(record) && (await finishing.takeBack(record))
    await finishing.discard(record)
    // An interrupted request may have left more of a growing tail.
    if (record.pace === 'short') await forget(await storage.scratch.list(scratchPrefix(record)))
    await records.remove(record._id, owner)
    claims.end(record, isBack ? 'nothing' : outcomeOf(record))
    if (record.isOpen) await options.closed()
  }

  return {
    begin,
    take: (call, partSize) => asOwnWork(() => take(call, partSize)),
    finish: (record, owner) => asOwnWork(() => finish(record, owner)),
    makeWhole: (record, owner) => asOwnWork(() => growing.makeFile(record, owner, { madeAt: options.now() })),
    rest: (record, owner) => asOwnWork(() => growing.rest(record, owner)),
    discard: (call) => asOwnWork(() => discard(call)),
    declareLength: async ({ record, owner }, length) => {
      if (record === null) return
      record.length = length
      if (!(await records.change(record._id, owner, { length }))) throw busy()
    },
  }
}
