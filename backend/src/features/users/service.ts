// Changes of people. Every change happens under one lease, because the last administrator and the owner of a home
// folder depend on all of them.
import type { Model } from 'mongoose'
import { can } from '../../../contract/rights.ts'
import type { SettingsBody } from '../../../contract/settings.ts'
import type { Rule, UserFields } from '../../../contract/users.ts'
import type { Counters } from '../../database/counters.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import type { Lease, Leases } from '../../database/leases.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { AppError } from '../../lib/app-error.ts'
import { changedNames } from '../../lib/changed-names.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Passwords } from '../../lib/passwords.ts'
import { pathText } from '../../storage/paths.ts'
import type { UserChange } from './changes.ts'
import { checkPassword, checkPermissions, checkUsername } from './checks.ts'
import { type UserRemovals, PEOPLE_LEASE, type RemovalOrder } from './user-removals.ts'
import type { Home, Homes } from './homes.ts'
import type { UserDocument } from './model.ts'

type HomeSettings = Pick<SettingsBody, 'createUserDir' | 'userHomeBasePath' | 'minimumPasswordLength'>

/** Who was changed, by their former name, and which fields. */
export interface Changed {
  username: string
  fields: string[]
}

export interface UsersOptions {
  model: Model<UserDocument>
  changeCounters: ChangeCounters
  leases: Leases
  counters: Counters
  passwords: Passwords
  homes: Homes
  userRemovals: Pick<UserRemovals, 'register' | 'end' | 'checkFree'>
  checkRules(rules: readonly Rule[]): void
  now: Clock
}

export class Users {
  readonly #options: UsersOptions

  constructor(options: UsersOptions) {
    this.#options = options
  }

  /** Runs a change with everybody as stored now, exclusively over all replicas. */
  #alone<T>(work: (everybody: UserDocument[], lease: Lease) => Promise<T>): Promise<T> {
    const { leases, model } = this.#options
    return leases.run(PEOPLE_LEASE.name, PEOPLE_LEASE.times, async (lease) => work(await model.find({}).lean(), lease))
  }

  /**
   * Creates a person and returns the id. An empty scope becomes a home folder if the settings say so, otherwise the
   * root.
   * @throws AppError `badRequest`; `conflict` if the name or home folder is taken; `locked` while files are removed
   *   there
   */
  async create(fields: UserFields, settings: HomeSettings): Promise<number> {
    const { counters, homes, passwords, userRemovals } = this.#options
    this.#check(fields, settings)
    const home = this.#homeOf(fields, settings)
    const hash = await passwords.hash(fields.password)
    const id = await this.#alone(async (everybody, lease) => {
      checkNameFree(fields.username, everybody)
      await userRemovals.checkFree(home.place)
      if (home.isDerived) await homes.checkFree(home, everybody)
      const next = await counters.next('users')
      checkHeld(lease)
      await this.#insert({
        ...fields,
        _id: String(next),
        id: next,
        password: hash,
        quota: fields.quota ?? 0,
        historyLimit: fields.historyLimit ?? 0,
        playHours: fields.playHours ?? '',
        epoch: 0,
        keptSession: '',
        changed: new Date(this.#options.now()),
        scope: home.scope,
        home: homeClaim(home, next),
      })
      await this.#makeHome(home, next)
      return next
    })
    await this.#options.changeCounters.bump('users')
    return id
  }

  /** @throws AppError `badRequest` */
  #check({ username, password, perm, rules }: UserChange, settings: HomeSettings): void {
    if (username !== undefined) checkUsername(username)
    if (password !== undefined) checkPassword(password, settings.minimumPasswordLength)
    if (perm) checkPermissions(perm)
    if (rules) this.#options.checkRules(rules)
  }

  #homeOf({ username, scope }: Pick<UserFields, 'username' | 'scope'>, settings: HomeSettings): Home {
    const { homes } = this.#options
    return scope === '' && settings.createUserDir ? homes.derived(username, settings) : homes.given(scope)
  }

  async #insert(document: UserDocument): Promise<void> {
    await this.#options.model.create(document).catch(refuseDuplicate)
  }

  async #makeHome(home: Home, id: number): Promise<void> {
    try {
      await this.#options.homes.make(home)
    } catch (error) {
      await this.#options.model.deleteOne({ _id: String(id) })
      throw error
    }
  }

  /**
   * Changes the named fields, and returns the person and the names of the fields that changed. A new password ends the
   * person's sessions, except a given one.
   * @throws AppError `notFound`, `badRequest`, `conflict`, `locked`; `lastAdmin` if no administrator would be left
   */
  async change(
    id: number,
    wanted: UserChange,
    { settings, keepSession }: { settings: HomeSettings; keepSession: string },
  ): Promise<Changed> {
    const { changeCounters, passwords } = this.#options
    this.#check(wanted, settings)
    const hash = wanted.password === undefined ? undefined : await passwords.hash(wanted.password)
    const changed = await this.#alone(async (everybody, lease) => {
      const person = find(everybody, id)
      const others = everybody.filter((other) => other.id !== id)
      if (wanted.username !== undefined) checkNameFree(wanted.username, others)
      if (wanted.perm && !can({ perm: wanted.perm }, 'admin')) checkNotLastAdmin(person, others)
      const fields = givenFields(wanted)
      const { scope } = wanted
      const moved =
        scope === undefined ? undefined : await this.#newHome({ ...person, ...fields, scope }, settings, others)
      checkHeld(lease)
      await this.#update(person, {
        ...fields,
        ...moved,
        ...(hash === undefined ? {} : { password: hash, epoch: person.epoch + 1, keptSession: keepSession }),
      })
      const shown = moved ? { ...fields, scope: moved.scope } : fields
      const names = namesChanged(person, shown)
      return { username: person.username, fields: hash === undefined ? names : [...names, 'password'] }
    })
    await changeCounters.bump('users')
    return changed
  }

  /** The fields for a new scope, which is created before anybody gets it. */
  async #newHome(
    person: UserDocument,
    settings: HomeSettings,
    others: readonly UserDocument[],
  ): Promise<Pick<UserDocument, 'scope' | 'home'>> {
    const { homes, userRemovals } = this.#options
    const home = this.#homeOf(person, settings)
    const claim = homeClaim(home, person.id)
    await userRemovals.checkFree(home.place)
    if (home.isDerived && claim !== person.home) await homes.checkFree(home, others)
    await homes.make(home)
    // A home folder made from the name stays the person's own, even if its scope is given again.
    const isSame = person.home === pathText(home.place)
    return { scope: home.scope, home: isSame ? person.home : claim }
  }

  async #update({ _id }: UserDocument, fields: Partial<UserDocument>): Promise<void> {
    const { model, now } = this.#options
    await model.updateOne({ _id }, { $set: { ...fields, changed: new Date(now()) } }).catch(refuseDuplicate)
  }

  /**
   * Deletes a person, optionally with their files, and returns who it was. What the person has running ends soon after.
   * @throws AppError `notFound`; `lastAdmin` for the last administrator; `conflict` if somebody else's scope is among
   *   the files to delete
   */
  async remove(id: number, removal: RemovalOrder): Promise<Pick<UserDocument, 'username' | 'scope'>> {
    const { changeCounters, homes, model, userRemovals } = this.#options
    const removed = await this.#alone(async (everybody, lease) => {
      const person = find(everybody, id)
      const others = everybody.filter((other) => other.id !== id)
      checkNotLastAdmin(person, others)
      const { place } = homes.given(person.scope)
      if (removal.removesFiles) homes.checkNobodyIn(place, others)
      await userRemovals.register(person, place, removal)
      checkHeld(lease)
      await model.deleteOne({ _id: person._id })
      return person
    })
    await changeCounters.bump('users')
    await userRemovals.end(id)
    return removed
  }
}

