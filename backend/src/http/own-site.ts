// Whether a request is meant for this site, and comes from a page of it: what browsers tell of that, no page can keep
// them from telling.
import { isIP } from 'node:net'
import type { Context, Middleware } from 'koa'
import { AppError } from '../lib/app-error.ts'

/** RFC 9110 section 7.2: a name or an address, and a port. An IPv6 address stands in brackets. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]@/?#\\,]+))(?::\d{1,5})?$/i

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The name or address in a `Host`, in lower case, without its port; '' for what is none. */
function nameIn(host: string): string {
  const [, address, name = ''] = HOST.exec(host) ?? []
  return (address ?? name).toLowerCase()
}

/**
 * Answers no other hosts than addresses, `localhost` and the ones that are allowed. Where nobody signs in, a name that
 * somebody else's DNS leads here would make their page one of ours (DNS rebinding); an address cannot be led elsewhere.
 * @throws AppError `misdirected`
 */
export function refuseOtherHosts(allowed: readonly string[]): Middleware {
  const names = new Set(['localhost', ...allowed.map((name) => name.toLowerCase())])
  const isOurs = (host: string) => {
    const name = nameIn(host)
    return isIP(name) !== 0 || names.has(name)
  }
  return function checkHost(ctx, next) {
    // What a proxy says that it was asked for counts as well as what we were asked for: a page could send that header
    // through a careless one.
    if (![ctx.get('Host'), String(ctx.state.host)].every(isOurs))
      throw new AppError('misdirected', 'this host is not in ALLOWED_HOSTS')
    return next()
  }
}

/**
 * Whether the page that sends a request is one of this site (RFC 6454 section 7.3): browsers send its origin, and no
 * page can keep them from it. Whoever sends none is no browser. A proxy may speak TLS for us, so only host and port are
 * compared.
 */
export function isOwnPage(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host: page } = new URL(origin)
  const asked = `${protocol}//${host}`
  return page !== '' && URL.canParse(asked) && new URL(asked).host === page
}

/** Refuses a change that the page of somebody else sends. @throws AppError `forbidden` */
export function refuseForeignChange(ctx: Pick<Context, 'method' | 'req' | 'state'>): void {
  if (!READS.includes(ctx.method) && !isOwnPage(ctx.req.headers.origin, ctx.state.host))
    throw new AppError('forbidden', 'requests from pages of another origin are refused')
}
