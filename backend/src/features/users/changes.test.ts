import { describe, expect, it } from '@jest/globals'
import type { ChangeUserBody } from '../../../contract/users.ts'
import { AppError } from '../../lib/app-error.ts'
import { isGuarded, parseChange, parsePerson } from './changes.ts'
import type { User } from './user.ts'

const ann = { id: 2, lockPassword: false, perm: { admin: false } } as User
const admin = { id: 1, lockPassword: true, perm: { admin: true } } as User
const body = (which: string[], data: Record<string, unknown> = {}): ChangeUserBody => ({
  what: 'user',
  which,
  data: { id: 2, ...data },
})
const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'taken'
  } catch (error) {
    return error instanceof AppError ? error.code : 'foreign'
  }
}

describe('changing a person', () => {
  it('takes the named fields alone, with their first letter in either case', () => {
    expect(
      parseChange(
        body(['Locale', 'hideDotfiles'], {
          locale: 'fr',
          hideDotfiles: true,
          singleClick: true,
          perm: { admin: true },
        }),
        2,
        ann,
      ),
    ).toEqual({ locale: 'fr', hideDotfiles: true })
  })

  it.each(['username', 'scope', 'lockPassword', 'perm', 'commands', 'rules', 'quota', 'Perm', 'Scope'])(
    'keeps %s for administrators, and refuses the whole change',
    (field) => {
      expect(codeOf(() => parseChange(body(['locale', field]), 2, ann))).toBe('forbidden')
      expect(codeOf(() => parseChange(body([field]), 2, admin))).toBe('taken')
    },
  )

  it('lets only administrators replace everything', () => {
    expect([[], ['all'], ['All']].map((which) => codeOf(() => parseChange(body(which), 2, ann)))).toEqual([
      'forbidden',
      'forbidden',
      'forbidden',
    ])
    expect(parseChange(body(['all'], { username: 'ann' }), 2, admin)).not.toHaveProperty('password')
  })

  it('refuses unknown fields, the id among them, and another id in the body', () => {
    expect(
      [['shoeSize'], ['id'], ['locale', 'all'], ['__proto__']].map((which) =>
        codeOf(() => parseChange(body(which), 2, admin)),
      ),
    ).toEqual(Array(4).fill('badRequest'))
    expect([3, '2', undefined].map((id) => codeOf(() => parseChange(body(['locale'], { id }), 2, admin)))).toEqual(
      Array(3).fill('badRequest'),
    )
  })

  it('keeps a locked password for administrators', () => {
    expect(codeOf(() => parseChange(body(['password'], { password: 'x' }), 2, { ...ann, lockPassword: true }))).toBe(
      'forbidden',
    )
    expect(codeOf(() => parseChange(body(['password'], { password: 'x' }), 2, admin))).toBe('taken')
  })

  it('refuses wrong values, but passes over those of fields that are not named', () => {
    expect(codeOf(() => parseChange(body(['locale'], { locale: 5 }), 2, ann))).toBe('badRequest')
    expect(codeOf(() => parseChange(body(['viewMode'], { viewMode: 'tiles' }), 2, ann))).toBe('badRequest')
    expect(codeOf(() => parseChange(body(['locale'], { locale: 'fr', viewMode: 'tiles' }), 2, ann))).toBe('taken')
  })
})

describe('making a person', () => {
  it('wants an empty which', () => expect(codeOf(() => parsePerson(body(['locale'])))).toBe('badRequest'))
  it('fills in what is left out', () => {
    expect(parsePerson(body([], { username: 'bob' }))).toMatchObject({
      username: 'bob',
      viewMode: 'list',
      sorting: { by: 'name', asc: false },
      commands: [],
      rules: [],
      perm: { admin: false, create: false },
    })
  })
})

describe('asking for the current password', () => {
  it('is for what could shut somebody out', () =>
    expect([[], ['all'], ['perm'], ['Password'], ['locale', 'scope']].map(isGuarded)).toEqual(Array(5).fill(true)))
  it('is not for preferences', () => expect(isGuarded(['locale', 'sorting', 'rules'])).toBe(false))
})
