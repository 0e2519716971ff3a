// Signing in and out, signing up, and whom a token names.
import { PASSWORD_MAX_BYTES, type LoginBody, type SignupBody } from '../../../contract/session.ts'
import type { Settings } from '../../../contract/settings.ts'
import { type Rule, userFields } from '../../../contract/users.ts'
import { parseWith } from '../../http/answers.ts'
import type { Identity, User } from '../../http/identity.ts'
import type { Authenticator } from '../../http/session-guard.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Passwords } from '../../lib/passwords.ts'
import type { Access, Actor } from '../access/access.ts'
import type { Audit } from '../audit/service.ts'
import type { SettingsService } from '../settings/service.ts'
import type { Account, People } from '../users/people.ts'
import type { Users } from '../users/service.ts'
import type { Captcha } from './captcha.ts'
import type { SignInLimits } from './limits.ts'
import type { Device, Sessions } from './sessions.ts'

export interface SigningIn extends Authenticator {
  /**
   * A token for a name and a password.
   * @throws AppError `wrongCredentials` for anything wrong, `tooManyRequests` after too many failures
   */
  login(body: LoginBody, from: Device): Promise<string>
  /** @throws AppError `methodNotAllowed` while it is off, `badRequest`, `conflict` for a name or home that is taken, `tooManyRequests` */
  signUp(body: SignupBody, address: string): Promise<void>
  /** @throws AppError `methodNotAllowed` while sign-up is off */
  checkSignUpIsOn(): Promise<void>
  /** A person as stored now, and the rules of everybody; null for one that is gone. */
  personOf(userId: number): Promise<{ user: User; actor: Actor; rules: readonly Rule[] } | null>
  /** @throws AppError `badRequest` for a wrong password, `tooManyRequests` after too many */
  checkOwnPassword(user: User, password: string, address: string): Promise<void>
}

export interface SigningInOptions {
  people: Pick<People, 'get' | 'stored' | 'named'>
  users: Pick<Users, 'create'>
  settings: Pick<SettingsService, 'get' | 'fresh'>
  sessions: Sessions
  limits: SignInLimits
  passwords: Passwords
  captcha: Captcha
  authMethod: Settings['authMethod']
  access: Pick<Access, 'actorOf'>
  audit: Pick<Audit, 'note'>
}

/** In no-auth mode everybody is this one (api-contract 2). */
const FIRST_PERSON = 1

export function createSigningIn(options: SigningInOptions): SigningIn {
  const { people, users, settings, sessions, limits, passwords, captcha, authMethod, access, audit } = options
  const wrong = () => new AppError('wrongCredentials', 'wrong user name or password')

  /** The account if the password is its own. A name that nobody has takes as long, and tells no more. */
  async function prove(account: Account | undefined, { name, password, address }: { name: string; password: string; address: string }): Promise<Account | null> {
    const one = { account: name, address }
    // Limits are asked in the turn: of many tries at once only those under way get through beside the allowed ones.
    return passwords.inTurn(async (turn) => {
      await limits.check(one)
      const isRight = await turn.matches(password, Buffer.byteLength(password) > PASSWORD_MAX_BYTES ? undefined : account?.passwordHash)
      if (isRight && account) {
        await limits.succeed(one)
        return account
      }
      await limits.fail(one)
      return null
    })
  }

  /** Whoever is named, if it may come in. `tell` is told who that would be. */
  async function admit({ username, password, recaptcha }: LoginBody, address: string, tell: (account: Account | undefined) => void): Promise<Account> {
    if (authMethod === 'noauth') {
      const first = await people.get(FIRST_PERSON)
      if (!first) throw wrong()
      return first
    }
    if (!(await captcha.isSolved(recaptcha))) throw wrong()
    const named = await people.named(username)
    tell(named)
    const account = await prove(named, { name: username, password, address })
    if (!account) throw wrong()
    return account
  }

  return {
    login: async (body, from) => {
      let who: User | null = null
      try {
        const account = await admit(body, from.address, (named) => { who = named?.user ?? null })
        const token = await sessions.begin(account, from)
        audit.note({ kind: 'signIn', who: account.user, ...from })
        return token
      } catch (error) {
        audit.note({ kind: 'signIn', who, address: from.address, error })
        throw error
      }
    },

    checkSignUpIsOn: async () => {
      if (!(await settings.fresh()).signup) throw new AppError('methodNotAllowed', 'sign-up is off')
    },

    signUp: async ({ username, password }, address) => {
      const one = { account: username, address }
      try {
        await limits.check(one)
        const current = await settings.fresh()
        const id = await users.create(newcomer(current, { username, password }), { ...current, createUserDir: true })
        audit.note({ kind: 'signUp', who: { id, username }, address })
      } catch (error) {
        audit.note({ kind: 'signUp', who: null, address, error })
        // Whether a name is taken could be asked a thousand times otherwise.
        if (error instanceof AppError && error.code === 'conflict') await limits.fail(one)
        throw error
      }
    },

    checkOwnPassword: async (user, password, address) => {
      if (authMethod === 'noauth') return
      const account = await people.stored(user.id)
      if (await prove(account, { name: user.username, password, address })) return
      const error = new AppError('passwordRefused', 'the current password is wrong')
      audit.note({ kind: 'passwordRefused', who: user, address, error })
      throw error
    },

    personOf: async (userId) => {
      const account = await people.get(userId)
      if (!account) return null
      const { rules } = await settings.get()
      return { user: account.user, actor: access.actorOf(account.user, rules), rules }
    },

    authenticate: async (token): Promise<Identity | null> => {
      const found = await sessions.find(token, people.get)
      if (!found) return null
      const { account: { user }, claims } = found
      const { rules } = await settings.get()
      return { user, actor: access.actorOf(user, rules), ...claims }
    },
  }
}

/** Who signs up gets the settings' defaults, but never the rights of an administrator or of the shell. */
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
