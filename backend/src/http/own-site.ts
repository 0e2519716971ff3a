// Checks that a request is meant for this site and comes from one of its pages, by headers that pages cannot forge.
import { isIP } from 'node:net'
import type { Context, Middleware } from 'koa'
import { AppError } from '../lib/app-error.ts'

/** RFC 9110 section 7.2: a name or an address, and a port. An IPv6 address is in brackets. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]@/?#\\,]+))(?::\d{1,5})?$/i

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The name or address in a `Host`, in lower case, without the port; '' if invalid. */
function nameIn(host: string): string {
  const [, address, name = ''] = HOST.exec(host) ?? []
  return (address ?? name).toLowerCase()
}

/**
 * Only answers IP addresses, `localhost` and allowed hosts. Without accounts, a name in somebody else's DNS that leads
 * here would make their page one of ours (DNS rebinding). An address cannot be redirected like that.
 * @throws AppError `misdirected`
 */
export function refuseOtherHosts(allowed: readonly string[]): Middleware {
  const names = new Set(['localhost', ...allowed.map((name) => name.toLowerCase())])
  const isOurs = (host: string) => {
    const name = nameIn(host)
    return isIP(name) !== 0 || names.has(name)
  }
  return function checkHost(ctx, next) {
    // The host that a proxy reports is checked as well as the requested one, because a page could send that header
    // through a careless proxy.
    if (![ctx.get('Host'), String(ctx.state.host)].every(isOurs))
      throw new AppError('misdirected', 'this host is not in ALLOWED_HOSTS')
    return next()
  }
}

/**
 * Whether the page that sends a request is one of this site (RFC 6454 section 7.3). Browsers always send the origin, so
 * a request without one does not come from a browser. A proxy may handle TLS for us, so only host and port are
 * compared.
 */
export function isOwnPage(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host: page } = new URL(origin)
  const asked = `${protocol}//${host}`
  return page !== '' && URL.canParse(asked) && new URL(asked).host === page
}

/** Refuses changes sent by pages of other origins. @throws AppError `forbidden` */
export function refuseForeignChange(ctx: Pick<Context, 'method' | 'req' | 'state'>): void {
  if (!READS.includes(ctx.method) && !isOwnPage(ctx.req.headers.origin, ctx.state.host))
    throw new AppError('forbidden', 'requests from pages of another origin are refused')
}
