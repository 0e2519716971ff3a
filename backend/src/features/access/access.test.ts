import { describe, expect, it } from '@jest/globals'
import type { Action } from '../../../contract/rights.ts'
import { PERMISSIONS, type Permission, type Permissions } from '../../../contract/permissions.ts'
import type { Rule } from '../../../contract/users.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseUserPath } from '../../storage/paths.ts'
import type { User } from '../users/user.ts'
import { createAccess } from './access.ts'

const access = createAccess({ bucketPrefix: 'nido-', sharedFolder: 'Shared' }, { warn: () => undefined })
const every = (value: boolean) => Object.fromEntries(PERMISSIONS.map((name) => [name, value])) as Permissions
const person = (over: Partial<User> = {}): User => ({
  id: 2,
  username: 'ann',
  scope: '/ann',
  locale: 'en',
  language: 'en',
  lockPassword: false,
  viewMode: 'list',
  singleClick: false,
  perm: every(true),
  commands: [],
  sorting: { by: 'name', asc: false },
  rules: [],
  hideDotfiles: false,
  dateFormat: false,
  quota: 0,
  historyLimit: 0,
  playHours: '',
  changed: new Date(0),
  ...over,
})
const deny = (path: string): Rule => ({ regex: false, allow: false, path })
const actor = (over: Partial<User> = {}, rules: Rule[] = []) => access.actorOf(person(over), rules)
const path = parseUserPath
const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'allowed'
  } catch (error) {
    return error instanceof AppError ? error.code : 'foreign'
  }
}

describe('authorising', () => {
  it('tells where a path lies: in the own scope, or in the shared bucket', () => {
    expect(access.authorize(actor(), 'read', path('/d/a.txt'))).toEqual({ bucket: 'nido-ann', path: 'd/a.txt' })
    expect(access.authorize(actor(), 'read', path('/Shared/a.txt'))).toEqual({ bucket: 'nido-shared', path: 'a.txt' })
  })

  it('needs no permission for reading', () =>
    expect(codeOf(() => access.authorize(actor({ perm: every(false) }), 'read', path('/a')))).toBe('allowed'))

  it.each(['create', 'modify', 'rename', 'delete', 'admin'] satisfies (Action & Permission)[])(
    'needs the permission to %s for that, and no other',
    (name) => {
      expect(codeOf(() => access.authorize(actor({ perm: { ...every(false), [name]: true } }), name, path('/a')))).toBe(
        'allowed',
      )
      expect(codeOf(() => access.authorize(actor({ perm: { ...every(true), [name]: false } }), name, path('/a')))).toBe(
        'forbidden',
      )
    },
  )

  it('answers a missing download permission in its own way, and links need it too', () => {
    const perm = { ...every(true), download: false }
    expect(codeOf(() => access.authorize(actor({ perm }), 'download', path('/a')))).toBe('downloadDenied')
    expect(codeOf(() => access.authorize(actor({ perm }), 'share', path('/a')))).toBe('forbidden')
  })

  it('lets a rule weigh more than a missing permission', () => {
    const one = actor({ perm: every(false), rules: [deny('/secret')] })
    expect(codeOf(() => access.authorize(one, 'download', path('/secret/a')))).toBe('forbidden')
  })

  it('asks the own rules after the global ones', () => {
    const one = actor({ rules: [{ ...deny('/secret'), allow: true }] }, [deny('/secret')])
    expect(codeOf(() => access.authorize(one, 'read', path('/secret')))).toBe('allowed')
  })

  it('sees the shared folder as /Shared in rules', () => {
    expect(
      codeOf(() => access.authorize(actor({ rules: [deny('/Shared/private')] }), 'read', path('/Shared/private/x'))),
    ).toBe('forbidden')
  })

  it('refuses a key over 1,024 bytes', () => {
    const long = path(`/${'x'.repeat(250)}/${'x'.repeat(250)}/${'x'.repeat(250)}/${'x'.repeat(250)}/${'x'.repeat(250)}`)
    expect(codeOf(() => access.authorize(actor(), 'create', long))).toBe('badRequest')
  })
})

describe('a link', () => {
  const link = (over: Partial<User> = {}, root = '/box') =>
    access.linkActorOf(actor(over), { hash: 'abc', root: path(root) })

  it('reads and downloads at and below what it opens, and does nothing else', () => {
    expect(access.authorize(link(), 'download', path('/box/a.txt'))).toEqual({ bucket: 'nido-ann', path: 'box/a.txt' })
    expect(codeOf(() => access.authorize(link(), 'read', path('/box')))).toBe('allowed')
    for (const action of ['create', 'modify', 'rename', 'delete', 'share', 'admin'] as const)
      expect(codeOf(() => access.authorize(link(), action, path('/box/a')))).toBe('forbidden')
  })

  it('is another actor than its owner', () =>
    expect([link().id, actor().id]).toEqual(['link abc', String(actor().userId)]))

  it('sees nothing beside, above, or in the shared folder', () => {
    for (const outside of ['/', '/boxes', '/other/box', '/Shared/box'])
      expect(codeOf(() => access.authorize(link(), 'read', path(outside)))).toBe('forbidden')
    expect([
      access.permits(link({}, '/'), path('/a')),
      access.permits(link({}, '/'), path('/Shared/a')),
      access.permits(link({}, '/Shared/x'), path('/Shared/x/a')),
    ]).toEqual([true, false, true])
    expect(access.permits({ ...actor(), kind: 'link' }, path('/a'))).toBe(false)
  })

  it('closes when its owner may no longer share, or a rule denies the path', () => {
    for (const name of ['share', 'download'] as const)
      expect(
        codeOf(() => access.authorize(link({ perm: { ...every(true), [name]: false } }), 'download', path('/box/a'))),
      ).toBe('forbidden')
    expect(codeOf(() => access.authorize(link({ rules: [deny('/box')] }), 'read', path('/box')))).toBe('forbidden')
    expect(access.permits(link({ hideDotfiles: true }), path('/box/.a'))).toBe(false)
  })
})

describe('hiding dotfiles', () => {
  const hiding = actor({ hideDotfiles: true })
  it('denies any path with a hidden segment', () => {
    expect(['/.a', '/a/.b', '/.a/b'].map((text) => access.permits(hiding, path(text)))).toEqual([false, false, false])
    expect(codeOf(() => access.authorize(hiding, 'read', path('/.env')))).toBe('forbidden')
  })
  it('lets other names pass, and does not hinder a tree that is moved', () => {
    expect(access.permits(hiding, path('/a.b/c.'))).toBe(true)
    expect(access.permitsTree(hiding, path('/a/.b'))).toBe(true)
  })
})
