// Signing in and out, signing up, and whom a token names.
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { PASSWORD_MAX_BYTES, type LoginBody, type SignupBody } from '../../../contract/session.ts'
import type { Settings } from '../../../contract/settings.ts'
import { type Rule, userFields } from '../../../contract/users.ts'
import { parseWith } from '../../http/answers.ts'
import { guestAt } from '../../http/asking.ts'
import type { Authenticator } from '../../http/session-guard.ts'
import { AppError } from '../../lib/app-error.ts'
import { createFairSlots } from '../../lib/fair-slots.ts'
import type { Passwords } from '../../lib/passwords.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { SettingsService } from '../settings/service.ts'
import type { Account, People } from '../users/people.ts'
import type { Users } from '../users/service.ts'
import type { User } from '../users/user.ts'
import type { Captcha } from './captcha.ts'
import type { Identity } from './identity.ts'
import type { KnownAddresses } from './known-addresses.ts'
import type { SignInLimits } from './limits.ts'
import type { SignedInDevice, Sessions } from './sessions.ts'

export interface SigningIn extends Authenticator {
  /**
   * A token for a name and a password.
   * @throws AppError `wrongCredentials` for anything wrong, `tooManyRequests` after too many failures, `unavailable`;
   *   the signal's reason
   */
  login(body: LoginBody, from: SignedInDevice, signal: AbortSignal): Promise<string>
  /** Notes that a person is where its session goes on. */
  seen(user: Pick<User, 'id'>, address: string): Promise<void>
  /**
   * @throws AppError `methodNotAllowed` while it is off, `badRequest`, `conflict` for a name or home that is taken,
   *   `tooManyRequests`, `unavailable`; the signal's reason
   */
  signUp(body: SignupBody, address: string, signal: AbortSignal): Promise<void>
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
  known: Pick<KnownAddresses, 'note' | 'has'>
  passwords: Passwords
  captcha: Captcha
  authMethod: Settings['authMethod']
  access: Pick<Access, 'actorOf'>
  audit: Pick<Audit, 'note'>
}

/** In no-auth mode everybody is this one (api-contract 2). */
const FIRST_PERSON = 1

const NEVER = new AbortController().signal

/** Where somebody comes from who wants to sign in, and who is told whom it names. */
interface Coming {
  address: string
  signal: AbortSignal
  tell(account: Account | undefined): void
}

/** What somebody says to be whom. `hasSession`: it has signed in before, and is asked once more. */
interface Proof {
  name: string
  password: string
  address: string
  signal: AbortSignal
  hasSession?: boolean
}

export function createSigningIn(options: SigningInOptions): SigningIn {
  const { people, users, settings, sessions, limits, known, passwords, captcha, authMethod, access, audit } = options
  // People are made one at a time: that hashes, and takes the lease of all changes of people.
  const signUps = createFairSlots(FAIR_SHARES.signUps)
  const wrong = () => new AppError('wrongCredentials', 'wrong user name or password')

  /** The account if the password is its own. A name that nobody has takes as long, and tells no more. */
  async function prove(account: Account | undefined, proof: Proof): Promise<Account | null> {
    const { name, password, address, signal, hasSession = false } = proof
    // Asked for names that nobody has, too: it takes as long.
    const isKnown = (await known.has(`person:${account?.user.id ?? 0}`, address)) || hasSession
    const one = { account: name, address, isKnown }
    const stranger = guestAt(address)
    const asker = isKnown ? { id: `known-${stranger.id}`, isGuest: false } : stranger
    // Limits are asked in the turn: of many tries at once only those under way get through beside the allowed ones.
    return passwords.inTurn(
      async (turn) => {
        await limits.check(one)
        const isRight = await turn.matches(
          password,
          Buffer.byteLength(password) > PASSWORD_MAX_BYTES ? undefined : account?.passwordHash,
        )
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

  /** Whoever is named, if it may come in. `tell` is told who that would be. */
  async function admit(body: LoginBody, { address, signal, tell }: Coming): Promise<Account> {
    const { username, password, recaptcha } = body
    if (authMethod === 'noauth') {
      const first = await people.get(FIRST_PERSON)
      if (!first) throw wrong()
      return first
    }
    if (!(await captcha.isSolved(recaptcha, signal))) throw wrong()
    const named = await people.named(username)
    tell(named)
    const account = await prove(named, { name: username, password, address, signal })
    if (!account) throw wrong()
    await known.note(`person:${account.user.id}`, address)
    return account
  }

  return {
    login: async (body, from, signal) => {
      let who: User | null = null
      try {
        const tell = (named: Account | undefined) => {
          who = named?.user ?? null
        }
        const account = await admit(body, { address: from.address, signal, tell })
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

    seen: (user, address) => known.note(`person:${user.id}`, address),

    signUp: async ({ username, password }, address, signal) => {
      const one = { account: username, address, isKnown: true }
      try {
        const id = await signUps.run({ signal, asker: guestAt(address) }, async () => {
          await limits.check(one)
          await limits.checkSignUp(address)
          const current = await settings.fresh()
          const person = newcomer(current, { username, password })
          const made = await users.create(person, { ...current, createUserDir: true })
          await limits.signedUp(address)
          return made
        })
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
      if (await prove(account, { name: user.username, password, address, signal: NEVER, hasSession: true })) return
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
      const found = await sessions.find(token)
      if (!found) return null
      const {
        account: { user },
        claims,
      } = found
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
