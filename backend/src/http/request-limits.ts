// Bounds on what the head of a request holds: each of its lines, cookies and values costs whoever looks through them.
import type { Middleware } from 'koa'
import { COOKIES_MAX, HEADERS_MAX } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'

/** Refuses requests with more headers or cookies than any browser has to send. */
export function requestLimits(): Middleware {
  return function checkHead(ctx, next) {
    // Names and values take turns here.
    if (ctx.req.rawHeaders.length / 2 > HEADERS_MAX)
      throw new AppError('badRequest', `more than ${HEADERS_MAX} headers`)
    if (countOf(ctx.get('Cookie'), ';') > COOKIES_MAX)
      throw new AppError('badRequest', `more than ${COOKIES_MAX} cookies`)
    return next()
  }
}

/** How many pieces a text falls into, without cutting it. */
export function countOf(text: string, separator: string): number {
  let count = text === '' ? 0 : 1
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count += 1
  return count
}
