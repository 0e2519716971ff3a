// The room that an upload claims from its beginning to its end, whichever replica works on it (quotas).
import { nullIfNotFound } from '../../lib/app-error.ts'
import type { Stat } from '../../storage/types.ts'
import type { Quotas, Reservation } from '../quotas/service.ts'
import { isWhole, placeOf, type UploadRecord } from './record.ts'

export interface UploadClaims {
  /**
   * Claims room for so many bytes of an upload in all, and notes in its record that it has a claim.
   * @throws AppError `noRoom`
   */
  claim(record: UploadRecord, bytes: number): Promise<void>
  /**
   * Refuses an upload that is about to begin and would be refused at its end, for the old version of the file that is
   * there.
   * @throws AppError `noRoom`
   */
  checkReplacing(record: UploadRecord, look: () => Promise<Stat>): Promise<void>
  /** The room of an upload whose length nobody declared. */
  reservationOf(record: UploadRecord): Promise<Reservation>
  /** Ends an upload's claim, if it has one. */
  end(record: Pick<UploadRecord, 'at' | 'generation' | 'isClaimed'>, outcome: 'written' | 'nothing'): void
}

/** What is left of an upload that is given up: nothing, or the file that what had come was made of. */
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
