import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CONFIG, USERS, user } from '../../../../tests/helpers/filebrowser-exports.ts'
import { DEFAULT_IMPORTS } from '../../../contract/import-settings.ts'
import type { Settings } from '../../../contract/settings.ts'
import { firstSettings } from '../../features/settings/defaults.ts'
import { copyingCommands } from './copying.ts'
import { readExports } from './exports.ts'
import { planPeople } from './people.ts'
import { planSettings } from './settings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-exports-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const first = firstSettings()
const present: Settings = {
  ...first,
  branding: { ...first.branding, reportUrl: '' },
  retentionDays: 30,
  sharedLimit: 0,
  imports: DEFAULT_IMPORTS,
  authMethod: 'json',
}
const file = async (name: string, content: unknown) => {
  const at = path.join(folder, name)
  await writeFile(at, typeof content === 'string' ? content : JSON.stringify(content, null, 4))
  return at
}
/** What becomes of a configuration that says otherwise in its settings. */
const planOf = async (over: object) => {
  const { config } = await readExports([
    await file('config.json', { ...CONFIG, settings: { ...CONFIG.settings, ...over } }),
  ])
  if (!config) throw new Error('no configuration was read')
  return planSettings(config, present)
}

describe('reading exports', () => {
  it('tells people and configuration apart, in whatever order', async () => {
    const files = [await file('config.json', CONFIG), await file('users.json', USERS)]
    for (const order of [files, files.toReversed()]) {
      const { users, config } = await readExports(order)
      expect([users.length, config?.server?.root]).toEqual([USERS.length, '/srv/files'])
    }
  })

  it.each<[string, unknown, RegExp]>([
    ['YAML', 'settings:\n  signup: false\n', /not JSON; export to a name that ends in \.json/],
    ['something else', { hello: 1 }, /config export` \(settings\)/],
    ['people without names', [{ id: 1 }], /users export` \(0\.username\)/],
  ])('says what is wrong with %s', async (_, content, why) => {
    await expect(readExports([await file('given.json', content)])).rejects.toThrow(why)
  })
  it('says which file cannot be read, and which is one too many', async () => {
    await expect(readExports(['/nowhere.json'])).rejects.toThrow('/nowhere.json: cannot be read (ENOENT)')
    const users = await file('users.json', USERS)
    await expect(readExports([users, users])).rejects.toThrow('another file already has people')
  })
})

describe('settings of an export', () => {
  it('are refused as a whole where a rule cannot be read, or a value is wrong', async () => {
    await expect(planOf({ rules: [{ regex: true, allow: false, path: '', regexp: { raw: '([' } }] })).rejects.toThrow(
      'the rules cannot be read: rule 1 is invalid',
    )
    await expect(planOf({ rules: ['/secret'] })).rejects.toThrow('the rules cannot be read')
    await expect(planOf({ defaults: { scope: '../..' } })).rejects.toThrow('the scope for new people cannot be read')
    await expect(planOf({ signup: 'yes' })).rejects.toThrow('invalid value: signup')
  })

  it('of an older release leave alone what that does not know', async () => {
    const { body } = await planOf({
      tus: undefined,
      minimumPasswordLength: undefined,
      hideLoginButton: undefined,
      branding: { name: 'Old', disableExternal: false, files: '' },
    })
    expect(body).toMatchObject({
      tus: present.tus,
      minimumPasswordLength: 12,
      hideLoginButton: true,
      branding: { name: 'Old', theme: '', color: '' },
    })
  })

  it('take no hook over, no shell and no colour that is none, and say so', async () => {
    const { body, left, environment } = await planOf({ branding: { name: '', color: 'tomato' } })
    expect([body.shell, body.commands, body.branding.color]).toEqual([[], present.commands, ''])
    expect(left).toEqual(
      expect.arrayContaining([
        expect.stringContaining('branding.color tomato'),
        expect.stringContaining('hook after_save'),
        expect.stringContaining('shell bash -c'),
      ]),
    )
    expect(environment.join('\n')).not.toContain(CONFIG.auther.recaptcha.secret)
  })

  it('say how to have people let in otherwise than by a password, or that they cannot', async () => {
    expect((await planOf({ authMethod: 'noauth' })).environment).toContain('AUTH_METHOD=noauth')
    expect((await planOf({ authMethod: 'proxy' })).left).toContain(
      'authMethod proxy: people log in with name and password',
    )
  })
})

