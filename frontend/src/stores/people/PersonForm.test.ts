import { describe, expect, it } from '@jest/globals'
import { BROWSER_LOCALE } from '../../../../backend/contract/locales.ts'
import { permissions } from '../../../../backend/contract/permissions.ts'
import { settings } from '../../../../backend/contract/settings.ts'
import type { UserRecord } from '../../../../backend/contract/users.ts'
import { userFields } from '../../../../backend/contract/users.ts'
import { ApiError } from '../../api/http.ts'
import type { HouseRules } from '../PeopleStore.ts'
import { formOf, newForm } from './PersonForm.ts'

const house = (over: object = {}): HouseRules => ({
  ...settings.parse({
    createUserDir: true,
    defaults: { locale: 'es', commands: ['ls', 'cat'], perm: { create: true } },
  }),
  ...over,
})
const ann: UserRecord = {
  ...userFields.parse({ username: 'ann', scope: '/ann', viewMode: 'mosaic' }),
  id: 7,
  quota: 3 * 1024 ** 3,
  historyLimit: 0,
  playHours: '',
}
const refused = (code: 'conflict' | 'forbidden' | 'lastAdmin' | 'badRequest') => new ApiError(400, code, 'refused')

describe('the form of somebody who is there', () => {
  it('sends what changed, and nothing else', async () => {
    const form = formOf(ann, house())
    expect([form.isDirty, form.fields]).toEqual([false, {}])
    form.set({ quota: ' 1.5 TB ', commands: ' ls  grep ', hideDotfiles: true })
    expect([form.isDirty, form.fields]).toEqual([
      true,
      { quota: 1.5 * 1024 ** 4, commands: ['ls', 'grep'], hideDotfiles: true },
    ])
    form.set({ quota: '', historyLimit: '5 GB' })
    expect([form.fields.quota, form.fields.historyLimit]).toEqual([0, 5 * 1024 ** 3])
    form.set({ historyLimit: 'lots' })
    await form.check()
    expect(form.troubles.historyLimit?.key).toBe('people.quotaTrouble')
    form.discard()
    expect([form.isDirty, form.draft.quota]).toEqual([false, '3 GB'])
  })

  it('forgets a password once it is saved', () => {
    const form = formOf(ann, house())
    form.set({ password: 'correct horse battery' })
    expect(form.fields).toEqual({ password: 'correct horse battery' })
    form.settle()
    expect([form.isDirty, form.draft.password]).toEqual([false, ''])
  })

  it('lets an administrator change the password', () => {
    const form = formOf({ ...ann, lockPassword: true }, house())
    form.set({ perm: permissions.parse({ admin: true }) })
    expect(form.fields).toMatchObject({ lockPassword: false })
  })

  it('says beside the field what is wrong, until it is typed anew', async () => {
    const form = formOf(ann, house())
    form.set({
      username: ' ann',
      password: 'short',
      quota: 'lots',
      rules: [{ regex: true, allow: false, path: '', regexp: { raw: '(' } }],
    })
    expect(await form.check()).toBe(false)
    expect(form.troubles).toMatchObject({
      username: { key: 'people.nameTrouble' },
      password: { key: 'people.passwordLength', values: { count: 12 } },
      quota: { key: 'people.quotaTrouble' },
    })
    expect([...form.ruleTroubles]).toEqual([[0, 'expression']])
    form.set({ username: 'anna', rules: [] })
    expect([form.troubles.username, form.troubles.quota?.key, form.ruleTroubles.size]).toEqual([
      undefined,
      'people.quotaTrouble',
      0,
    ])
    form.set({ password: '', quota: '5 GB' })
    expect(await form.check()).toBe(true)
  })

  it('says what a refusal means', () => {
    const form = formOf(ann, house())
    const after = (error: unknown) => {
      form.refuse(error)
      return Object.entries(form.troubles).map(([field, message]) => [field, message.key])
    }
    expect(after(refused('conflict'))).toEqual([['username', 'people.nameTaken']])
    expect(after(refused('lastAdmin'))).toEqual([['form', 'error.lastAdmin']])
    expect(after(refused('forbidden'))).toEqual([['form', 'error.forbidden']])
    expect(after(refused('badRequest'))).toEqual([['form', 'error.badRequest']])
    form.set({ scope: '/a\\b' })
    expect(after(refused('badRequest'))).toEqual([['scope', 'people.scopeTrouble']])
    form.set({ password: 'password1234' })
    expect(after(refused('badRequest'))).toEqual([['password', 'people.passwordRefused']])
  })
})

describe('the form of somebody new', () => {
  it('has no language where the browser says it', () => {
    const defaults = { ...house().defaults, locale: BROWSER_LOCALE }
    expect(newForm(house({ defaults })).fields.locale).toBe('')
  })

  it('begins with what the household gives, and needs a name and a password', async () => {
    const form = newForm(house())
    expect(form.draft).toMatchObject({
      locale: 'es',
      commands: 'ls cat',
      hasHome: true,
      perm: { create: true, admin: false },
    })
    expect(await form.check()).toBe(false)
    expect(form.troubles).toMatchObject({
      username: { key: 'people.nameMissing' },
      password: { key: 'people.passwordMissing' },
    })
    form.set({ username: 'leo', password: 'correct horse battery', scope: '/elsewhere' })
    expect(await form.check()).toBe(true)
    expect(form.fields).toMatchObject({
      username: 'leo',
      password: 'correct horse battery',
      scope: '',
      commands: ['ls', 'cat'],
      quota: 0,
    })
    form.set({ hasHome: false })
    expect(form.fields.scope).toBe('/elsewhere')
    expect(form.fields).not.toHaveProperty('hasHome')
  })
})
