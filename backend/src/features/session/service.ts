// Logging in and out, signing up, and finding the person of a token.
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { PASSWORD_MAX_BYTES, type LoginBody, type SignupBody } from '../../../contract/session.ts'
import type { Settings } from '../../../contract/settings.ts'
import { type Rule, userFields } from '../../../contract/users.ts'
import { parseWith } from '../../http/answers.ts'
import { guestAt } from '../../http/asking.ts'
import type { Authenticator } from '../../http/session-guard.ts'
import { AppError } from '../../lib/app-error.ts'
import { FairSlots } from '../../lib/fair-slots.ts'
import type { Passwords } from '../../lib/passwords.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { SettingsService } from '../settings/service.ts'
import type { Account, People } from '../users/people.ts'
import type { Users } from '../users/service.ts'
import type { SpokenLanguages } from '../users/spoken.ts'
import type { User } from '../users/user.ts'
import type { Captcha } from './captcha.ts'
import type { Identity } from './identity.ts'
import type { KnownAddresses } from './known-addresses.ts'
import type { SignInLimits } from './limits.ts'
import type { SignedInDevice, Sessions } from './sessions.ts'

/** A browser, and the languages that it prefers (BCP 47). */
export interface Visitor extends SignedInDevice {
  languages: readonly string[]
}

export interface SigningIn extends Authenticator {
  /**
   * A token for a name and a password.
   * @throws AppError `wrongCredentials` for any wrong input, `tooManyRequests` after too many failures, `unavailable`;
   *   the signal's reason
   */
  login(body: LoginBody, from: Visitor, signal: AbortSignal): Promise<string>
  /** Stores where a person's session continues, and in which language. */
  seen(user: User, from: Pick<Visitor, 'address' | 'languages'>): Promise<void>
  /**
   * @throws AppError `methodNotAllowed` if sign-up is off, `badRequest`, `conflict` if the name or its home folder is
   *   taken, `tooManyRequests`, `unavailable`; the signal's reason
   */
  signUp(body: SignupBody, address: string, signal: AbortSignal): Promise<void>
  /** @throws AppError `methodNotAllowed` if sign-up is off */
  checkSignUpIsOn(): Promise<void>
  /** A person as stored now, and the global rules; null for a deleted person. */
  personOf(userId: number): Promise<{ user: User; actor: Actor; rules: readonly Rule[] } | null>
  /** @throws AppError `badRequest` for a wrong password, `tooManyRequests` after too many */
  checkOwnPassword(user: User, password: string, address: string): Promise<void>
}

export interface SigningInOptions {
  people: Pick<People, 'get' | 'stored' | 'named'>
  users: Pick<Users, 'create'>
  spoken: SpokenLanguages
  settings: Pick<SettingsService, 'get' | 'fresh'>
  sessions: Sessions
  limits: SignInLimits
  known: Pick<KnownAddresses, 'note' | 'has'>
  passwords: Passwords
  captcha: Captcha
  authMethod: Settings['authMethod']
  access: Pick<Access, 'actorOf'>
  audit: Pick<Audit, 'note'>
}

/** In no-auth mode everybody is this person. */
const FIRST_PERSON = 1

const NEVER = new AbortController().signal

/** Where a login comes from, and a callback that gets the person. */
interface Coming {
  address: string
  signal: AbortSignal
  tell(account: Account | undefined): void
}

/** A claimed identity. `hasSession`: the person is logged in and has to confirm the password. */
interface Proof {
  name: string
  password: string
  address: string
  signal: AbortSignal
  hasSession?: boolean
}

const wrong = () => new AppError('wrongCredentials', 'wrong user name or password')

export class PasswordSigningIn implements SigningIn {
  readonly #options: SigningInOptions
  // People are created one at a time, because that hashes and takes the lease for changes of people.
  readonly #signUps = new FairSlots(FAIR_SHARES.signUps)

  constructor(options: SigningInOptions) {
    this.#options = options
  }

  async login(body: LoginBody, { languages, ...from }: Visitor, signal: AbortSignal): Promise<string> {
    const { sessions, spoken, audit } = this.#options
    let who: User | null = null
    try {
      const tell = (named: Account | undefined) => {
        who = named?.user ?? null
      }
      const account = await this.#admit(body, { address: from.address, signal, tell })
      await spoken.hear(account.user, languages)
      const token = await sessions.begin(account, from)
      audit.note({ kind: 'signIn', who: account.user, ...from })
      return token
    } catch (error) {
      audit.note({ kind: 'signIn', who, address: from.address, error })
      throw error
    }
  }

