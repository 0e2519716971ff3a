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
import { Growing, isFinal, type OpenedUpload } from './growing.ts'
import { busy, type Locks } from './locks.ts'
import {
  afterChunk,
  isComplete,
  isDeferred,
  isNoted,
  isUntouched,
  isWhole,
  readHeld,
  scratchPrefix,
  type UploadRecord,
  uploadOf,
} from './record.ts'
import type { Records } from './records.ts'
import { asOwnWork } from './own-work.ts'

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

export class Chunks {
  readonly #options: ChunksOptions
  readonly #growing: Growing

  constructor(options: ChunksOptions) {
    this.#options = options
    this.#growing = new Growing({
      ...options,
      discard: (call) => this.#discard(call),
      forget: (keys) => this.#forget(keys),
    })
  }

  /** Stores the request's record; an existing upload starts again. @throws AppError `locked` */
  async begin({ record, owner }: Pick<TusCall, 'record' | 'owner'>): Promise<void> {
    const { claims, finishing, locks, records } = this.#options
    if (record === null) throw new Error('nothing to begin')
    if (await records.insert(record)) return
    locks.interrupt(record._id)
    const before = await locks.claim(record._id, owner)
    if (before === null) return this.begin({ record, owner })
    await finishing.discard(before)
    claims.end(before, outcomeOf(before))
    if (!(await records.replace(owner, record))) throw busy()
  }

  async declareLength({ record, owner }: TusCall, length: number): Promise<void> {
    if (record === null) return
    record.length = length
    if (!(await this.#options.records.change(record._id, owner, { length }))) throw busy()
  }

  /**
   * Takes the chunk in the call's request and answers the new offset. With the last one the file is in its place.
   * `partSize`: bytes of the parts that it is cut into where it is longer.
   * @throws AppError `tooLarge`, `conflict` (the name was taken meanwhile), `forbidden` (the person may not by now),
   *   `locked`, `noRoom`, `badRequest` (broke off)
   */
  take(call: TusCall, partSize: number): Promise<number> {
    return asOwnWork(() => this.#take(call, partSize))
  }

  async #take(call: TusCall, partSize: number): Promise<number> {
    const { claims, following } = this.#options
    const { record, request } = call
    if (record === null || request === null) throw new Error('no chunk to take')
    const length = declaredLength(request)
    // Nothing was received, so the file stays as it is.
    if (isWhole(record) && length === 0) return record.offset
    await claims.claim(record, isDeferred(record) ? record.offset + (length ?? 0) : record.length)
    const opened = await this.#growing.open(record, call.owner)
    const sent = bodyOf(request, following.tapFor(record))
    const body =
      isDeferred(record) && length === undefined
        ? (await claims.reservationOf(record)).limit(sent, record.offset)
        : sent
    call.body = body
    try {
      if (length !== undefined && length <= ONE_PUT_MAX) {
        if (record.offset === 0 && length === record.length)
          return await this.#takeAtOnce(call, record, { body, length })
        const isShort = isUntouched(record) && length < (await this.#options.chunkSize())
        if (isShort) return await this.#growing.takeShort(record, call.owner, { body, length })
      }
      return await this.#takeInParts(call, opened, { body, length, partSize })
    } catch (error) {
      // An upload that the storage has removed cannot continue. HEAD answers 404 from now on, and the client starts
      // again.
      if (isGone(error)) await this.#discard({ record, owner: call.owner })
      throw error
    } finally {
      body.destroy()
      sent.destroy()
    }
  }

  async #takeAtOnce(call: TusCall, record: UploadRecord, chunk: Chunk): Promise<number> {
    const { claims, finishing } = this.#options
    await this.#ending(record, call.owner, () =>
      finishing.putAtOnce(record, chunk, () => claims.claim(record, record.length)),
    )
    call.record = null
    return record.length
  }

  async #takeInParts(call: TusCall, { record, base, spent }: OpenedUpload, chunk: Chunk): Promise<number> {
    const { bytes, following } = this.#options
    const received = await bytes.receive(uploadOf(base), chunk)
    following.reached(record, received.offset)
    const { failure, offset } = received
    const isNothingNew = isWhole(record) && offset === record.offset
    if (isNothingNew || (failure instanceof AppError && failure.code === 'tooLarge')) {
      await bytes.discardNew(uploadOf(record), received.held).catch((error: unknown) => this.#leaveBehind(error))
      if (failure !== null) throw failure
      return offset
    }
    if (failure !== null && (await bytes.isLost(uploadOf(record), failure))) {
      throw new AppError('goneMeanwhile', 'the storage has removed this upload', { cause: failure })
    }
    const next = await this.#growing.after(base, received)
    const isEnd = isComplete(next) || next.pace === 'ended'
    await this.#put(call, next, { isEnd })
    await this.#forget([...spent, ...received.spent])
    if (next.isOpen && !record.isOpen) await this.#options.opened()
    if (failure !== null) throw failure
    if (isComplete(next)) {
      // What holds all bytes only since this chunk has not been made a file by anybody.
      await this.#finish(next, call.owner, offset > record.offset && !isDeferred(next) && !isNoted(next))
      call.record = null
    } else if (isEnd) await this.#growing.makeFile(next, call.owner, {})
    return offset
  }

  /** Stores the state of an upload after a chunk. This ends the lease, unless it is needed to finish. */
  async #put(call: TusCall, next: UploadRecord, { isEnd }: { isEnd: boolean }): Promise<void> {
    const { records } = this.#options
    const isPut = isEnd
      ? await records.change(next._id, call.owner, afterChunk(next))
      : await records.pause(next, call.owner)
    if (!isPut) throw busy()
    if (!isEnd) call.record = null
  }

  /** Makes the file of a record that holds all its bytes, and ends the upload. @throws AppError as `take` */
  finish(record: UploadRecord, owner: string): Promise<void> {
    return asOwnWork(() => this.#finish(record, owner))
  }

  #finish(record: UploadRecord, owner: string, isFirstTry = false): Promise<void> {
    const { claims, finishing } = this.#options
    const confirm = () => claims.claim(record, record.length)
    return this.#ending(record, owner, () => finishing.makeFile(record, confirm, isFirstTry))
  }

  async #ending(record: UploadRecord, owner: string, makeFile: () => Promise<FileStat>): Promise<void> {
    const { claims, following, records } = this.#options
    let stat: FileStat
    try {
      stat = await makeFile()
    } catch (error) {
      if (isFinal(error)) await this.#discard({ record, owner })
      throw error
    }
    following.end(record, stat)
    await this.#forget(readHeld(record).pieces.map(({ key }) => key))
    await records.end(record, owner)
    claims.end(record, 'written')
  }

  /**
   * Makes the file from what an upload without length has received, for a reader. The upload stays open. @throws
   * AppError like `take`
   */
  makeWhole(record: UploadRecord, owner: string): Promise<void> {
    return asOwnWork(() => this.#growing.makeFile(record, owner, { madeAt: this.#options.now() }))
  }

  /** The same after a pause. Nothing is kept for further chunks. */
  rest(record: UploadRecord, owner: string): Promise<void> {
    return asOwnWork(() => this.#growing.rest(record, owner))
  }

  /** Ends an upload and removes everything of it. */
  discard(call: Discarded): Promise<void> {
    return asOwnWork(() => this.#discard(call))
  }

  async #discard({ record, owner, takesBack = false }: Discarded): Promise<void> {
    const { claims, finishing, following, records, storage } = this.#options
    if (record === null) throw new AppError('notFound', 'no such upload')
    following.end(record, null)
    const isBack = takesBack && isDeferred(record) && (await finishing.takeBack(record))
    await finishing.discard(record)
    // An interrupted request may have left more of a growing tail.
    if (record.pace === 'short') await this.#forget(await storage.scratch.list(scratchPrefix(record)))
    await records.remove(record._id, owner)
    claims.end(record, isBack ? 'nothing' : outcomeOf(record))
    if (record.isOpen) await this.#options.closed()
  }

  /** Removes small objects that nobody needs. House-keeping finds one that is left behind. */
  async #forget(keys: string[]): Promise<void> {
    if (keys.length === 0) return
    await this.#options.storage.scratch.delete(keys).catch((error: unknown) => this.#leaveBehind(error))
  }

  #leaveBehind(error: unknown): void {
    this.#options.log.warn({ err: error }, 'what an upload holds no more stays for house-keeping')
  }
}