/** The fields of a change that are stored as they are given. */
function givenFields({ password: _, scope: __, quota, historyLimit, playHours, ...rest }: UserChange) {
  return {
    ...rest,
    ...(quota === undefined ? {} : { quota }),
    ...(historyLimit === undefined ? {} : { historyLimit }),
    ...(playHours === undefined ? {} : { playHours }),
  }
}

function namesChanged(person: UserDocument, fields: Partial<UserDocument>): string[] {
  const before = Object.fromEntries(Object.keys(fields).map((name) => [name, person[name as keyof UserDocument]]))
  return changedNames(before, fields)
}

function refuseDuplicate(error: unknown): never {
  if (!isDuplicateKey(error)) throw error
  throw new AppError('conflict', 'the name or its home folder is taken', { cause: error })
}

/** What nobody else may claim: the place of a home folder; otherwise a value of the person's own. */
const homeClaim = (home: Home, id: number): string => (home.isDerived ? pathText(home.place) : `=${id}`)

function find(everybody: readonly UserDocument[], id: number): UserDocument {
  const person = everybody.find((one) => one.id === id)
  if (!person) throw new AppError('notFound', 'no such person')
  return person
}

function checkNameFree(username: string, others: readonly UserDocument[]): void {
  if (others.some((other) => other.username === username)) throw new AppError('conflict', 'the name is taken')
}

function checkNotLastAdmin(person: UserDocument, others: readonly UserDocument[]): void {
  if (can(person, 'admin') && !others.some((other) => can(other, 'admin')))
    throw new AppError('lastAdmin', 'this is the last administrator')
}

function checkHeld(lease: Lease): void {
  if (!lease.isHeld()) throw new AppError('unavailable', 'this took too long, try again', { retryAfter: 2 })
}
