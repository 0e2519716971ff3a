import { describe, expect, it } from '@jest/globals'
import { DEFAULT_IMPORTS } from '../../../backend/contract/import-settings.ts'
import type { Settings } from '../../../backend/contract/settings.ts'
import { settings as schema } from '../../../backend/contract/settings.ts'
import { houseFormOf, isTroubled, mergeForms, settingsOf, tidyChunk, troublesOf } from './house-form.ts'

const parsed = schema.parse({
  commands: { after_upload: ['md5sum $FILE', 'ls &'] },
  shell: ['kept'],
  defaults: { commands: ['ls', 'cat'] },
})
const settings: Settings = {
  ...parsed,
  branding: { ...parsed.branding, reportUrl: '' },
  retentionDays: 30,
  sharedLimit: 0,
  imports: DEFAULT_IMPORTS,
  authMethod: 'json',
}
const form = houseFormOf(settings)

describe('the form of the household', () => {
  it('takes an https address for reports, or none', () => {
    const isWrong = (reportUrl: string) =>
      isTroubled(troublesOf({ ...form, branding: { ...form.branding, reportUrl } }))
    expect(['', 'https://example.org/issues', ' https://example.org '].map(isWrong)).toEqual([false, false, false])
    expect(['http://example.org', 'javascript:alert(1)', 'example.org', 'https://'].map(isWrong)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('says what the settings say, and gives them back', () => {
    expect(form).toMatchObject({
      chunkSize: '10 MB',
      retryCount: '5',
      retentionDays: '30',
      minimumPasswordLength: '12',
      commands: 'ls cat',
    })
    expect(form.hooks['after_upload']).toBe('md5sum $FILE\nls &')
    expect(settingsOf(form, settings)).toEqual(settings)
  })

  it('takes the usual where nothing is said, and passes over empty lines', () => {
    const changed = settingsOf(
      {
        ...form,
        userHomeBasePath: ' ',
        minimumPasswordLength: '',
        retentionDays: '0',
        commands: ' ls  wc ',
        hooks: { ...form.hooks, before_save: '\n ls \n' },
      },
      settings,
    )
    expect(changed).toMatchObject({
      userHomeBasePath: '/',
      minimumPasswordLength: 12,
      retentionDays: 0,
      defaults: { commands: ['ls', 'wc'] },
      commands: { before_save: ['ls'] },
    })
  })

  it('E6: keeps hooks that cannot run, and those that nobody has changed as they are stored', () => {
    const commands = { ...settings.commands, before_save: [' true ', '', 'a\nb'], after_save: ['ls'] }
    const stored = { ...settings, commands }
    const shown = houseFormOf(stored)
    expect(isTroubled(troublesOf({ ...shown, hooks: { after_copy: 'nope "' } }))).toBe(false)
    const saved = settingsOf({ ...shown, hooks: { ...shown.hooks, after_save: 'curl x\n\nls ' } }, stored)
    expect(saved.commands).toEqual({ ...commands, after_save: ['curl x', 'ls'] })
  })

  it('C3: has no limit of the shared folder where none is typed', () => {
    const limited = { ...settings, sharedLimit: 3 * 1024 ** 3 }
    expect([form.sharedLimit, houseFormOf(limited).sharedLimit]).toEqual(['', '3 GB'])
    expect([
      settingsOf({ ...form, sharedLimit: ' 1.5g' }, settings).sharedLimit,
      settingsOf({ ...houseFormOf(limited), sharedLimit: ' ' }, limited).sharedLimit,
    ]).toEqual([1.5 * 1024 ** 3, 0])
  })

  it('tells what cannot be saved', () => {
    expect(isTroubled(troublesOf(form))).toBe(false)
    const troubles = troublesOf({
      ...form,
      retryCount: '2.5',
      minimumPasswordLength: '0',
      retentionDays: '99999',
      userHomeBasePath: 'users',
      defaults: { ...form.defaults, scope: 'guests' },
      commands: 'ls curl',
      sharedLimit: 'lots',
    })
    expect(troubles).toEqual({
      numbers: new Set(['minimumPasswordLength', 'retryCount', 'retentionDays']),
      hasWrongHome: true,
      hasWrongScope: true,
      hasWrongReport: false,
      hasWrongLimit: true,
      imports: new Set(),
      unknownCommands: ['curl'],
    })
    expect(troublesOf({ ...form, userHomeBasePath: '/a/../b' }).hasWrongHome).toBe(true)
    expect(troublesOf({ ...form, defaults: { ...form.defaults, scope: ' /guests ' } }).hasWrongScope).toBe(false)
  })

  it.each([
    ['5m', '5 MB'],
    ['1024 kb', '1 MB'],
    ['much', '1 MB'],
    ['', '1 MB'],
    ['1.5 GB', '1.5 GB'],
  ])('reads a chunk size of %p as %p', (text, tidy) => expect(tidyChunk(text)).toBe(tidy))

  it('undoes nothing that somebody else has saved meanwhile', () => {
    const mine = {
      ...form,
      retryCount: '7',
      branding: { ...form.branding, name: 'Ours' },
      hooks: { ...form.hooks, before_copy: 'ls' },
    }
    const theirs = {
      ...form,
      signup: true,
      retryCount: '9',
      branding: { ...form.branding, theme: 'dark' as const, name: 'Theirs' },
      hooks: { ...form.hooks, after_copy: 'wc' },
    }
    expect(mergeForms(form, mine, theirs)).toEqual({
      ...theirs,
      retryCount: '7',
      branding: { ...theirs.branding, name: 'Ours' },
      hooks: { ...theirs.hooks, before_copy: 'ls' },
    })
  })
})
