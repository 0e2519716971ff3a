// Parses the cookies of a request.
import type { Context } from 'koa'

/** The values of all cookies of a name, in order (RFC 6265 section 5.4: longer paths first). */
export function cookiesOf(ctx: Pick<Context, 'get'>, name: string): string[] {
  return ctx
    .get('Cookie')
    .split(';')
    .flatMap((pair) => {
      const [own, value = ''] = pair.trim().split('=', 2)
      return own === name ? [value] : []
    })
}