  async checkSignUpIsOn(): Promise<void> {
    if (!(await this.#options.settings.fresh()).signup) throw new AppError('methodNotAllowed', 'sign-up is off')
  }

  async seen(user: User, { address, languages }: Pick<Visitor, 'address' | 'languages'>): Promise<void> {
    await this.#options.known.note(`person:${user.id}`, address)
    await this.#options.spoken.hear(user, languages)
  }

  async signUp(body: SignupBody, address: string, signal: AbortSignal): Promise<void> {
    const { limits, audit } = this.#options
    const { username } = body
    try {
      const id = await this.#signUps.run({ signal, asker: guestAt(address) }, () => this.#make(body, address))
      audit.note({ kind: 'signUp', who: { id, username }, address })
    } catch (error) {
      audit.note({ kind: 'signUp', who: null, address, error })
      // Otherwise a script could find out which names are taken.
      if (error instanceof AppError && error.code === 'conflict')
        await limits.fail({ account: username, address, isKnown: true })
      throw error
    }
  }

  /** Makes a person who signs up, within the limits; answers the id. */
  async #make({ username, password }: SignupBody, address: string): Promise<number> {
    const { users, settings, limits } = this.#options
    await limits.check({ account: username, address, isKnown: true })
    await limits.checkSignUp(address)
    const current = await settings.fresh()
    const id = await users.create(newcomer(current, { username, password }), { ...current, createUserDir: true })
    await limits.signedUp(address)
    return id
  }

  async checkOwnPassword(user: User, password: string, address: string): Promise<void> {
    const { people, authMethod, audit } = this.#options
    if (authMethod === 'noauth') return
    const account = await people.stored(user.id)
    if (await this.#prove(account, { name: user.username, password, address, signal: NEVER, hasSession: true })) return
    const error = new AppError('passwordRefused', 'the current password is wrong')
    audit.note({ kind: 'passwordRefused', who: user, address, error })
    throw error
  }

  async personOf(userId: number): ReturnType<SigningIn['personOf']> {
    const { people, settings, access } = this.#options
    const account = await people.get(userId)
    if (!account) return null
    const { rules } = await settings.get()
    return { user: account.user, actor: access.actorOf(account.user, rules), rules }
  }

  async authenticate(token: string): Promise<Identity | null> {
    const { sessions, settings, access } = this.#options
    const found = await sessions.find(token)
    if (!found) return null
    const {
      account: { user },
      claims,
    } = found
    const { rules } = await settings.get()
    return { user, actor: access.actorOf(user, rules), ...claims }
  }

  /** The named person, if the login succeeds. `tell` gets the person that it would be. */
  async #admit(body: LoginBody, { address, signal, tell }: Coming): Promise<Account> {
    const { people, known, captcha, authMethod } = this.#options
    const { username, password, recaptcha } = body
    if (authMethod === 'noauth') {
      const first = await people.get(FIRST_PERSON)
      if (!first) throw wrong()
      return first
    }
    if (!(await captcha.isSolved(recaptcha, signal))) throw wrong()
    const named = await people.named(username)
    tell(named)
    const account = await this.#prove(named, { name: username, password, address, signal })
    if (!account) throw wrong()
    await known.note(`person:${account.user.id}`, address)
    return account
  }

  /** The account if the password is right. For an unknown name it takes equally long and reveals no more. */
  async #prove(account: Account | undefined, proof: Proof): Promise<Account | null> {
    const { known, limits, passwords } = this.#options
    const { name, password, address, signal, hasSession = false } = proof
    // Also checked for unknown names, so that it takes equally long.
    const isKnown = (await known.has(`person:${account?.user.id ?? 0}`, address)) || hasSession
    const one = { account: name, address, isKnown }
    const stranger = guestAt(address)
    const asker = isKnown ? { id: `known-${stranger.id}`, isGuest: false } : stranger
    // Limits are checked inside the turn, so that of many simultaneous attempts only those in progress exceed the
    // limit.
    return passwords.inTurn(
      async (turn) => {
        await limits.check(one)
        const isTooLong = Buffer.byteLength(password) > PASSWORD_MAX_BYTES
        const isRight = await turn.matches(password, isTooLong ? undefined : account?.passwordHash)
        if (isRight && account) {
          await limits.succeed(one)
          return account
        }
        await limits.fail(one)
        return null
      },
      { signal, asker },
    )
  }
}

/** People who sign up get the default settings, but never the permissions `admin` and `execute`. */
function newcomer({ defaults }: Settings, { username, password }: SignupBody) {
  return parseWith(userFields, {
    username,
    password,
    scope: '',
    locale: defaults.locale,
    viewMode: defaults.viewMode,
    singleClick: defaults.singleClick,
    sorting: defaults.sorting,
    perm: { ...defaults.perm, admin: false, execute: false },
    commands: [],
    hideDotfiles: defaults.hideDotfiles,
    dateFormat: defaults.dateFormat,
  })
}
