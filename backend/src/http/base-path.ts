// Removes the base URL from a request, so that all code behind it sees paths relative to it.
import type { Middleware } from 'koa'
import { AppError } from '../lib/app-error.ts'
import { splitUrl } from './url-path.ts'

/** Calls of operators and probes, answered below the base URL and without it. */
const PROBES = new Set(['/health', '/ready'])

/** RFC 9112 section 3.2.2: a server accepts the absolute form too. Its host is not used for anything. */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i

/** The characters that RFC 3986 allows in a request target. Parsers disagree about others. */
const URL_CHARACTERS = /^[\x21\x22\x24-\x7e]+$/

/** `/cloud/api/x` → `/api/x`. The bare `/cloud` redirects to itself with a slash; everything outside is 404. */
export function basePath(base: string): Middleware {
  return async function takeOffBasePath(ctx, next) {
    const url = (ctx.req.url ?? '/').replace(ABSOLUTE_FORM, '').replace(/^(?=\?|$)/, '/')
    if (!URL_CHARACTERS.test(url)) throw new AppError('badRequest', 'the URL is not percent-encoded')
    const { path, query } = splitUrl(url)
    if (base !== '' && path === base && (ctx.method === 'GET' || ctx.method === 'HEAD')) {
      ctx.redirect(query === '' ? `${base}/` : `${base}/?${query}`)
      ctx.status = 301
      return
    }
    const isInside = path.startsWith(`${base}/`)
    if (!isInside && !PROBES.has(path)) return
    // `ctx.path =` would rewrite the URL and change its encoding.
    ctx.req.url = isInside ? url.slice(base.length) : url
    await next()
  }
}
