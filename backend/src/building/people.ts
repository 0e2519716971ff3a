// Who there is, who may do what, and who is signed in.
import { randomUUID } from 'node:crypto'
import { SIGN_UPS_MOST } from '../../contract/fair-shares.ts'
import { createCounters } from '../database/counters.ts'
import { DatabaseAttempts, attemptsModel } from '../database/attempts.ts'
import type { Access } from '../features/access/access.ts'
import { createRights } from '../features/access/rights.ts'
import { type Audit, HouseholdAudit } from '../features/audit/service.ts'
import { createCaptcha } from '../features/session/captcha.ts'
import { createKnownAddresses, knownAddressModel } from '../features/session/known-addresses.ts'
import { createSignInLimits } from '../features/session/limits.ts'
import { sessionModel } from '../features/session/model.ts'
import { PasswordSigningIn } from '../features/session/service.ts'
import { Sessions } from '../features/session/sessions.ts'
import { createTokens } from '../features/session/tokens.ts'
import type { SettingsService } from '../features/settings/service.ts'
import { UserRemovals, userRemovalModel } from '../features/users/user-removals.ts'
import { createHomes } from '../features/users/homes.ts'
import { userModel } from '../features/users/model.ts'
import { createPeople } from '../features/users/people.ts'
import { createSpokenLanguages } from '../features/users/spoken.ts'
import { Users } from '../features/users/service.ts'
import { createPasswords, type Passwords } from '../lib/passwords.ts'
import type { Storage } from '../storage/types.ts'
import type { Ground } from './ground.ts'

export interface PeopleOptions {
  access: Access
  settings: SettingsService
  storage: Storage
}

export type PeopleServices = Awaited<ReturnType<typeof buildPeople>>

export async function buildPeople(ground: Ground, options: PeopleOptions) {
  const { config, database, changeCounters, log, now, keep } = ground
  const { access, settings, storage } = options
  const models = { users: userModel(database), sessions: sessionModel(database), attempts: attemptsModel(database) }
  for (const model of Object.values(models)) await model.createIndexes()

  const audit = keep(new HouseholdAudit({ scratch: storage.scratch, log, now, newId: randomUUID }))
  const passwords = await createPasswords()
  const people = createPeople(models.users, changeCounters)
  const rights = createRights({ people, settings, access })
  const { users, userRemovals } = buildUsers(ground, options, { model: models.users, passwords, audit })
  const sessions = keep(
    new Sessions({
      model: models.sessions,
      changeCounters,
      tokens: createTokens(config.SECRET_KEY, now),
      tokenLifeMs: config.TOKEN_LIFE,
      accountOf: people.get,
      log,
      now,
    }),
  )
  userRemovals.onEnd((id) => sessions.endAll(id))
  const guessing = buildGuessing(ground, models.attempts)
  const signingIn = new PasswordSigningIn({
    people,
    users,
    spoken: createSpokenLanguages(models.users, changeCounters),
    settings,
    sessions,
    limits: createSignInLimits(guessing.attempts, { ...guessing.most, signUps: SIGN_UPS_MOST }),
    known: guessing.known,
    passwords,
    authMethod: config.AUTH_METHOD,
    captcha: createCaptcha({ host: config.RECAPTCHA_HOST, secret: config.RECAPTCHA_SECRET, log }),
    access,
    audit,
  })
  return { audit, passwords, people, rights, userRemovals, users, sessions, signingIn, guessing }
}

/** Making, changing and removing people. */
function buildUsers(
  { config, database, changeCounters, leases, log, now, keep }: Ground,
  { access, storage }: PeopleOptions,
  { model, passwords, audit }: { model: ReturnType<typeof userModel>; passwords: Passwords; audit: Audit },
) {
  const userRemovals = keep(
    new UserRemovals({ model: userRemovalModel(database), users: model, leases, storage, audit, log, now }),
  )
  const users = new Users({
    model,
    changeCounters,
    leases,
    counters: createCounters(database),
    passwords,
    homes: createHomes({ bucketPrefix: config.BUCKET_PREFIX, storage }),
    userRemovals,
    checkRules: access.checkRules,
    now,
  })
  return { users, userRemovals }
}

/** What keeps guesses at passwords few. */
function buildGuessing({ config, database, now, keep }: Ground, model: ReturnType<typeof attemptsModel>) {
  return {
    attempts: keep(new DatabaseAttempts({ model, windowMs: config.LOGIN_WINDOW, now })),
    known: keep(createKnownAddresses({ model: knownAddressModel(database), now })),
    most: {
      pair: config.LOGIN_FAILURES,
      address: config.LOGIN_FAILURES_ADDRESS,
      account: config.LOGIN_FAILURES_ACCOUNT,
    },
  }
}
