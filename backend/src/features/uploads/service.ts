// Resumable uploads of a person (api-contract 6): what the routes call.
import type { IncomingMessage } from 'node:http'
import type { Connection } from 'mongoose'
import { can } from '../../../contract/rights.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { declaredLength } from '../../http/request-body.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { locate, pathText, type Place, type UserPath } from '../../storage/paths.ts'
import type { Expectation, Storage } from '../../storage/types.ts'
import { OBJECT_MAX_BYTES } from '../../storage/part-limits.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Rights } from '../access/rights.ts'
import type { Checksums } from '../checksums/service.ts'
import type { Quotas } from '../quotas/service.ts'
import type { Hooks } from '../shell/hooks.ts'
import type { Tree } from '../tree/service.ts'
import { createBudget } from './budget.ts'
import type { TusCall } from './call.ts'
import { createChunks } from './chunks.ts'
import { createClaims } from './claims.ts'
import { createDeferredUploads } from './deferred-uploads.ts'
import { createFinishing, withHooks } from './finishing.ts'
import { createFollowing } from './following.ts'
import { CHUNK_TYPE, parseLength, parseOffset } from './headers.ts'
import { heldByUploads } from './held.ts'
import { createHousekeeping } from './housekeeping.ts'
import { createLocks } from './locks.ts'
import { CHUNK_OWNER, isComplete, isDeferred, NO_CHUNK, recordId, type UploadRecord } from './record.ts'
import { createRecords } from './records.ts'
import { UploadStore } from './store.ts'
import { createProtocol } from './tus.ts'

/** An upload to which nothing was ever sent is kept for an hour. */
const UNTOUCHED_MS = 3_600_000

export interface UploadsOptions {
  storage: Storage
  access: Access
  tree: Pick<Tree, 'placeToChange'>
  rights: Rights
  database: Connection
  changeCounters: ChangeCounters
  checksums: Pick<Checksums, 'follow'>
  quotas: Pick<Quotas, 'lastingReservationFor' | 'replacementAt' | 'release'>
  log: Log
  /** Milliseconds that an upload is kept after its last chunk. */
  expiryMs: number
  /** Bytes that clients are told to send at a time (settings). */
  chunkSize(): Promise<number>
  /** What the settings want run before and after. */
  hooks: Pick<Hooks, 'aroundUpload'>
  /** Milliseconds since 1970. */
  now(): number
  newId(): string
}

export interface BeginOptions {
  /** Bytes; -1 where nobody says. */
  length: number
  override: boolean
  /** The time the file is to have; undefined for now. */
  modified: Date | undefined
}

/** How an upload stands. */
export interface UploadProgress {
  offset: number
  /** -1 where nobody said. */
  length: number
  /** When it is given up; null for a finished one. */
  expires: Date | null
}

export interface Uploads {
  /**
   * Begins an upload; one of the same person to the same path begins anew.
   * @throws AppError `forbidden`, `conflict`, `badRequest` (a folder), `tooManyUploads`, `locked`, `noRoom`
   */
  begin(actor: Actor, path: UserPath, options: BeginOptions): Promise<UploadProgress>
  /** @throws AppError `forbidden`, `notFound` */
  progress(actor: Actor, path: UserPath): Promise<UploadProgress>
  /** Takes a request's body as the next chunk. @throws AppError in the order of api-contract 6 */
  append(actor: Actor, path: UserPath, request: IncomingMessage): Promise<UploadProgress>
  /**
   * Gives up an own upload; what it has made a file of already goes too, unless somebody has written since.
   * @throws AppError `forbidden`, `notFound`, `locked`
   */
  remove(actor: Actor, path: UserPath): Promise<void>
  /**
   * What has come of uploads without length to a place, or below it, becomes the file: asked before the storage is
   * read.
   */
  settle(place: Place): Promise<void>
  /**
   * House-keeping: gives up what has expired, finishes what a crash left between its last byte and its file. Answers
   * how many were given up.
   */
  expireUploads(): Promise<number>
  /** How many are not finished, everybody's. */
  unfinished(): Promise<number>
  /** The ids of all claims of room that unfinished uploads have. */
  claimed(): Promise<string[]>
  /** Gives up all of a person, who was deleted. */
  removeAllOf(userId: number): Promise<void>
  readonly tasks: readonly HouseTask[]
  stop(): void
}

