// Finds the token of a request and its person, and checks whether they may make the call.
import type { Context } from 'koa'
import { can } from '../../contract/rights.ts'
import { ACTION_HEADER, PAGE_COOKIE, RENEW_HEADER, SESSION_COOKIE, TOKEN_HEADER } from '../../contract/headers.ts'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { Identity } from '../features/session/identity.ts'
import { cookiesOf } from './cookies.ts'
import { inLanguageOf } from './languages.ts'
import type { Route } from './route.ts'
import { queryOf } from './url-path.ts'

export interface Authenticator {
  /** The person of a token; null if it is foreign or expired, or if its session or person is gone. */
  authenticate(token: string): Promise<Identity | null>
}

/** A token that expires within this many seconds has to be renewed. */
const RENEW_BEFORE_SECONDS = 3600

export interface SessionGuard {
  /**
   * Sets the caller on the request.
   * @throws AppError `notSignedIn`, or `forbidden` on a route for administrators
   */
  admit(ctx: Context, route: Pick<Route, 'policy' | 'queryToken'>): Promise<void>
}

export function createSessionGuard(authenticator: Authenticator, now: Clock): SessionGuard {
  async function admit(ctx: Context, route: Pick<Route, 'policy' | 'queryToken'>): Promise<void> {
    if (route.policy === 'public') return
    const identity = await identify(ctx, route.queryToken === true)
    if (!identity) throw new AppError('notSignedIn', 'a token is required')
    Object.assign(ctx.state, {
      user: inLanguageOf(ctx, identity.user),
      actor: { ...identity.actor, action: actionOf(ctx), address: ctx.state.address },
      sessionId: identity.sessionId,
    })
    if (wantsRenewal(identity, now())) ctx.set(RENEW_HEADER, 'true')
    if (route.policy === 'admin' && !can(identity.user, 'admin')) throw new AppError('forbidden', 'administrators only')
  }

  async function identify(ctx: Context, queryToken: boolean): Promise<Identity | null> {
    for (const token of tokensOf(ctx, queryToken)) {
      const identity = await authenticator.authenticate(token)
      if (identity) return identity
    }
    return null
  }

  return { admit }
}

const actionOf = (ctx: Context): string | undefined => /^[\w-]{1,64}$/.exec(ctx.get(ACTION_HEADER))?.[0]

/**
 * The tokens to try, in order: the header's, the query's, those of Nido's own cookie, those of other pages' cookie.
 * Cookies are only for GET and HEAD, so that no foreign page can act with them. Each is tried, because another
 * installation on this host may have a cookie of the same name, and an invalid one must not hide a good one.
 */
function tokensOf(ctx: Context, queryToken: boolean): string[] {
  const header = ctx.get(TOKEN_HEADER)
  if (isToken(header)) return [header]
  const query = queryToken ? queryOf(ctx).auth : undefined
  if (query !== undefined && isToken(query)) return [query]
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return []
  return [SESSION_COOKIE, PAGE_COOKIE].flatMap((name) => cookiesOf(ctx, name)).filter(isToken)
}

const isToken = (value: string): boolean => value.split('.').length === 3

/** Within its last hour, or if the person's record was changed since the token was issued. */
function wantsRenewal(identity: Identity, nowMs: number): boolean {
  return (
    identity.expiresAt - nowMs / 1000 < RENEW_BEFORE_SECONDS || identity.user.changed.getTime() > identity.recordChanged
  )
}
