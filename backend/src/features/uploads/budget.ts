// The number of unfinished uploads that an actor may have.
import { UNFINISHED_UPLOADS_MAX } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { createLru } from '../../lib/lru.ts'
import type { Records } from './records.ts'

/** Counting scans the collection, so one count serves all uploads started within a second. */
const FRESH_MS = 1_000

export interface Budget {
  /** Counts another one. @throws AppError `tooManyUploads` above 1,000 */
  take(actorId: string): Promise<void>
}

export function createBudget(records: Pick<Records, 'count'>, now: () => number): Budget {
  const counts = createLru<string, { count: Promise<number>; begun: number; at: number }>(1_000)

  return {
    async take(actorId) {
      let known = counts.get(actorId)
      if (!known || known.at + FRESH_MS <= now()) {
        known = { count: records.count(actorId), begun: 0, at: now() }
        counts.set(actorId, known)
      }
      known.begun++
      try {
        if ((await known.count) + known.begun > UNFINISHED_UPLOADS_MAX)
          throw new AppError('tooManyUploads', 'too many unfinished uploads', { retryAfter: 60 })
      } catch (error) {
        counts.delete(actorId)
        throw error
      }
    },
  }
}
