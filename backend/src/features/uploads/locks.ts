// Ensures that one request at a time works on an upload, over all replicas, by the lease in its record.
import { setTimeout as wait } from 'node:timers/promises'
import type { Lock, Locker } from '@tus/server'
import { AppError } from '../../lib/app-error.ts'
import type { TusCall } from './call.ts'
import type { Records } from './records.ts'
import { UPLOAD_LEASE_MS } from './records.ts'
import type { UploadRecord } from './record.ts'

/** The time that an interrupted request needs to store what has arrived. */
const WAIT_MS = 3_000
const POLL_MS = 50
const RENEW_MS = UPLOAD_LEASE_MS / 3
/** A lease with which a record was made is shorter (`remembering-records.ts`). */
const FIRST_RENEWAL_MS = 500

/** What the second of two requests is refused with. */
export const busy = () => new AppError('locked', 'another request is working on this upload', { retryAfter: 5 })

export interface Locks {
  /**
   * Takes a record's lease for a request. Null if there is no such record.
   * @throws AppError `locked` if somebody holds it for three seconds
   */
  claim(id: string, owner: string, waitMs?: number): Promise<UploadRecord | null>
  /** Ends the request that works on an upload on this replica. */
  interrupt(id: string): void
  /**
   * For @tus/server: a PATCH and a DELETE hold the lease while they run. A POST has none yet, and a HEAD only looks.
   */
  lockerOf(call: TusCall): Locker
}

const NOBODYS: Lock = { lock: async () => undefined, unlock: async () => undefined }

export class UploadLocks implements Locks {
  readonly #records: Records
  /** By upload. */
  readonly #running = new Map<string, TusCall>()

  constructor(records: Records) {
    this.#records = records
  }

  async claim(id: string, owner: string, waitMs = WAIT_MS): Promise<UploadRecord | null> {
    const deadline = performance.now() + waitMs
    for (;;) {
      const record = await this.#records.claim(id, owner)
      if (record) return record
      if (!(await this.#records.find(id))) return null
      if (performance.now() >= deadline) throw busy()
      await wait(POLL_MS)
    }
  }

  // Not `conflict`, which would end the upload that the interrupting request is about to continue.
  interrupt(id: string): void {
    this.#running.get(id)?.body?.destroy(busy())
  }

  lockerOf(call: TusCall): Locker {
    const isHeld = call.method === 'PATCH' || call.method === 'DELETE'
    return { newLock: () => (isHeld ? this.#lockFor(call) : NOBODYS) }
  }

  #lockFor(call: TusCall): Lock {
    const { id } = call
    let endGuard = () => {}
    return {
      lock: async () => {
        const before = call.record
        if (call.lease.isHeld) call.lease.isHeld = false
        else call.record = await this.claim(id, call.owner)
        // A request that waited for another and finds the upload gone came too late with the same chunk.
        if (call.record === null && before !== null)
          throw new AppError('conflict', 'another request has finished this upload')
        if (call.record === null) return
        this.#running.set(id, call)
        endGuard = this.#guard(call)
      },
      unlock: async () => {
        endGuard()
        if (this.#running.get(id) === call) this.#running.delete(id)
        if (call.record !== null) await this.#records.release(id, call.owner)
      },
    }
  }

  /** Keeps the lease while bytes arrive. A silent connection may lose it to the next request, and is then ended. */
  #guard(call: TusCall): () => void {
    let seen = -1
    const renew = async () => {
      const read = call.request?.socket.bytesRead ?? 0
      // Preparing what was received so far may come first, when nothing is being read yet.
      const isSilent = call.body !== null && read === seen && call.request?.complete === false
      seen = read
      if (!isSilent && !(await this.#records.renew(call.id, call.owner))) call.body?.destroy(busy())
    }
    const quietly = () => void renew().catch(() => undefined)
    const first = setTimeout(quietly, FIRST_RENEWAL_MS).unref()
    const later = setInterval(quietly, RENEW_MS).unref()
    return () => {
      clearTimeout(first)
      clearInterval(later)
    }
  }
}
