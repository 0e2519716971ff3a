// Cleans up expired uploads, uploads that a crash left between the last byte and the file, and small objects without a
// record.
import type { Log } from '../../lib/log.ts'
import { mapParallel } from '../../lib/parallel.ts'
import type { Storage } from '../../storage/types.ts'
import type { Chunks } from './chunks.ts'
import { outcomeOf, type UploadClaims } from './claims.ts'
import type { Finishing } from './finishing.ts'
import type { Locks } from './locks.ts'
import { generationOfKey, isComplete, isDeferred, type UploadRecord } from './record.ts'
import type { Records } from './records.ts'
import { REST_MS, type DeferredUploads } from './deferred-uploads.ts'
import { UPLOADS } from '../../storage/own-keys.ts'

const PARALLEL = 4

export interface HousekeepingOptions {
  storage: Storage
  records: Records
  locks: Locks
  chunks: Pick<Chunks, 'finish'>
  finishing: Pick<Finishing, 'discard'>
  claims: Pick<UploadClaims, 'end'>
  deferredUploads: Pick<DeferredUploads, 'make' | 'closed'>
  log: Log
  now(): number
  newId(): string
}

export class Housekeeping {
  readonly #options: HousekeepingOptions

  constructor(options: HousekeepingOptions) {
    this.#options = options
  }

  /** Returns how many uploads were removed. Run by one replica at a time. */
  async run(): Promise<number> {
    const { storage, records, deferredUploads, now } = this.#options
    // Listed before the records, so that objects stored meanwhile belong to one of them.
    const keys = await storage.scratch.list(UPLOADS)
    const time = now()
    const given = await this.#giveUp({ expiredBy: time })
    const all = await records.all()
    const resting = all.filter((record: UploadRecord) => record.touched + REST_MS <= time)
    await mapParallel(
      resting.filter((record) => isComplete(record)),
      PARALLEL,
      ({ _id }) => this.#finish(_id),
    )
    await mapParallel(
      resting.filter((record) => isDeferred(record) && record.whole === ''),
      PARALLEL,
      ({ _id }) => deferredUploads.make(_id),
    )
    await this.#removeStrays(keys, all)
    return given
  }

  async removeAllOf(userId: number): Promise<void> {
    await this.#giveUp({ userId })
  }

  /** Finishes an upload that nobody works on. A failure does not affect the others. */
  async #finish(id: string): Promise<void> {
    const { records, locks, chunks, newId } = this.#options
    const owner = newId()
    try {
      const record = await locks.claim(id, owner, 0)
      if (record !== null) await chunks.finish(record, owner).finally(() => records.release(id, owner))
    } catch (error) {
      this.#leaveForLater(error)
    }
  }

  /**
   * Removes uploads that nobody may continue. There may be a thousand, and the embedded database takes ten milliseconds
   * to change one of so many. So all are removed in one command instead of taking their leases one by one.
   */
  async #giveUp(which: Parameters<Records['idle']>[0]): Promise<number> {
    const { records, finishing, claims, deferredUploads } = this.#options
    const idle = await records.idle(which)
    if (idle.length === 0) return 0
    const freed = await mapParallel(idle, PARALLEL, (record) =>
      finishing.discard(record).then(
        () => [record._id],
        (error: unknown) => {
          this.#leaveForLater(error)
          return []
        },
      ),
    )
    await records.removeIdle(freed.flat())
    const gone = new Set(freed.flat())
    for (const record of idle.filter(({ _id }) => gone.has(_id))) claims.end(record, outcomeOf(record))
    if (idle.some(({ isOpen }) => isOpen)) await deferredUploads.closed()
    return freed.flat().length
  }

  async #removeStrays(keys: string[], all: UploadRecord[]): Promise<void> {
    const known = new Set(all.map(({ generation }) => generation))
    const strays = keys.filter((key) => !known.has(generationOfKey(key)))
    if (strays.length > 0) await this.#options.storage.scratch.delete(strays)
  }

  #leaveForLater(error: unknown): void {
    this.#options.log.warn({ err: error }, 'an unfinished upload is left for later')
  }
}
