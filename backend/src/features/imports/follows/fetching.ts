// Fetches a feed, unless it is still the same.
import { buffer } from 'node:stream/consumers'
import { FEED_MAX_BYTES } from '../../../../contract/limits.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import { checkStatus } from '../links/answer.ts'
import { dialFailureOf } from '../links/dial-failures.ts'
import { failed } from '../landing-failures.ts'

/** What a server said of a feed, by which it tells later whether the feed has changed. */
export interface FeedValidators {
  etag: string | null
  modified: string | null
}

export interface FetchedFeed extends FeedValidators {
  body: Buffer
  /** Where it was found. */
  url: string
  /** Whether it has moved there for good. */
  isMoved: boolean
}

const WITHIN_MS = 60_000
const NOT_MODIFIED = 304
const ACCEPT = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'
/** Longer ones are not kept, so that the documents of jobs stay small. */
const VALIDATOR_MAX = 500

/** Null if it is the same as before. @throws JobFailed; the signal's reason */
export async function fetchFeed(
  dialler: Pick<Dialler, 'dial'>,
  { link, before, signal }: { link: string; before: FeedValidators; signal: AbortSignal },
): Promise<FetchedFeed | null> {
  const headers = {
    accept: ACCEPT,
    ...(before.etag === null ? {} : { 'if-none-match': before.etag }),
    ...(before.modified === null ? {} : { 'if-modified-since': before.modified }),
  }
  try {
    const answer = await dialler.dial(link, { headers, maxBytes: FEED_MAX_BYTES, withinMs: WITHIN_MS, signal })
    try {
      if (answer.status === NOT_MODIFIED) return null
      checkStatus(answer)
      const { etag, 'last-modified': modified } = answer.headers
      const body = await buffer(answer.body)
      const { url, isMoved } = answer
      return { body, url: url.href, isMoved, etag: shortOf(etag), modified: shortOf(modified) }
    } finally {
      answer.body.destroy()
    }
  } catch (error) {
    signal.throwIfAborted()
    throw dialFailureOf(error) ?? failed('unreachable', error instanceof Error ? error.message : '')
  }
}

const shortOf = (value: string | undefined): string | null =>
  value !== undefined && value.length <= VALIDATOR_MAX ? value : null
