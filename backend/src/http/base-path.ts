// Takes the base URL off a request, so that everything after it sees paths relative to it.
import type { Middleware } from 'koa'
import { AppError } from '../lib/app-error.ts'
import { splitUrl } from './url-path.ts'

/** Calls that the machine's keeper makes, answered below the base URL and without it. */
const PROBES = new Set(['/health', '/ready'])

/** RFC 9112 section 3.2.2: a server accepts the absolute form too; nothing is ever built from the host in it. */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i

/** What a request target is made of: RFC 3986 has no other characters in it, and parsers differ on what others mean. */
const URL_CHARACTERS = /^[\x21\x22\x24-\x7e]+$/

/** `/cloud/api/x` → `/api/x`; the bare `/cloud` is sent to itself with a slash, what lies outside is not found. */
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
    // `ctx.path =` would write the URL anew, and change how it is encoded.
    ctx.req.url = isInside ? url.slice(base.length) : url
    await next()
  }
}
