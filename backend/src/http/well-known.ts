// Addresses that programs look for at every host (RFC 8615).
import type { Middleware } from 'koa'
import { splitUrl } from './url-path.ts'

/** Where phones look for calendars (RFC 6764 section 5). With a base path, the owner of the host has to do it, too. */
export function wellKnownDav(base: string): Middleware {
  return async function redirectWellKnown(ctx, next) {
    // `ctx.path` throws for the absolute form with a host that is none.
    if (splitUrl(ctx.req.url ?? '').path !== '/.well-known/caldav') return next()
    ctx.redirect(`${base}/dav/`)
    ctx.status = 301
  }
}
