// What becomes of the people of an export.
import { z } from 'zod'
import { PERMISSIONS, permissions, type Permissions } from '../../../contract/permissions.ts'
import { userFields, type UserFields } from '../../../contract/users.ts'
import { AppError } from '../../lib/app-error.ts'
import type { User } from '../../features/users/user.ts'
import type { ExportedUser } from './exports.ts'
import { commandsOf, localeOf, rulesOf, scopeOf } from './translations.ts'

/** Somebody to be made; `fields` lack only the password. `left`: what is not taken over. */
export interface NewPerson {
  fields: UserFields
  left: string[]
}

export interface PeoplePlan {
  make: NewPerson[]
  /**
   * Who is there already, and stays as it is; `scope` is the one here, `from` the one there, where that can be read.
   */
  present: { username: string; scope: string; from: string | null }[]
  /** Who cannot be made, and why; `from` as above. */
  refused: { username: string; why: string; from: string | null }[]
}

/** Fields of theirs that Nido takes, or takes in its own way. */
const KNOWN = new Set([
  'id',
  'password',
  'username',
  'scope',
  'locale',
  'lockPassword',
  'viewMode',
  'singleClick',
  'perm',
  'commands',
  'sorting',
  'rules',
  'hideDotfiles',
  'dateFormat',
])

export function planPeople(
  exported: readonly ExportedUser[],
  everybody: readonly Pick<User, 'username' | 'scope'>[],
): PeoplePlan {
  const plan: PeoplePlan = { make: [], present: [], refused: [] }
  const taken = new Map(everybody.map(({ username, scope }) => [username, scope]))
  for (const user of exported) {
    const { username } = user
    const scope = taken.get(username)
    if (scope !== undefined) {
      plan.present.push({ username, scope, from: readableScope(user.scope) })
      continue
    }
    try {
      const person = personOf(user)
      plan.make.push(person)
      taken.set(username, person.fields.scope)
    } catch (error) {
      plan.refused.push({
        username,
        from: readableScope(user.scope),
        why: error instanceof AppError ? error.message : 'its fields are not what an export has',
      })
    }
  }
  return plan
}

function readableScope(scope: string): string | null {
  try {
    return scopeOf(scope)
  } catch {
    return null
  }
}

/** @throws AppError `badRequest`, and zod's error */
function personOf(user: ExportedUser): NewPerson {
  const left: string[] = []
  const leave = (what: string) => void left.push(what)
  const parsed = userFields.parse({ ...user, password: '', rules: [] })
  const fields: UserFields = {
    ...parsed,
    id: 0,
    scope: scopeOf(user.scope),
    locale: localeOf(parsed.locale, leave),
    commands: commandsOf(parsed.commands, leave),
    rules: rulesOf(z.array(z.unknown()).nullish().parse(user['rules']) ?? [], leave),
    perm: permissionsOf(parsed.perm, leave),
  }
  for (const [name, value] of Object.entries(user))
    if (!KNOWN.has(name) && value) leave(`${name}: Nido does not have this`)
  return { fields, left }
}

function permissionsOf(given: Permissions, leave: (what: string) => void): Permissions {
  // Who administers may do everything, what the other server does not know among it.
  if (given.admin) return permissions.parse(Object.fromEntries(PERMISSIONS.map((name) => [name, true])))
  if (!given.share || given.download) return given
  leave('permission share: requires download')
  return { ...given, share: false }
}
