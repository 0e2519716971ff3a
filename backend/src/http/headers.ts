// Headers that every answer carries, and those of a kind (api-contract 1.2 and 13).
import type { Context, Middleware } from 'koa'

export const NO_STORE = 'no-cache, no-store, must-revalidate'

/** What the page never asks a browser for, and nothing that is shown in it may. */
const UNUSED_ABILITIES = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'bluetooth',
  'midi',
  'magnetometer',
  'gyroscope',
  'accelerometer',
  'display-capture',
  'browsing-topics',
]
const YEAR_SECONDS = 31_536_000

/** On every answer, whatever becomes of it. */
const COMMON: Readonly<Record<string, string>> = {
  'Permissions-Policy': UNUSED_ABILITIES.map((ability) => `${ability}=()`).join(', '),
  // An address may be a link's, which is a secret.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
}
const TLS_ONLY = 'Strict-Transport-Security'

export const COMMON_NAMES: readonly string[] = [...Object.keys(COMMON), TLS_ONLY]

/**
 * Who speaks TLS to us, or to a trusted proxy, shall go on doing so (RFC 6797): this host alone, others of its domain
 * may be somebody else's.
 */
export function commonHeaders(): Middleware {
  return function setCommonHeaders(ctx, next) {
    ctx.set(COMMON)
    if (ctx.state.isSecure) ctx.set(TLS_ONLY, `max-age=${YEAR_SECONDS}`)
    return next()
  }
}

/** Headers of API answers; a handler may set others in their place. No CORS header ever. */
export function setApiHeaders(ctx: Pick<Context, 'set'>): void {
  ctx.set('Cache-Control', NO_STORE)
  ctx.set('Content-Security-Policy', "default-src 'self'; style-src 'unsafe-inline';")
}
