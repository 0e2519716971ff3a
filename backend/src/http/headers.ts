// Headers of every answer, and of certain kinds.
import type { Context, Middleware } from 'koa'

export const NO_STORE = 'no-cache, no-store, must-revalidate'

/** Browser features that neither the page nor anything in it uses. */
const UNUSED_ABILITIES = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'magnetometer',
  'gyroscope',
  'accelerometer',
  'display-capture',
  'browsing-topics',
]
const YEAR_SECONDS = 31_536_000

/** On every answer. */
const COMMON: Readonly<Record<string, string>> = {
  'Permissions-Policy': UNUSED_ABILITIES.map((ability) => `${ability}=()`).join(', '),
  // A URL may contain a link's hash, which is a secret.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
}
const TLS_ONLY = 'Strict-Transport-Security'

export const COMMON_NAMES: readonly string[] = [...Object.keys(COMMON), TLS_ONLY]

/**
 * Tells browsers that used TLS to keep using it (RFC 6797). For this host only, because others of its domain may belong
 * to somebody else.
 */
export function commonHeaders(): Middleware {
  return function setCommonHeaders(ctx, next) {
    ctx.set(COMMON)
    if (ctx.state.isSecure) ctx.set(TLS_ONLY, `max-age=${YEAR_SECONDS}`)
    return next()
  }
}

/** Headers of API answers. Handlers may replace them. Never a CORS header. */
export function setApiHeaders(ctx: Pick<Context, 'set'>): void {
  ctx.set('Cache-Control', NO_STORE)
  ctx.set('Content-Security-Policy', "default-src 'self'; style-src 'unsafe-inline';")
}
