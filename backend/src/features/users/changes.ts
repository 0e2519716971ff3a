// What a request may change of a person: the named fields, and who may name them (api-contract 8).
import { can } from '../../../contract/rights.ts'
import { userFields, type ChangeUserBody, type UserFields } from '../../../contract/users.ts'
import { parseWith } from '../../http/answers.ts'
import { AppError } from '../../lib/app-error.ts'
import type { User } from './user.ts'

export type Field = Exclude<keyof UserFields, 'id'>
export type UserChange = Partial<Omit<UserFields, 'id'>>

const FIELDS = new Set<string>(Object.keys(userFields.shape).filter((name) => name !== 'id'))
/** What a person may not change of itself. */
const FOR_ADMINS = new Set<Field>([
  'username',
  'scope',
  'lockPassword',
  'perm',
  'commands',
  'rules',
  'quota',
  'historyLimit',
])
/** What the newest clients prove with the password of who acts. */
const GUARDED = new Set<string>(['all', 'username', 'password', 'scope', 'lockPassword', 'commands', 'perm'])

const PREFERENCES = new Set<string>([
  'locale',
  'viewMode',
  'singleClick',
  'sorting',
  'hideDotfiles',
  'dateFormat',
] satisfies Field[])

/** Whether a field, or one in it (`sorting.by`), only says how a person likes to see its files. */
export const isPreference = (field: string): boolean => PREFERENCES.has(field.split('.', 1)[0] ?? '')

/** Whether a change is one that a `current_password`, where it is sent, has to be right for. */
export const isGuarded = (which: readonly string[]): boolean =>
  which.length === 0 || which.some((name) => GUARDED.has(lowerFirst(name)))

/** A whole new person. @throws AppError `badRequest` */
export function parsePerson(body: ChangeUserBody): UserFields {
  if (body.which.length > 0) throw new AppError('badRequest', 'which must be empty')
  return parseWith(userFields, body.data)
}

/**
 * The change that a body asks for; what is not named stays.
 * @throws AppError `badRequest` for an unknown field, another id or a wrong value; `forbidden` for a field that is the
 * administrators'
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

/** Fields are named with their first letter in either case. */
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
