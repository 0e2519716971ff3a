// Logging in, renewing, signing up, logging out, and the list of sessions.
import { can } from '../../../contract/rights.ts'
import { sessionCalls } from '../../../contract/calls/session.ts'
import { COOKIE_HEADER, PAGE_COOKIE, RENEW_HEADER, SESSION_COOKIE } from '../../../contract/headers.ts'
import type { LoginBody, SessionList } from '../../../contract/session.ts'
import { answerJson, answerStatus, answerText } from '../../http/answers.ts'
import type { Asked } from '../../http/asked.ts'
import { goneOf } from '../../http/asking.ts'
import { cookiesOf } from '../../http/cookies.ts'
import { languagesOf } from '../../http/languages.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
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
  /** The base URL without a closing slash; '' for the root. */
  baseUrl: string
  tokenLifeMs: number
}

/** Removes a cookie. */
const NO_COOKIE = { token: '', maxAge: 0 }

export function sessionRoutes(options: SessionRoutesOptions): Route[] {
  const tokens = new TokenHandlers(options)
  const devices = new SessionHandlers(options)
  return [
    on(sessionCalls.login, (ctx, asked) => tokens.login(ctx, asked)),
    on(sessionCalls.signUp, (ctx, asked) => tokens.signUp(ctx, asked)),
    on(sessionCalls.renew, (ctx) => tokens.renew(ctx)),
    on(sessionCalls.logout, (ctx) => tokens.logout(ctx)),
    on(sessionCalls.list, (ctx, asked) => devices.list(ctx, asked)),
    on(sessionCalls.endOthers, (ctx, asked) => devices.endOthers(ctx, asked)),
    on(sessionCalls.endOne, (ctx, asked) => devices.endOne(ctx, asked)),
  ]
}

/** The beginning, renewal and end of the caller's own session. */
class TokenHandlers {
  readonly #options: SessionRoutesOptions

  constructor(options: SessionRoutesOptions) {
    this.#options = options
  }

  async login(ctx: AppContext, asked: Asked<typeof sessionCalls.login>): Promise<void> {
    // A form on a foreign page could log somebody in as its author (Fetch Metadata, `Sec-Fetch-Site`).
    if (ctx.get('Sec-Fetch-Site') === 'cross-site')
      throw new AppError('wrongCredentials', 'requests from pages of another origin are refused')
    const credentials = await credentialsOf(asked)
    const from = { device: ctx.get('User-Agent'), address: ctx.state.address, languages: languagesOf(ctx) }
    this.#answerToken(ctx, await this.#options.signingIn.login(credentials, from, goneOf(ctx)))
  }

  async signUp(ctx: AppContext, { body }: Asked<typeof sessionCalls.signUp>): Promise<void> {
    await this.#options.signingIn.checkSignUpIsOn()
    await this.#options.signingIn.signUp(await body(), ctx.state.address, goneOf(ctx))
    answerStatus(ctx, 200)
  }

  async renew(ctx: AppContext): Promise<void> {
    // A page renews because its replica told it of a change, but it may meet another that has not heard of it yet.
    const account = await this.#options.people.stored(ctx.state.user.id)
    if (!account) throw new AppError('notSignedIn', 'the person no longer exists')
    const token = await this.#options.sessions.renew(account.user, ctx.state.sessionId)
    await this.#options.signingIn.seen(account.user, { address: ctx.state.address, languages: languagesOf(ctx) })
    ctx.set(RENEW_HEADER, 'false')
    this.#answerToken(ctx, token)
  }

  async logout(ctx: AppContext): Promise<void> {
    const { user, sessionId, address } = ctx.state
    await this.#options.sessions.end(user.id, sessionId)
    this.#options.audit.note({ kind: 'sessionEnd', who: user, address })
    for (const name of [SESSION_COOKIE, PAGE_COOKIE]) this.#setCookie(ctx, name, NO_COOKIE)
    // Clears what the browser stored of this person's files (Clear Site Data, section 3.1). Not cookies, because other
    // services of the host may have some.
    ctx.set('Clear-Site-Data', '"cache"')
  }

  /** A client that keeps the token itself gets no cookie, because it could not remove it. */
  #answerToken(ctx: AppContext, token: string): void {
    const maxAge = Math.floor(this.#options.tokenLifeMs / 1000)
    if (ctx.get(COOKIE_HEADER) === '1') this.#setCookie(ctx, SESSION_COOKIE, { token, maxAge })
    // For one release: the previous one set this cookie itself, so that no script could remove it.
    if (cookiesOf(ctx, PAGE_COOKIE).length > 0) this.#setCookie(ctx, PAGE_COOKIE, NO_COOKIE)
    answerText(ctx, token)
  }

  #setCookie(ctx: AppContext, name: string, { token, maxAge }: { token: string; maxAge: number }): void {
    const { baseUrl: base } = this.#options
    ctx.append('Set-Cookie', tokenCookie(token, { name, base, isSecure: ctx.state.isSecure, maxAge }))
  }
}

/** The list of a person's sessions. */
class SessionHandlers {
  readonly #options: SessionRoutesOptions

  constructor(options: SessionRoutesOptions) {
    this.#options = options
  }

  async list(ctx: AppContext, asked: Asked<typeof sessionCalls.list>): Promise<void> {
    const items = await this.#options.sessions.list(await this.#whose(ctx, asked), ctx.state.sessionId)
    answerJson(ctx, { items, cursor: null } satisfies SessionList)
  }

  async endOne(ctx: AppContext, asked: Asked<typeof sessionCalls.endOne>): Promise<void> {
    const { user } = await this.#whose(ctx, asked)
    await this.#options.sessions.end(user.id, asked.params.id)
    this.#options.audit.note({ kind: 'sessionEnd', who: user, actor: ctx.state.user, address: ctx.state.address })
  }

  async endOthers(ctx: AppContext, asked: Asked<typeof sessionCalls.endOthers>): Promise<void> {
    const { user } = await this.#whose(ctx, asked)
    await this.#options.sessions.endAll(user.id, ctx.state.sessionId)
    this.#options.audit.note({ kind: 'sessionsEnd', who: user, actor: ctx.state.user, address: ctx.state.address })
  }

  /** Whose sessions are meant: the caller's own, or for an administrator those of `?user=`. */
  async #whose(ctx: AppContext, { query }: Asked<typeof sessionCalls.list>): Promise<Account> {
    const id = query.user ?? ctx.state.user.id
    if (id !== ctx.state.user.id && !can(ctx.state.user, 'admin'))
      throw new AppError('forbidden', 'administrators only')
    const account = await this.#options.people.get(id)
    if (!account) throw new AppError('notFound', 'no such person')
    return account
  }
}

/** A login that is not JSON, or lacks the name and the password, is answered like any other wrong one. */
async function credentialsOf({ body }: Asked<typeof sessionCalls.login>): Promise<LoginBody> {
  try {
    return await body()
  } catch (error) {
    if (error instanceof AppError && error.code === 'badRequest')
      throw new AppError('wrongCredentials', 'user name or password is missing')
    throw error
  }
}
