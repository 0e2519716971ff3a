// Limits on a request's head, because every header, cookie and query parameter costs whoever searches them.
import type { Middleware } from 'koa'
import { COOKIES_MAX, HEADERS_MAX } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'

/** Refuses requests with more headers or cookies than any browser sends. */
export function requestLimits(): Middleware {
  return function checkHead(ctx, next) {
    // Names and values alternate here.
    if (ctx.req.rawHeaders.length / 2 > HEADERS_MAX)
      throw new AppError('badRequest', `more than ${HEADERS_MAX} headers`)
    if (countOf(ctx.get('Cookie'), ';') > COOKIES_MAX)
      throw new AppError('badRequest', `more than ${COOKIES_MAX} cookies`)
    return next()
  }
}

/** The number of pieces of a text, without splitting it. */
export function countOf(text: string, separator: string): number {
  let count = text === '' ? 0 : 1
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count += 1
  return count
}
