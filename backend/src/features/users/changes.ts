// What a request may change of a person: the named fields, and who may change them.
import { can } from '../../../contract/rights.ts'
import { userFields, type ChangeUserBody, type UserFields } from '../../../contract/users.ts'
import { parseWith } from '../../http/answers.ts'
import { AppError } from '../../lib/app-error.ts'
import type { User } from './user.ts'

export type Field = Exclude<keyof UserFields, 'id'>
export type UserChange = Partial<Omit<UserFields, 'id'>>

const FIELDS = new Set<string>(Object.keys(userFields.shape).filter((name) => name !== 'id'))
/** What people may not change about themselves. */
const FOR_ADMINS = new Set<Field>([
  'username',
  'scope',
  'lockPassword',
  'perm',
  'commands',
  'rules',
  'quota',
  'historyLimit',
  'playHours',
])
/** Changes that the newest clients confirm with the caller's password. */
const GUARDED = new Set<string>(['all', 'username', 'password', 'scope', 'lockPassword', 'commands', 'perm'])

const PREFERENCES = new Set<string>([
  'locale',
  'viewMode',
  'singleClick',
  'sorting',
  'hideDotfiles',
  'dateFormat',
] satisfies Field[])

/** Whether a field, or one inside it (`sorting.by`), is only a preference. */
export const isPreference = (field: string): boolean => PREFERENCES.has(field.split('.', 1)[0] ?? '')

/** Whether a change is one for which `current_password`, if sent, must be right. */
export const isGuarded = (which: readonly string[]): boolean =>
  which.length === 0 || which.some((name) => GUARDED.has(lowerFirst(name)))

/** A complete new person. @throws AppError `badRequest` */
export function parsePerson(body: ChangeUserBody): UserFields {
  if (body.which.length > 0) throw new AppError('badRequest', 'which must be empty')
  return parseWith(userFields, body.data)
}

/**
 * The change in a body. Fields that are not named stay as they are.
 * @throws AppError `badRequest` for an unknown field, another id or an invalid value; `forbidden` for a field that only
 *   administrators may change
 */
export function parseChange(body: ChangeUserBody, id: number, actor: User): UserChange {
  if (body.data.id !== id) throw new AppError('badRequest', 'the id in the body differs from the path')
  if (body.which.length === 0 || (body.which.length === 1 && lowerFirst(body.which[0] ?? '') === 'all'))
    return parseWhole(body, actor)
  const fields = body.which.map(fieldNamed)
  if (!can(actor, 'admin')) fields.forEach((field) => checkOwn(field, actor))
  const parsed = parseWith(
    userFields,
    Object.fromEntries(fields.filter((field) => field in body.data).map((field) => [field, body.data[field]])),
  )
  return Object.fromEntries(fields.map((field) => [field, parsed[field]]))
}

function parseWhole(body: ChangeUserBody, actor: User): UserChange {
  if (!can(actor, 'admin')) throw new AppError('forbidden', 'administrators only')
  const { id: _, ...change } = parseWith(userFields, body.data)
  if (change.password !== '') return change
  const { password: __, ...rest } = change
  return rest
}

/** The first letter of a field's name may be in either case. */
const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

function fieldNamed(name: string): Field {
  const field = lowerFirst(name)
  if (!FIELDS.has(field)) throw new AppError('badRequest', 'which names an unknown field')
  return field as Field
}

function checkOwn(field: Field, actor: User): void {
  if (FOR_ADMINS.has(field)) throw new AppError('forbidden', 'administrators only')
  if (field === 'password' && actor.lockPassword) throw new AppError('forbidden', 'the password is locked')
}
