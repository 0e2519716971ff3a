// Whether a request's conditions hold for a file: RFC 9110 section 13.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'
import { AppError } from '../lib/app-error.ts'
import { CONTENT_CACHE } from './disposition.ts'
import type { FileStat } from '../storage/types.ts'
import type { AppContext } from './route.ts'

/** What a file is recognised by: its quoted ETag, and its time as an HTTP date (whole seconds) where it has one. */
export interface Validators {
  etag: string
  lastModified?: string
}

/** Letters of an ETag: enough that no two contents come to share one, whatever is tried. */
const TAG_LENGTH = 27

/**
 * The quoted ETag of a file, or of a form of it that is made of its content. The storage's own ETag is an MD5, of which
 * two contents can be made to share one: what the content was written as belongs to it.
 */
export function tagOf(stat: Pick<FileStat, 'etag' | 'size' | 'contentId'>, form = ''): string {
  const { etag, size, contentId = '' } = stat
  const digest = createHash('sha256')
    .update(JSON.stringify([etag, size, contentId]))
    .digest('base64url')
  return `"${digest.slice(0, TAG_LENGTH)}${form}"`
}

/** The validators of a file, or of a form of it. */
export const validatorsOf = (stat: FileStat, form = ''): Required<Validators> => ({
  etag: tagOf(stat, form),
  lastModified: stat.modified.toUTCString(),
})

/**
 * The status that the conditions come to, in the order of section 13.2.2: 412, 304, or null to go on. For GET and HEAD.
 */
export function checkConditions(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): 304 | 412 | null {
  const match = headers['if-match']
  const unmodified = headers['if-unmodified-since']
  if (match !== undefined) {
    if (!includesStrongly(match, etag)) return 412
  } else if (unmodified !== undefined && Date.parse(lastModified ?? '') > Date.parse(unmodified)) {
    return 412
  }
  // Only the conditions count: `Cache-Control: no-cache`, which browsers' fetch sends along with them, is for caches on
  // the way.
  const conditions = { 'if-none-match': headers['if-none-match'], 'if-modified-since': headers['if-modified-since'] }
  return fresh(conditions, { etag, 'last-modified': lastModified }) ? 304 : null
}

/**
 * Answers a request for something that its client has already: true where 304 says all there is to say.
 * @throws AppError `preconditionFailed` where it is another one than the client thinks
 */
export function isAnsweredByConditions(ctx: Pick<AppContext, 'headers' | 'status'>, validators: Validators): boolean {
  const condition = checkConditions(ctx.headers, validators)
  if (condition === 412) throw new AppError('preconditionFailed', 'the file was changed in the meantime')
  if (condition === 304) ctx.status = 304
  return condition === 304
}

/**
 * Answers by what is known without a look at the storage, where that is all the client asks for: that it has just this
 * content already. True where it was answered. 304 updates what the client keeps (RFC 9111 section 3.2): the headers of
 * content are told as before, the policy stays.
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
 * Whether a `Range` still counts: `If-Range` is missing, or names just this file, compared strongly (section 13.1.5).
 */
export function isRangeWanted(header: string | undefined, { etag, lastModified }: Validators): boolean {
  return header === undefined || header === etag || header === lastModified
}

function includesStrongly(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((item) => item.trim() === etag)
}
