// Resumable uploads of people (api-contract 6): built of their parts.
import type { Connection } from 'mongoose'
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import type { Log } from '../../lib/log.ts'
import type { Place } from '../../storage/paths.ts'
import { ResumableUploads } from '../../storage/resumable/resumable-uploads.ts'
import type { Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Rights } from '../access/rights.ts'
import type { Checksums } from '../checksums/service.ts'
import type { Quotas } from '../quotas/service.ts'
import type { Hooks } from '../files/hooks.ts'
import type { Tree } from '../tree/service.ts'
import { createBeginning } from './beginning.ts'
import { createBudget } from './budget.ts'
import { UploadCalls } from './calls.ts'
import { Chunks } from './chunks.ts'
import { createClaims } from './claims.ts'
import { DeferredUploads } from './deferred-uploads.ts'
import { Finishing } from './finishing.ts'
import { createFollowing } from './following.ts'
import { heldByUploads } from './held.ts'
import { Housekeeping } from './housekeeping.ts'
import { UploadLocks } from './locks.ts'
import { RememberingRecords } from './remembering-records.ts'
import { UploadStore } from './store.ts'
import { createProtocol } from './tus.ts'

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
  /** The chunk size that clients are told to use (settings). */
  chunkSize(): Promise<number>
  /** The hooks of the settings. */
  hooks: Pick<Hooks, 'aroundUpload'>
  /** Milliseconds since 1970. */
  now(): number
  newId(): string
}

export interface Uploads {
  /** What people ask for. */
  readonly calls: UploadCalls
  /**
   * Makes the files of uploads without length at or below a place. Called before the storage is read.
   */
  settle(place: Place): Promise<void>
  /**
   * House-keeping: removes expired uploads, and finishes those that a crash left between the last byte and the file.
   * Returns how many were removed.
   */
  expireUploads(): Promise<number>
  /** How many are unfinished, for everybody. */
  unfinished(): Promise<number>
  /** The ids of all reservations of unfinished uploads. */
  claimed(): Promise<string[]>
  /** Removes all uploads of a deleted person. */
  removeAllOf(userId: number): Promise<void>
  readonly tasks: readonly HouseTask[]
  stop(): Promise<void>
}

const EXPIRE_EVERY_MS = 5 * 60_000
const PARTS_EVERY_MS = 10 * 60_000

export function createUploads(options: UploadsOptions): Uploads {
  const { storage, rights, quotas, changeCounters, now, newId } = options
  const records = new RememberingRecords({ ...options, isAlone: () => changeCounters.serving() === 'alone' })
  const locks = new UploadLocks(records)
  const bytes = new ResumableUploads({ storage, newId })
  const finishing = new Finishing({ storage, bytes, rights, quotas, hooks: options.hooks })
  const claims = createClaims(quotas)
  const following = createFollowing(options.checksums)
  const chunks = new Chunks({
    ...options,
    records,
    locks,
    bytes,
    finishing,
    claims,
    following,
    opened: () => deferredUploads.opened(),
    closed: () => deferredUploads.closed(),
  })
  const deferredUploads: DeferredUploads = new DeferredUploads({ ...options, records, chunks })
  const housekeeping = new Housekeeping({ ...options, records, locks, chunks, finishing, claims, deferredUploads })
  const beginning = createBeginning({ ...options, budget: createBudget(records, now), claims })
  const speak = createProtocol(new UploadStore(chunks), locks)
  const calls = new UploadCalls({ ...options, beginning, records, locks, chunks, claims, deferredUploads, speak })

  return {
    calls,
    settle: (place) => deferredUploads.settle(place),
    expireUploads: () => housekeeping.run(),
    unfinished: async () => (await records.all()).length,
    claimed: async () => (await records.all()).flatMap(({ isClaimed, generation }) => (isClaimed ? [generation] : [])),
    removeAllOf: (userId) => housekeeping.removeAllOf(userId),
    tasks: tasksOf(options, housekeeping),
    stop: async () => {
      deferredUploads.stop()
      await records.stop()
    },
  }
}

const tasksOf = ({ storage, database, now }: UploadsOptions, housekeeping: Housekeeping): HouseTask[] => [
  { name: 'uploads', everyMs: EXPIRE_EVERY_MS, run: () => housekeeping.run() },
  {
    name: 'parts',
    everyMs: PARTS_EVERY_MS,
    run: () => storage.endStrayParts(async () => (await heldByUploads(database, now)).multiparts),
  },
]
