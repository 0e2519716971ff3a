// Fetches a feed, unless it is still the same.
import { FEED_MAX_BYTES } from '../../../../contract/limits.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import { type Refetched, refetch, type SeenValidators } from '../../../lib/dial/refetching.ts'
import { checkStatus } from '../links/answer.ts'
import { dialFailureOf } from '../links/dial-failures.ts'
import { failed } from '../landing-failures.ts'

const BOUNDS = { maxBytes: FEED_MAX_BYTES, withinMs: 60_000 }
const ACCEPT = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

/** Null if it is the same as before. @throws JobFailed; the signal's reason */
export async function fetchFeed(
  dialler: Pick<Dialler, 'dial'>,
  asked: { link: string; before: SeenValidators; signal: AbortSignal },
): Promise<Refetched | null> {
  try {
    return await refetch(dialler, { ...asked, ...BOUNDS, accept: ACCEPT, check: checkStatus })
  } catch (error) {
    asked.signal.throwIfAborted()
    throw dialFailureOf(error) ?? failed('unreachable', error instanceof Error ? error.message : '')
  }
}
