// Fetches what is at a link, whole, unless it is still the same as before.
import { buffer } from 'node:stream/consumers'
import type { Dialled, DialRequest } from './fetching.ts'
import type { Dialler } from './index.ts'

/** What a server said of something, by which it tells later whether that has changed. */
export interface SeenValidators {
  etag: string | null
  modified: string | null
}

export interface Refetched extends SeenValidators, Pick<Dialled, 'url' | 'isMoved'> {
  body: Buffer
}

export interface RefetchRequest extends Pick<DialRequest, 'maxBytes' | 'withinMs' | 'signal'> {
  link: string
  accept: string
  before: SeenValidators
  /** Throws for an answer that is not the whole. */
  check(answer: Pick<Dialled, 'status'>): void
}

const NOT_MODIFIED = 304
/** Longer validators are not kept, so that the documents of jobs stay small. */
const VALIDATOR_MAX = 500

/** Null if it is the same as before. @throws as `Dialler.dial`; what `check` throws */
export async function refetch(
  dialler: Pick<Dialler, 'dial'>,
  { link, accept, before, check, ...bounds }: RefetchRequest,
): Promise<Refetched | null> {
  const headers = {
    accept,
    ...(before.etag === null ? {} : { 'if-none-match': before.etag }),
    ...(before.modified === null ? {} : { 'if-modified-since': before.modified }),
  }
  const answer = await dialler.dial(link, { ...bounds, headers })
  try {
    if (answer.status === NOT_MODIFIED) return null
    check(answer)
    const { url, isMoved } = answer
    const { etag, 'last-modified': modified } = answer.headers
    return { url, isMoved, body: await buffer(answer.body), etag: shortOf(etag), modified: shortOf(modified) }
  } finally {
    answer.body.destroy()
  }
}

const shortOf = (value: string | undefined): string | null =>
  value !== undefined && value.length <= VALIDATOR_MAX ? value : null
