// Fetches an outside calendar, unless it is still the same.
import { buffer } from 'node:stream/consumers'
import { SUBSCRIPTION_MAX_BYTES, SUBSCRIPTION_SECONDS_MAX } from '../../../../contract/calendar-limits.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import { checkWhole, subscriptionFailureOf } from './failures.ts'
import type { SubscriptionProgress } from './types.ts'

type Validators = Pick<SubscriptionProgress, 'etag' | 'modified'>

export interface FetchedCalendar extends Validators {
  body: Buffer
}

const NOT_MODIFIED = 304
const ACCEPT = 'text/calendar, */*;q=0.5'
/** Longer ones are not kept, so that the documents of jobs stay small. */
const VALIDATOR_MAX = 500

/** Null if it is the same as before. @throws JobFailed; the signal's reason */
export async function fetchCalendar(
  dialler: Pick<Dialler, 'dial'>,
  { link, before, signal }: { link: string; before: Validators; signal: AbortSignal },
): Promise<FetchedCalendar | null> {
  const headers = {
    accept: ACCEPT,
    ...(before.etag === null ? {} : { 'if-none-match': before.etag }),
    ...(before.modified === null ? {} : { 'if-modified-since': before.modified }),
  }
  const bounds = { maxBytes: SUBSCRIPTION_MAX_BYTES, withinMs: SUBSCRIPTION_SECONDS_MAX * 1000 }
  try {
    const { status, headers: told, body } = await dialler.dial(link, { headers, ...bounds, signal })
    try {
      if (status === NOT_MODIFIED) return null
      checkWhole(status)
      return { body: await buffer(body), etag: shortOf(told.etag), modified: shortOf(told['last-modified']) }
    } finally {
      body.destroy()
    }
  } catch (error) {
    signal.throwIfAborted()
    throw subscriptionFailureOf(error)
  }
}

const shortOf = (value: string | undefined): string | null =>
  value !== undefined && value.length <= VALIDATOR_MAX ? value : null
