// The room that an upload claims from its beginning to its end, whichever replica works on it (quotas).
import { nullIfNotFound } from '../../lib/app-error.ts'
import type { Stat } from '../../storage/types.ts'
import type { Quotas, Reservation } from '../quotas/service.ts'
import { isWhole, placeOf, type UploadRecord } from './record.ts'

export interface UploadClaims {
  /**
   * Reserves space for so many bytes of an upload in total, and marks that in its record.
   * @throws AppError `noRoom`
   */
  claim(record: UploadRecord, bytes: number): Promise<void>
  /**
   * Refuses an upload at its start if the older version of the file that it replaces would be refused at its end.
   * @throws AppError `noRoom`
   */
  checkReplacing(record: UploadRecord, look: () => Promise<Stat>): Promise<void>
  /** The space of an upload without a declared length. */
  reservationOf(record: UploadRecord): Promise<Reservation>
  /** Ends an upload's reservation, if it has one. */
  end(record: Pick<UploadRecord, 'at' | 'generation' | 'isClaimed'>, outcome: 'written' | 'nothing'): void
}

/** What is left of a cancelled upload: nothing, or the file made from what was received. */
export const outcomeOf = (record: UploadRecord): 'written' | 'nothing' => (isWhole(record) ? 'written' : 'nothing')

export function createClaims(
  quotas: Pick<Quotas, 'lastingReservationFor' | 'replacementAt' | 'release'>,
): UploadClaims {
  const roomOf = (record: UploadRecord) =>
    quotas.lastingReservationFor(record.userId, placeOf(record), record.generation)

  return {
    reservationOf: roomOf,
    async checkReplacing(record, look) {
      const replacement = await quotas.replacementAt(record.userId, placeOf(record))
      if (!replacement.isLimited) return
      const found = await nullIfNotFound(look())
      if (found?.kind !== 'file' || found.version === '') return
      await replacement.claim(found.size, Math.max(0, record.length)).finally(() => replacement.end())
    },
    async claim(record, bytes) {
      const reservation = await roomOf(record)
      if (!reservation.isLimited) return
      await reservation.claim(bytes)
      record.isClaimed = true
    },
    end(record, outcome) {
      if (record.isClaimed)
        quotas.release(placeOf(record), { id: record.generation, tookEffect: outcome === 'written' })
    },
  }
}
