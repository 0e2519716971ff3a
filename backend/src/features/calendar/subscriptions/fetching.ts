// Fetches an outside calendar, unless it is still the same.
import { SUBSCRIPTION_MAX_BYTES, SUBSCRIPTION_SECONDS_MAX } from '../../../../contract/calendar-limits.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import { type Refetched, refetch, type SeenValidators } from '../../../lib/dial/refetching.ts'
import { checkWhole, subscriptionFailureOf } from './failures.ts'

export type FetchedCalendar = Pick<Refetched, 'body' | 'etag' | 'modified'>

const BOUNDS = { maxBytes: SUBSCRIPTION_MAX_BYTES, withinMs: SUBSCRIPTION_SECONDS_MAX * 1000 }
const ACCEPT = 'text/calendar, */*;q=0.5'

/** Null if it is the same as before. @throws JobFailed; the signal's reason */
export async function fetchCalendar(
  dialler: Pick<Dialler, 'dial'>,
  asked: { link: string; before: SeenValidators; signal: AbortSignal },
): Promise<FetchedCalendar | null> {
  try {
    return await refetch(dialler, { ...asked, ...BOUNDS, accept: ACCEPT, check: checkWhole })
  } catch (error) {
    asked.signal.throwIfAborted()
    throw subscriptionFailureOf(error)
  }
}
