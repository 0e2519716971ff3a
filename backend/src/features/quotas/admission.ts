// The space of one change that moves or copies something, from its start to its end.
import { AppError } from '../../lib/app-error.ts'
import { pathText, type Place } from '../../storage/paths.ts'
import type { ChangeOptions, RunningOperation } from '../../storage/types.ts'
import type { Limit, Over, ReservationRequest } from './ledger.ts'
import type { Replacement } from './replacement.ts'
import { isQuotaRefusal } from './reservation.ts'

/** How one change gets its space. */
export interface Admission {
  /** To be passed to the change; undefined if there is no limit. */
  admit: ChangeOptions['admit']
  /** Starts the change, and ends its reservation afterwards. */
  run(begin: () => Promise<RunningOperation>): Promise<RunningOperation>
}

export interface AdmissionOptions {
  /** The limit of present bytes; null for none. */
  limit: Limit | null
  replacement: Replacement
  /** Whether the change moves something inside its scope. */
  isInside: boolean
  /** @throws AppError `noRoom` */
  claim(bucket: string, wish: ReservationRequest): Promise<number>
  release(at: Place, over: Over): void
}

/** No limit. */
export const FREE_ADMISSION: Admission = { admit: undefined, run: (begin) => begin() }

const wasUndone = (error: unknown): boolean => error instanceof AppError && error.code === 'goneMeanwhile'

export function createAdmission({ limit, replacement, isInside, claim, release }: AdmissionOptions): Admission {
  let claimed: { at: Place; id: string } | undefined
  const end = async (tookEffect: boolean) => {
    if (claimed) release(claimed.at, { id: claimed.id, tookEffect })
    await replacement.end()
  }
  return {
    admit: async ({ id, at, bytes, grows, history }) => {
      await replacement.claim(history, isInside ? 0 : grows + history)
      if (!limit) return
      claimed = { at, id }
      await claim(at.bucket, { id, at: pathText(at), bytes, grows, most: bytes, until: 0, ...limit })
    },
    run: async (begin) => {
      try {
        const running = await begin()
        const committed = running.committed.then(
          () => end(true),
          async (error: unknown) => {
            await end(!wasUndone(error))
            throw error
          },
        )
        // Not everybody waits for it.
        committed.catch(() => undefined)
        return { ...running, committed }
      } catch (error) {
        await end(!isQuotaRefusal(error))
        throw error
      }
    },
  }
}
