// Whether a request's conditions hold for a file: RFC 9110 section 13.
import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'
import { AppError } from '../lib/app-error.ts'
import type { AppContext } from './route.ts'

/** What a file is recognised by: its quoted ETag, and its time as an HTTP date (whole seconds) where it has one. */
export interface Validators { etag: string; lastModified?: string }

/** The status that the conditions come to, in the order of section 13.2.2: 412, 304, or null to go on. For GET and HEAD. */
export function checkConditions(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): 304 | 412 | null {
  const match = headers['if-match']
  const unmodified = headers['if-unmodified-since']
  if (match !== undefined) {
    if (!includesStrongly(match, etag)) return 412
  } else if (unmodified !== undefined && Date.parse(lastModified ?? '') > Date.parse(unmodified)) {
    return 412
  }
  // Only the conditions count: `Cache-Control: no-cache`, which browsers' fetch sends along with them, is for caches on the way.
  const conditions = { 'if-none-match': headers['if-none-match'], 'if-modified-since': headers['if-modified-since'] }
  return fresh(conditions, { etag, 'last-modified': lastModified }) ? 304 : null
}

/**
 * Answers a request for something that its client has already: true where 304 says all there is to say.
 * @throws AppError `preconditionFailed` where it is another one than the client thinks
 */
export function isAnsweredByConditions(ctx: Pick<AppContext, 'headers' | 'status'>, validators: Validators): boolean {
  const condition = checkConditions(ctx.headers, validators)
  if (condition === 412) throw new AppError('preconditionFailed', 'the file is another one by now')
  if (condition === 304) ctx.status = 304
  return condition === 304
}

/** Whether a `Range` still counts: `If-Range` is missing, or names just this file, compared strongly (section 13.1.5). */
export function isRangeWanted(header: string | undefined, { etag, lastModified }: Validators): boolean {
  return header === undefined || header === etag || header === lastModified
}

function includesStrongly(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((item) => item.trim() === etag)
}
