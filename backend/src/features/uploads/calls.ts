// The calls of a person: rights, then the upload's record, then the protocol.
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../lib/app-error.ts'
import { locate, type Place, type UserPath } from '../../storage/paths.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { BeginOptions, UploadBeginning } from './beginning.ts'
import type { CallLease, TusCall } from './call.ts'
import type { Chunks } from './chunks.ts'
import type { UploadClaims } from './claims.ts'
import type { DeferredUploads } from './deferred-uploads.ts'
import {
  checkChunkType,
  chunkHeaders,
  demandNamed,
  headerOf,
  lengthHeaders,
  namedIn,
  nameHeader,
  parseOffset,
} from './headers.ts'
import type { Locks } from './locks.ts'
import { CHUNK_OWNER, isComplete, isDeferred, recordId, type UploadRecord } from './record.ts'
import type { Records } from './records.ts'
import type { Protocol, TusAnswer } from './tus.ts'

/** What tus answers to a call, and when the upload is given up; null for a finished one. */
export interface UploadAnswer extends TusAnswer {
  expires: Date | null
}

export interface UploadCallsOptions {
  access: Access
  beginning: UploadBeginning
  records: Records
  locks: Locks
  chunks: Chunks
  claims: UploadClaims
  deferredUploads: Pick<DeferredUploads, 'rest'>
  speak: Protocol
  /** Milliseconds that an upload is kept after its last chunk. */
  expiryMs: number
  now(): number
  newId(): string
}

const withName = (answer: TusAnswer, record: UploadRecord): TusAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...nameHeader(record) },
})

type CallForm = Pick<TusCall, 'method'> & Partial<Pick<TusCall, 'headers' | 'request' | 'takesBack' | 'lease'>>

export class UploadCalls {
  readonly #options: UploadCallsOptions

  constructor(options: UploadCallsOptions) {
    this.#options = options
  }

  /**
   * Begins an upload; one of the same person to the same path begins anew.
   * @throws AppError `forbidden`, `conflict`, `badRequest` (a folder), `tooManyUploads`, `locked`, `noRoom`
   */
  async begin(actor: Actor, path: UserPath, begun: BeginOptions): Promise<UploadAnswer> {
    const { beginning, chunks, claims, speak } = this.#options
    const record = await beginning.prepare(actor, path, begun)
    const call = this.#callFor(record, { method: 'POST', headers: lengthHeaders(record.length) })
    const answer = await speak(call).catch((error: unknown) => {
      claims.end(record, 'nothing')
      throw error
    })
    if (!isComplete(record)) return { ...withName(answer, record), expires: new Date(record.expires) }
    // A file of no bytes is whole at once.
    await chunks.finish(record, '')
    return { ...answer, expires: null }
  }

  /** Tells how far an upload is. @throws AppError `forbidden`, `notFound` */
  async progress(actor: Actor, path: UserPath): Promise<UploadAnswer> {
    const { access, records, locks, chunks, speak, newId } = this.#options
    const record = await this.#find(actor, access.authorize(actor, 'create', path))
    const isWaiting = isComplete(record)
    if (isWaiting) {
      // All bytes are there, but their answer was lost before the file was: nobody is told "finished" before it is.
      const owner = newId()
      const claimed = await locks.claim(record._id, owner)
      if (claimed) await chunks.finish(claimed, owner).finally(() => records.release(record._id, owner))
    }
    const answer = await speak(this.#callFor(record, { method: 'HEAD' }))
    return { ...withName(answer, record), expires: isWaiting ? null : new Date(record.expires) }
  }

  /** Takes a request's body as the next chunk. @throws AppError in the order of api-contract 6 */
  async append(actor: Actor, path: UserPath, request: IncomingMessage): Promise<UploadAnswer> {
    const place = await this.#authorize(actor, path)
    checkChunkType(request)
    const offset = parseOffset(headerOf(request, 'upload-offset'))
    const { records, newId } = this.#options
    const id = recordId(actor, place)
    const own = `${CHUNK_OWNER}${newId()}`
    // Mostly nobody works on it, and its lease has to be taken anyway.
    const claimed = await records.take(id, own)
    const lease: CallLease = { owner: claimed?.leaseOwner ?? own, isHeld: claimed !== null }
    try {
      return await this.#appendTo(this.#demand(claimed ?? (await records.find(id))), { request, offset, lease })
    } finally {
      if (lease.isHeld) await records.release(id, lease.owner)
    }
  }

  async #appendTo(
    record: UploadRecord,
    { request, offset, lease }: { request: IncomingMessage; offset: number; lease: CallLease },
  ): Promise<UploadAnswer> {
    const { deferredUploads, speak, expiryMs, now } = this.#options
    demandNamed(namedIn(request), record)
    // To tus this is one of many other offsets; the contract tells it apart.
    if (!isDeferred(record) && offset > record.length)
      throw new AppError('badRequest', 'the offset is beyond the end of the upload')
    const headers = chunkHeaders(request, offset, record)
    const call = this.#callFor(record, { method: 'PATCH', request, headers, lease })
    const answer = await speak(call).finally(() => {
      if (isDeferred(record)) deferredUploads.rest(record._id)
    })
    return { ...answer, expires: call.offset === record.length ? null : new Date(now() + expiryMs) }
  }

  /**
   * Gives up an own upload; what it has made a file of already goes too, unless somebody has written since.
   * @param named the name of the upload that is meant; undefined for whichever is there
   * @throws AppError `forbidden`, `notFound`, `locked`, `preconditionFailed`
   */
  async remove(actor: Actor, path: UserPath, named: string | undefined): Promise<TusAnswer> {
    return this.#giveUp(actor, this.#options.access.authorize(actor, 'read', path), { takesBack: true, named })
  }

  #callFor(record: UploadRecord, how: CallForm): TusCall {
    const { lease = { owner: this.#options.newId(), isHeld: false } } = how
    return {
      headers: {},
      request: null,
      takesBack: false,
      ...how,
      id: record._id,
      lease,
      owner: lease.owner,
      record,
      body: null,
      offset: record.offset,
    }
  }

  async #find(actor: Actor, place: Place): Promise<UploadRecord> {
    return this.#demand(await this.#options.records.find(recordId(actor, place)))
  }

  #demand(record: UploadRecord | null): UploadRecord {
    if (!record || record.expires <= this.#options.now())
      throw new AppError('notFound', 'there is no upload at that path')
    return record
  }

  async #giveUp(
    actor: Actor,
    place: Place,
    { takesBack = false, named }: { takesBack?: boolean; named?: string | undefined } = {},
  ): Promise<TusAnswer> {
    const record = await this.#find(actor, place)
    demandNamed(named, record)
    this.#options.locks.interrupt(record._id)
    return this.#options.speak(this.#callFor(record, { method: 'DELETE', takesBack }))
  }

  /** The place, if the person may still create there; else what was sent is freed. @throws AppError `forbidden` */
  async #authorize(actor: Actor, path: UserPath): Promise<Place> {
    try {
      return this.#options.access.authorize(actor, 'create', path)
    } catch (error) {
      await this.#giveUp(actor, locate(actor.mounts, path)).catch(() => undefined)
      throw error
    }
  }
}