const EXPIRE_EVERY_MS = 5 * 60_000
const PARTS_EVERY_MS = 10 * 60_000

export function createUploads(options: UploadsOptions): Uploads {
  const { storage, access, tree, rights, now, newId } = options
  const records = createRecords(options.database, now)
  const heldMultiparts = async () => (await heldByUploads(options.database, now)).multiparts
  const locks = createLocks(records)
  const finishing = withHooks(createFinishing({ storage, rights, quotas: options.quotas, newId }), options.hooks)
  const claims = createClaims(options.quotas)
  const following = createFollowing(options.checksums)
  const chunks = createChunks({
    ...options,
    records,
    locks,
    finishing,
    claims,
    following,
    opened: () => deferredUploads.opened(),
    closed: () => deferredUploads.closed(),
  })
  const deferredUploads = createDeferredUploads({ ...options, records, chunks })
  const housekeeping = createHousekeeping({ ...options, records, locks, chunks, finishing, claims, deferredUploads })
  const budget = createBudget(records, now)
  const speak = createProtocol(new UploadStore(chunks), locks)

  const callFor = (id: string, record: UploadRecord | null, request: IncomingMessage | null = null): TusCall => ({
    id,
    owner: `${request ? CHUNK_OWNER : ''}${newId()}`,
    record,
    request,
    body: null,
    takesBack: false,
    failure: null,
  })

  async function find(actor: Actor, place: Place): Promise<UploadRecord> {
    const record = await records.find(recordId(actor.userId, place))
    if (!record || record.expires <= now()) throw new AppError('notFound', 'there is no upload at that path')
    return record
  }

  /**
   * Asks whether a file could be made there now.
   * @throws AppError `conflict`, `forbidden` (may not replace), `badRequest` (a folder)
   */
  async function checkTarget(
    actor: Actor,
    place: Place,
    { override, expect }: { override: boolean; expect: Expectation },
  ): Promise<void> {
    try {
      await storage.checkWritable(place, expect)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'isFolder')
        throw new AppError('badRequest', 'a folder with that name exists', { cause: error })
      if (error.code === 'conflict' && override) access.demand(actor, 'modify')
      throw error
    }
  }

  function newRecord(
    actor: Actor,
    path: UserPath,
    { length, expect, modified }: Omit<BeginOptions, 'override'> & Pick<UploadRecord, 'expect'>,
  ): UploadRecord {
    const place = locate(actor.mounts, path)
    const time = now()
    return {
      _id: recordId(actor.userId, place),
      generation: newId(),
      userId: actor.userId,
      username: actor.username,
      action: actor.action ?? '',
      shown: path,
      at: pathText(place),
      length,
      offset: 0,
      expect,
      modified: modified?.getTime() ?? time,
      held: '',
      isClaimed: false,
      whole: NO_CHUNK,
      pace: '',
      madeAt: 0,
      isOpen: false,
      leaseOwner: '',
      leaseUntil: 0,
      touched: time,
      expires: time + UNTOUCHED_MS,
    }
  }

  /** The place, if the person may still create there; else what was sent is freed. @throws AppError `forbidden` */
  async function authorize(actor: Actor, path: UserPath): Promise<Place> {
    try {
      return access.authorize(actor, 'create', path)
    } catch (error) {
      await giveUp(actor, locate(actor.mounts, path)).catch(() => undefined)
      throw error
    }
  }

  async function giveUp(actor: Actor, place: Place, { takesBack = false } = {}): Promise<void> {
    const record = await find(actor, place)
    locks.interrupt(record._id)
    await speak({ ...callFor(record._id, record), takesBack }, 'DELETE', {})
  }

  const told = ({ offset, length, expires }: UploadRecord): UploadProgress => ({
    offset,
    length,
    expires: new Date(expires),
  })

  async function begin(actor: Actor, path: UserPath, begun: BeginOptions): Promise<UploadProgress> {
    const place = tree.placeToChange(actor, 'create', path)
    // Who may not modify overwrites nothing, not even what appears meanwhile.
    const expect = begun.override && can(actor, 'modify') ? 'any' : 'absent'
    await checkTarget(actor, place, { override: begun.override, expect })
    await budget.take(actor.userId)
    const record = newRecord(actor, path, { ...begun, expect })
    if (expect === 'any') await claims.checkReplacing(record, () => storage.stat(place))
    if (!isDeferred(record)) await claims.claim(record, record.length)
    const size: Record<string, string> = isDeferred(record)
      ? { 'Upload-Defer-Length': '1' }
      : { 'Upload-Length': String(record.length) }
    await speak(callFor(record._id, record), 'POST', size).catch((error: unknown) => {
      claims.end(record, 'nothing')
      throw error
    })
    if (!isComplete(record)) return told(record)
    // A file of no bytes is whole at once.
    await chunks.finish(record, '')
    return { offset: 0, length: 0, expires: null }
  }

  async function progress(actor: Actor, path: UserPath): Promise<UploadProgress> {
    const place = access.authorize(actor, 'create', path)
    const record = await find(actor, place)
    if (!isComplete(record)) {
      const headers = await speak(callFor(record._id, record), 'HEAD', {})
      return { ...told(record), offset: Number(headers.get('Upload-Offset')) }
    }
    // All bytes are there, but their answer was lost before the file was: nobody is told "finished" before it is.
    const owner = newId()
    const claimed = await locks.claim(record._id, owner)
    if (claimed) await chunks.finish(claimed, owner).finally(() => records.release(record._id, owner))
    return { offset: record.length, length: record.length, expires: null }
  }

  async function append(actor: Actor, path: UserPath, request: IncomingMessage): Promise<UploadProgress> {
    const place = await authorize(actor, path)
    if (request.headers['content-type'] !== CHUNK_TYPE)
      throw new AppError('unsupportedMediaType', `a chunk must be sent as ${CHUNK_TYPE}`)
    const offset = parseOffset(singleHeader(request, 'upload-offset'))
    const record = await find(actor, place)
    const room = isDeferred(record) ? Infinity : record.length - offset
    if (room < 0) throw new AppError('badRequest', 'the offset is beyond the end of the upload')
    if (offset !== record.offset) throw new AppError('conflict', `the offset of the upload is ${record.offset}`)
    const length = declaredLength(request)
    if (length !== undefined && length > room) throw new AppError('tooLarge', 'more bytes than declared')
    const headers: Record<string, string> = { 'Content-Type': CHUNK_TYPE, 'Upload-Offset': String(offset) }
    if (length !== undefined) headers['Content-Length'] = String(length)
    // The length of an upload that was begun without one (tus 1.0, creation-defer-length).
    const declared = singleHeader(request, 'upload-length')
    if (declared !== undefined && isDeferred(record))
      headers['Upload-Length'] = String(parseLength(declared, OBJECT_MAX_BYTES))
    const answer = await speak(callFor(record._id, record, request), 'PATCH', headers).finally(() => {
      if (isDeferred(record)) deferredUploads.rest(record._id)
    })
    const reached = Number(answer.get('Upload-Offset'))
    return {
      offset: reached,
      length: record.length,
      expires: reached === record.length ? null : new Date(now() + options.expiryMs),
    }
  }

  return {
    begin,
    progress,
    append,
    remove: async (actor, path) => giveUp(actor, access.authorize(actor, 'read', path), { takesBack: true }),
    settle: (place) => deferredUploads.settle(place),
    expireUploads: () => housekeeping.run(),
    unfinished: async () => (await records.all()).length,
    claimed: async () => (await records.all()).flatMap(({ isClaimed, generation }) => (isClaimed ? [generation] : [])),
    removeAllOf: (userId) => housekeeping.removeAllOf(userId),
    tasks: [
      { name: 'uploads', everyMs: EXPIRE_EVERY_MS, run: () => housekeeping.run() },
      { name: 'parts', everyMs: PARTS_EVERY_MS, run: () => storage.endStrayParts(heldMultiparts) },
    ],
    stop: () => deferredUploads.stop(),
  }
}

/** A header as it was sent; repeated ones are joined by Node and then no number. */
const singleHeader = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
