// Tries again what the storage or the database could not do for a while.
import { setTimeout as sleep } from 'node:timers/promises'
import { JobFailed, JobLost } from '../../jobs/types.ts'
import { AppError } from '../../lib/app-error.ts'

const TRIES = 6
const FIRST_MS = 500
const PASSING = new Set(['unavailable', 'locked', 'internal'])

/** @throws what the last try threw, or the first that another one would throw again; the signal's reason */
export async function retrying<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      const isLasting = error instanceof AppError && !PASSING.has(error.code)
      if (tried === TRIES || isLasting || error instanceof JobFailed || error instanceof JobLost) throw error
      await sleep(FIRST_MS * 2 ** tried, undefined, { signal }).catch(() => undefined)
    }
  }
}
