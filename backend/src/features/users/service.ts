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

export interface Users {
  /**
   * Creates a person and returns the id. An empty scope becomes a home folder if the settings say so, otherwise the
   * root.
   * @throws AppError `badRequest`; `conflict` if the name or home folder is taken; `locked` while files are removed
   *   there
   */
  create(fields: UserFields, settings: HomeSettings): Promise<number>
  /**
   * Changes the named fields, and returns the person and the names of the fields that changed. A new password ends the
   * person's sessions, except a given one.
   * @throws AppError `notFound`, `badRequest`, `conflict`, `locked`; `lastAdmin` if no administrator would be left
   */
  change(id: number, change: UserChange, options: { settings: HomeSettings; keepSession: string }): Promise<Changed>
  /**
   * Deletes a person, optionally with their files, and returns who it was. What the person has running ends soon after.
   * @throws AppError `notFound`; `lastAdmin` for the last administrator; `conflict` if somebody else's scope is among
   *   the
   *   files to delete
   */
  remove(id: number, removal: RemovalOrder): Promise<Pick<UserDocument, 'username' | 'scope'>>
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

export function createUsers(options: UsersOptions): Users {
  const { model, homes, userRemovals, checkRules, passwords, now } = options

  /** Runs a change with everybody as stored now, exclusively over all replicas. */
  const alone = <T>(work: (everybody: UserDocument[], lease: Lease) => Promise<T>): Promise<T> =>
    options.leases.run(PEOPLE_LEASE.name, PEOPLE_LEASE.times, async (lease) => work(await model.find({}).lean(), lease))

  async function create(fields: UserFields, settings: HomeSettings): Promise<number> {
    checkUsername(fields.username)
    checkPassword(fields.password, settings.minimumPasswordLength)
    checkPermissions(fields.perm)
    checkRules(fields.rules)
    const home = homeOf(fields, settings)
    const hash = await passwords.hash(fields.password)
    const id = await alone(async (everybody, lease) => {
      checkNameFree(fields.username, everybody)
      await userRemovals.checkFree(home.place)
      if (home.isDerived) await homes.checkFree(home, everybody)
      const next = await options.counters.next('users')
      checkHeld(lease)
      await insert({
        ...fields,
        _id: String(next),
        id: next,
        password: hash,
        quota: fields.quota ?? 0,
        historyLimit: fields.historyLimit ?? 0,
        epoch: 0,
        keptSession: '',
        changed: new Date(now()),
        scope: home.scope,
        home: homeClaim(home, next),
      })
      await makeHome(home, next)
      return next
    })
    await options.changeCounters.announce('users')
    return id
  }

  async function makeHome(home: Home, id: number): Promise<void> {
    try {
      await homes.make(home)
    } catch (error) {
      await model.deleteOne({ _id: String(id) })
      throw error
    }
  }

  async function insert(document: UserDocument): Promise<void> {
    try {
      await model.create(document)
    } catch (error) {
      if (isDuplicateKey(error))
        throw new AppError('conflict', 'the name or its home folder is taken', { cause: error })
      throw error
    }
  }

  function homeOf({ username, scope }: Pick<UserFields, 'username' | 'scope'>, settings: HomeSettings): Home {
    return scope === '' && settings.createUserDir ? homes.derived(username, settings) : homes.given(scope)
  }

  async function change(
    id: number,
    wanted: UserChange,
    { settings, keepSession }: { settings: HomeSettings; keepSession: string },
  ): Promise<Changed> {
    if (wanted.username !== undefined) checkUsername(wanted.username)
    if (wanted.password !== undefined) checkPassword(wanted.password, settings.minimumPasswordLength)
    if (wanted.perm) checkPermissions(wanted.perm)
    if (wanted.rules) checkRules(wanted.rules)
    const hash = wanted.password === undefined ? undefined : await passwords.hash(wanted.password)
    const changed = await alone(async (everybody, lease) => {
      const person = find(everybody, id)
      const others = everybody.filter((other) => other.id !== id)
      if (wanted.username !== undefined) checkNameFree(wanted.username, others)
      if (wanted.perm && !wanted.perm.admin) checkNotLastAdmin(person, others)
      const { password: _, scope: __, quota, historyLimit, ...rest } = wanted
      const moved =
        wanted.scope === undefined
          ? undefined
          : await newHome({ ...person, ...rest, scope: wanted.scope }, settings, others)
      checkHeld(lease)
      const limits = {
        ...(quota === undefined ? {} : { quota }),
        ...(historyLimit === undefined ? {} : { historyLimit }),
      }
      const fields = { ...rest, ...limits, ...moved }
      await update(person._id, {
        ...fields,
        ...(hash === undefined ? {} : { password: hash, epoch: person.epoch + 1, keptSession: keepSession }),
        changed: new Date(now()),
      })
      const { home: _home, ...shown } = fields
      const before = Object.fromEntries(Object.keys(shown).map((name) => [name, person[name as keyof typeof shown]]))
      return {
        username: person.username,
        fields: [...changedNames(before, shown), ...(hash === undefined ? [] : ['password'])],
      }
    })
    await options.changeCounters.bump('users')
    return changed
  }

  /** The fields for a new scope, which is created before anybody gets it. */
  async function newHome(
    person: UserDocument,
    settings: HomeSettings,
    others: readonly UserDocument[],
  ): Promise<Pick<UserDocument, 'scope' | 'home'>> {
    const home = homeOf(person, settings)
    const claim = homeClaim(home, person.id)
    await userRemovals.checkFree(home.place)
    if (home.isDerived && claim !== person.home) await homes.checkFree(home, others)
    await homes.make(home)
    // A home folder made from the name stays the person's own, even if its scope is given again.
    const isSame = person.home === pathText(home.place)
    return { scope: home.scope, home: isSame ? person.home : claim }
  }

  async function update(_id: string, fields: Partial<UserDocument>): Promise<void> {
    try {
      await model.updateOne({ _id }, { $set: fields })
    } catch (error) {
      if (isDuplicateKey(error))
        throw new AppError('conflict', 'the name or its home folder is taken', { cause: error })
      throw error
    }
  }

  return {
    create,
    change,
    remove: async (id, removal) => {
      const removed = await alone(async (everybody, lease) => {
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
      await options.changeCounters.bump('users')
      await userRemovals.end(id)
      return removed
    },
  }
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
