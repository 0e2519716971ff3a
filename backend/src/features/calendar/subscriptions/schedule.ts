// When an outside calendar is fetched next, and when that stops.
import { SUBSCRIPTION_HOURS } from '../../../../contract/calendar-limits.ts'
import type { JobFailure } from '../../../jobs/types.ts'

const HOUR_MS = 3_600_000
/** By how much a pause may be longer, so that not all servers of the world ask at once. */
const JITTER = 0.5

/** What its person has to change first. */
const LASTING: readonly string[] = ['badLink', 'privateAddress', 'forbidden']

/**
 * Milliseconds until the next fetch. `failures`: those in a row; each pause is twice as long as the one before, up to a
 * day. `chance`: from 0 up to 1.
 */
export function pauseAfter(failures: number, chance: number): number {
  const { least, most } = SUBSCRIPTION_HOURS
  const hours = least * 2 ** Math.max(0, failures - 1) * (1 + JITTER * chance)
  return Math.min(most, hours) * HOUR_MS
}

/** Whether it stops with a failure, until its person asks for a fetch. */
export const isStopping = ({ code }: Pick<JobFailure, 'code'>): boolean => LASTING.includes(code)