describe('people of an export', () => {
  it('have the language of their browser where none is named', async () => {
    const { make } = planPeople([user({ username: 'ann', locale: '' })], [])
    expect(make.map(({ fields }) => fields.locale)).toEqual([''])
    const { body } = await planOf({ defaults: { ...CONFIG.settings.defaults, locale: '' } })
    expect(body.defaults.locale).toBe('browser')
  })
  it('are made once, also where a name comes twice', () => {
    const { make, present: there } = planPeople(
      [user({ username: 'ann' }), user({ username: 'ann', scope: '/b' }), user({ username: 'bob' })],
      [{ username: 'bob', scope: '/bob' }],
    )
    expect([make.map(({ fields }) => fields.scope), there]).toEqual([
      ['/'],
      [
        { username: 'ann', scope: '/', from: '/b' },
        { username: 'bob', scope: '/bob', from: '/' },
      ],
    ])
  })
  it('keep no rule that would close something away: who has one that cannot be read is not made', () => {
    const { make, refused } = planPeople(
      [
        user({ username: 'a', rules: [{ regex: true, regexp: { raw: '(' } }] }),
        user({ username: 'b', rules: 'all' }),
        user({ username: 'c', perm: { admin: 'yes' } }),
      ],
      [],
    )
    expect([make, refused.map(({ username }) => username)]).toEqual([[], ['a', 'b', 'c']])
  })
})

describe('copying files', () => {
  const commands = (root: string, scopes: string[]) =>
    copyingCommands({
      root,
      bucketPrefix: 'nido-',
      scopes: scopes.map((scope) => ({ from: scope, to: scope })),
      others: [],
    }).map((line) => line.replace('rclone copy --create-empty-src-dirs --s3-directory-markers ', ''))

  it("takes each tree once, and what is another one's inside not with the outer one", () => {
    expect(commands('/srv/', ['/', '/users/ann', '/users', '/users/ann', '/usersx'])).toEqual([
      "--exclude '/users/**' --exclude '/users/ann/**' --exclude '/usersx/**' /srv nido:nido-home",
      "--exclude '/ann/**' /srv/users nido:nido-users",
      '/srv/users/ann nido:nido-users/ann',
      '/srv/usersx nido:nido-usersx',
    ])
  })
  it('goes to where somebody lives who was there already', () => {
    expect(
      copyingCommands({
        root: '/srv',
        bucketPrefix: 'nido-',
        scopes: [{ from: '/users/bob', to: '/bob' }],
        others: [],
      })[0],
    ).toMatch(/ \/srv\/users\/bob nido:nido-bob$/)
  })
  it('leaves alone the files of who could not be made', () => {
    expect(
      copyingCommands({
        root: '/srv',
        bucketPrefix: 'nido-',
        scopes: [{ from: '/', to: '/' }],
        others: ['/users/late'],
      }),
    ).toEqual([expect.stringContaining("--exclude '/users/late/**' /srv nido:nido-home")])
  })
  it('quotes what a shell or a filter would take for something else', () => {
    expect(commands('/', ['/a', "/a/it's [x] $HOME"])).toEqual([
      "--exclude '/it'\\''s \\[x\\] $HOME/**' /a nido:nido-a",
      "'/a/it'\\''s [x] $HOME' 'nido:nido-a/it'\\''s [x] $HOME'",
    ])
  })
})
