// Evaluates a request's conditions for a file (RFC 9110 section 13).
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'
import { AppError } from '../lib/app-error.ts'
import { CONTENT_CACHE } from './disposition.ts'
import type { FileStat } from '../storage/types.ts'
import type { AppContext } from './route.ts'

/** The validators of a file: its quoted ETag, and its time as an HTTP date (in seconds) if it has one. */
export interface Validators {
  etag: string
  lastModified?: string
}

/** Characters of an ETag: enough to prevent collisions, even deliberate ones. */
const TAG_LENGTH = 27

/**
 * The quoted ETag of a file, or of a representation made from it. The storage's own ETag is an MD5, for which
 * collisions can be made, so it is combined with the id of the content's first write.
 */
export function tagOf(stat: Pick<FileStat, 'etag' | 'size' | 'contentId'>, form = ''): string {
  const { etag, size, contentId = '' } = stat
  const digest = hash('sha256', JSON.stringify([etag, size, contentId]), 'base64url')
  return `"${digest.slice(0, TAG_LENGTH)}${form}"`
}

/** The validators of a file, or of a representation of it. */
export const validatorsOf = (stat: FileStat, form = ''): Required<Validators> => ({
  etag: tagOf(stat, form),
  lastModified: stat.modified.toUTCString(),
})

/**
 * The resulting status, in the order of section 13.2.2: 412, 304, or null to continue. For GET and HEAD.
 */
export function checkConditions(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): 304 | 412 | null {
  const match = headers['if-match']
  const unmodified = headers['if-unmodified-since']
  if (match !== undefined) {
    if (!includesStrongly(match, etag)) return 412
  } else if (unmodified !== undefined && Date.parse(lastModified ?? '') > Date.parse(unmodified)) {
    return 412
  }
  // Only the conditions count. `Cache-Control: no-cache`, which browsers' fetch also sends, is meant for caches on the
  // way.
  const conditions = { 'if-none-match': headers['if-none-match'], 'if-modified-since': headers['if-modified-since'] }
  return fresh(conditions, { etag, 'last-modified': lastModified }) ? 304 : null
}

/** Whether `If-None-Match` names what would be answered, whatever its content coding (section 13.1.2). */
export const isUnchanged = ({ 'if-none-match': tags }: IncomingHttpHeaders, etag: string): boolean =>
  tags !== undefined && fresh({ 'if-none-match': tags }, { etag })

/**
 * What `If-Match` demands of the file that a request is about to replace (section 13.1.1); undefined if nothing, or
 * only a file (`*`). It throws AppError `preconditionFailed`.
 */
export function demandMatch({ 'if-match': match }: IncomingHttpHeaders): ((present: FileStat) => void) | undefined {
  if (match === undefined || match.trim() === '*') return undefined
  return (present) => {
    if (!includesStrongly(match, tagOf(present)))
      throw new AppError('preconditionFailed', 'the file was changed in the meantime')
  }
}

/**
 * Answers a request for something that the client already has. Returns true if 304 was sent.
 * @throws AppError `preconditionFailed` if it is not what the client expects
 */
export function isAnsweredByConditions(ctx: Pick<AppContext, 'headers' | 'status'>, validators: Validators): boolean {
  const condition = checkConditions(ctx.headers, validators)
  if (condition === 412) throw new AppError('preconditionFailed', 'the file was changed in the meantime')
  if (condition === 304) ctx.status = 304
  return condition === 304
}

/**
 * Answers from what is already known, without a request to the storage, if the client has exactly this content. Returns
 * true if it answered. A 304 updates the client's stored headers (RFC 9111 section 3.2), so the headers of the content
 * are the same as before.
 */
export function isAnsweredUnseen(
  ctx: Pick<AppContext, 'headers' | 'status' | 'get' | 'set' | 'remove'>,
  validators: Required<Validators>,
): boolean {
  if (!ctx.get('If-None-Match').includes(validators.etag)) return false
  if (checkConditions(ctx.headers, validators) !== 304) return false
  ctx.set({ 'Cache-Control': CONTENT_CACHE, ETag: validators.etag, 'Last-Modified': validators.lastModified })
  ctx.remove('Content-Security-Policy')
  ctx.status = 304
  return true
}

/**
 * Whether a `Range` applies: `If-Range` is missing, or names exactly this file by strong comparison (section 13.1.5).
 */
export function isRangeWanted(header: string | undefined, { etag, lastModified }: Validators): boolean {
  return header === undefined || header === etag || header === lastModified
}

function includesStrongly(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((item) => item.trim() === etag)
}
