// Signing in, renewing, signing up and out, and the list of one's sessions (api-contract 2 and 15).
import { COOKIE_HEADER, PAGE_COOKIE, RENEW_HEADER, SESSION_COOKIE } from '../../../contract/headers.ts'
import { loginBody, signupBody, type SessionList } from '../../../contract/session.ts'
import { answerJson, answerStatus, answerText, parseWith } from '../../http/answers.ts'
import { goneOf } from '../../http/asking.ts'
import { cookiesOf } from '../../http/cookies.ts'
import { jsonBody } from '../../http/json-body.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { queryOf } from '../../http/url-path.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Audit } from '../audit/service.ts'
import type { Account, People } from '../users/people.ts'
import { tokenCookie } from './cookie.ts'
import type { SigningIn } from './service.ts'
import type { Sessions } from './sessions.ts'

export interface SessionRoutesOptions {
  signingIn: SigningIn
  sessions: Sessions
  people: Pick<People, 'get' | 'stored'>
  audit: Pick<Audit, 'note'>
  /** The path that Nido lives under, without a closing slash; '' for the root. */
  baseUrl: string
  tokenLifeMs: number
}

export function sessionRoutes({
  signingIn,
  sessions,
  people,
  audit,
  baseUrl,
  tokenLifeMs,
}: SessionRoutesOptions): Route[] {
  /** A client that keeps the token itself gets no cookie: it could not take it away again. */
  function answerToken(ctx: AppContext, token: string): void {
    if (ctx.get(COOKIE_HEADER) === '1') setCookie(ctx, SESSION_COOKIE, token, Math.floor(tokenLifeMs / 1000))
    // For one release: the one before set this cookie itself, so that no script could take it away.
    if (cookiesOf(ctx, PAGE_COOKIE).length > 0) setCookie(ctx, PAGE_COOKIE, '', 0)
    answerText(ctx, token)
  }

  function setCookie(ctx: AppContext, name: string, token: string, maxAge: number): void {
    ctx.append('Set-Cookie', tokenCookie(token, { name, base: baseUrl, isSecure: ctx.state.isSecure, maxAge }))
  }

  async function login(ctx: AppContext): Promise<void> {
    // A form of a foreign page could sign somebody in as its author (Fetch Metadata, `Sec-Fetch-Site`).
    if (ctx.get('Sec-Fetch-Site') === 'cross-site')
      throw new AppError('wrongCredentials', 'a foreign page cannot sign in')
    const body = loginBody.safeParse(await bodyOrNothing(ctx))
    if (!body.success) throw new AppError('wrongCredentials', 'no user name and password')
    const from = { device: ctx.get('User-Agent'), address: ctx.state.address }
    answerToken(ctx, await signingIn.login(body.data, from, goneOf(ctx)))
  }

  async function signUp(ctx: AppContext): Promise<void> {
    await signingIn.checkSignUpIsOn()
    await signingIn.signUp(parseWith(signupBody, await jsonBody(ctx)), ctx.state.address, goneOf(ctx))
    answerStatus(ctx, 200)
  }

  async function renew(ctx: AppContext): Promise<void> {
    // A page renews because its replica told it of a change, and may meet another that has not heard of it yet.
    const account = await people.stored(ctx.state.user.id)
    if (!account) throw new AppError('notSignedIn', 'the person is gone')
    const token = await sessions.renew(account.user, ctx.state.sessionId)
    await signingIn.seen(account.user, ctx.state.address)
    ctx.set(RENEW_HEADER, 'false')
    answerToken(ctx, token)
  }

  async function logout(ctx: AppContext): Promise<void> {
    const { user, sessionId, address } = ctx.state
    await sessions.end(user.id, sessionId)
    audit.note({ kind: 'sessionEnd', who: user, address })
    for (const name of [SESSION_COOKIE, PAGE_COOKIE]) setCookie(ctx, name, '', 0)
    // What the browser kept of this person's files (Clear Site Data, section 3.1). Not the cookies: other services of
    // the host may have some.
    ctx.set('Clear-Site-Data', '"cache"')
    ctx.status = 204
  }

  /** Whose sessions are meant: one's own, or for an administrator those of `?user=`. */
  async function whose(ctx: AppContext): Promise<Account> {
    const { user } = queryOf(ctx)
    if (user !== undefined && !/^[1-9]\d{0,14}$/.test(user)) throw new AppError('badRequest', 'user is not a number')
    const id = user === undefined ? ctx.state.user.id : Number(user)
    if (id !== ctx.state.user.id && !ctx.state.user.perm.admin) throw new AppError('forbidden', 'administrators only')
    const account = await people.get(id)
    if (!account) throw new AppError('notFound', 'no such person')
    return account
  }

  async function list(ctx: AppContext): Promise<void> {
    const items = await sessions.list(await whose(ctx), ctx.state.sessionId)
    answerJson(ctx, { items, cursor: null } satisfies SessionList)
  }

  async function endOne(ctx: AppContext): Promise<void> {
    const { user } = await whose(ctx)
    await sessions.end(user.id, ctx.params.id ?? '')
    audit.note({ kind: 'sessionEnd', who: user, actor: ctx.state.user, address: ctx.state.address })
    ctx.status = 204
  }

  async function endOthers(ctx: AppContext): Promise<void> {
    const { user } = await whose(ctx)
    await sessions.endAll(user.id, ctx.state.sessionId)
    audit.note({ kind: 'sessionsEnd', who: user, actor: ctx.state.user, address: ctx.state.address })
    ctx.status = 204
  }

  return [
    { method: 'POST', path: '/api/login', policy: 'public', handler: login },
    { method: 'POST', path: '/api/signup', policy: 'public', handler: signUp },
    { method: 'POST', path: '/api/renew', policy: 'person', handler: renew },
    { method: 'POST', path: '/api/logout', policy: 'person', handler: logout },
    { method: 'GET', path: '/api/sessions', policy: 'person', handler: list },
    { method: 'DELETE', path: '/api/sessions', policy: 'person', handler: endOthers },
    { method: 'DELETE', path: '/api/sessions/:id', policy: 'person', handler: endOne },
  ]
}

/** A login that is no JSON is as wrong as any other. */
async function bodyOrNothing(ctx: AppContext): Promise<unknown> {
  try {
    return await jsonBody(ctx)
  } catch (error) {
    if (error instanceof AppError && error.code === 'badRequest') return undefined
    throw error
  }
}
