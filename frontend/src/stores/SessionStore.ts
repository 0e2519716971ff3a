// Who is signed in: the token, and the person it names.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Permission } from '../../../backend/contract/permissions.ts'
import type { TokenUser } from '../../../backend/contract/session.ts'
import type { Api } from '../api/index.ts'
import { ApiError } from '../api/http.ts'
import type { TokenKeeper } from '../lib/token-keeper.ts'
import { readToken } from '../lib/token.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export interface Credentials {
  username: string
  password: string
  recaptcha?: string
}

export class SessionStore implements Store {
  token: string | null = null
  /** Whether the session ended by itself, not by the person's choice. */
  hasExpired = false
  /** Whether the person signed out on purpose. If so, the next sign-in does not return to the old address. */
  hasLeft = false
  #renewal: Promise<void> | null = null
  readonly #api: Api
  readonly #keeper: TokenKeeper
  readonly #isNoAuth: boolean
  readonly #blank: () => void

  constructor(api: Api, { keeper, isNoAuth }: { keeper: TokenKeeper; isNoAuth: boolean }) {
    this.#api = api
    this.#keeper = keeper
    this.#isNoAuth = isNoAuth
    makeAutoObservable(this, { token: observableRef }, { autoBind: true })
    api.http.listen({
      onUnauthorized: (token) => this.expire(token),
      onRenewalAsked: () => void this.renew(),
    })
    keeper.watch((token) => this.take(token))
    this.#blank = rememberBlank(this, ['token', 'hasExpired', 'hasLeft'])
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  get user(): TokenUser | null {
    return this.token === null ? null : (readToken(this.token)?.user ?? null)
  }

  /** Whether signing out makes sense: without accounts there is nobody to sign out. */
  get canLogout(): boolean {
    return this.user !== null && !this.#isNoAuth
  }

  can(permission: Permission): boolean {
    return this.user?.perm[permission] ?? false
  }

  /**
   * Checks the token of an earlier visit and renews it. Without accounts it signs in by itself. A token that may still
   * be valid does not wait for its renewal, so that the files appear at once.
   */
  async start(now = Date.now()): Promise<void> {
    this.take(this.#keeper.read())
    const { token } = this
    try {
      if (token !== null) {
        const renewal = this.renew()
        if ((readToken(token)?.exp ?? 0) * 1000 < now) await renewal
      }
      if (this.token === null && this.#isNoAuth) await this.login({ username: '', password: '' })
    } catch {
      // Without an answer the page starts anyway, and reports the problem when it fetches files.
    }
  }

  /** @throws ApiError `wrongCredentials`, `tooManyRequests`, … */
  async login({ username, password, recaptcha }: Credentials): Promise<void> {
    const token = await this.#api.session.login({ username, password, recaptcha: recaptcha ?? '' })
    this.keep(token)
  }

  /**
   * Creates an account and signs in with it.
   * @throws ApiError `conflict` for a name that is taken, `badRequest` for a weak password
   */
  async signup(credentials: Credentials): Promise<void> {
    await this.#api.session.signup({ username: credentials.username, password: credentials.password })
    await this.login(credentials)
  }

  /** Ends the session here and, if it can be reached, on the server. */
  async logout(): Promise<void> {
    // Called before the token is dropped, because the call needs it.
    const ended = this.#api.session.logout().catch(() => undefined)
    this.keep(null)
    this.hasLeft = true
    await ended
  }

  /** Gets a fresh token. Several requests at once are one call. */
  async renew(): Promise<void> {
    this.#renewal ??= this.#renewNow().finally(() => {
      this.#renewal = null
    })
    await this.#renewal
  }

  async #renewNow(): Promise<void> {
    const before = this.token
    try {
      const token = await this.#api.session.renew()
      // Somebody may have signed out, or signed in as another person, meanwhile.
      if (this.token === before) this.keep(token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  expire(token: string): void {
    if (this.token !== token) return
    this.keep(null)
    this.hasExpired = true
  }

  keep(token: string | null): void {
    this.#keeper.write(token)
    this.take(token)
  }

  take(token: string | null): void {
    const isReadable = token !== null && readToken(token) !== null
    this.token = isReadable ? token : null
    this.#api.http.token = this.token
    this.hasExpired = false
    this.hasLeft = false
  }
}
