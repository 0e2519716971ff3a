// Global settings (api-contract 9), in a separate Nido, because they change what everybody sees.
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { PublicSettings, Settings } from '../../backend/contract/settings.ts'
import type { Client } from '../helpers/client.ts'
import { admin, nido } from './own-nido.ts'

let person: Client
beforeAll(async () => {
  person = await nido.makePerson()
})

const read = async () => (await admin.get('/api/settings')).expect(200).json<Settings>()
const write = async (over: object) => admin.put('/api/settings', { ...(await read()), ...over })

describe('the settings', () => {
  it('are those of the first start', async () => {
    expect(await read()).toMatchObject({
      signup: false,
      createUserDir: true,
      userHomeBasePath: '/',
      defaults: { scope: '', viewMode: 'mosaic' },
      authMethod: 'json',
      retentionDays: 30,
      minimumPasswordLength: 12,
      rules: [],
    })
  })

  it.each(['GET', 'PUT'])('M10: %s is for administrators', async (method) => {
    expect((await nido.client().send(method, '/api/settings', { body: '{}' })).status).toBe(401)
    expect((await person.send(method, '/api/settings', { body: '{}' })).status).toBe(403)
  })

  it('can be saved as they were read, and stay the same', async () => {
    const before = await read()
    expect((await write({})).expect(200).text).toBe('200 OK\n')
    expect(await read()).toEqual(before)
  })

  it('reveal no secret', async () => {
    expect((await admin.get('/api/settings')).text).not.toMatch(/"(key|secret|password)"/i)
  })

  it('are seen on both replicas when they are saved', async () => {
    ;(await write({ branding: { name: 'Our house' } })).expect(200)
    for (const replica of [0, 1])
      expect((await admin.get('/api/settings', { replica })).json<Settings>().branding.name).toBe('Our house')
  })

  it("become empty where they are left out, except for Nido's own", async () => {
    const before = await read()
    ;(await write({ retentionDays: 7 })).expect(200)
    const { retentionDays: _, branding: __, ...rest } = await read()
    ;(await admin.put('/api/settings', rest)).expect(200)
    expect(await read()).toMatchObject({ retentionDays: 7, branding: { name: '', theme: '' } })
    ;(await admin.put('/api/settings', before)).expect(200)
  })

  it.each<[string, string | object]>([
    ['no JSON', 'signup=true'],
    ['nothing', ''],
    ['a list', []],
    ['a wrong type', { signup: 'yes' }],
    ['an unknown theme', { branding: { theme: 'pink' } }],
    ['a chunk size below nothing', { tus: { chunkSize: -1, retryCount: 1 } }],
    ['days below nothing', { retentionDays: -1 }],
    ['a report address without https', { branding: { reportUrl: 'http://example.org' } }],
    ['a report address that runs something', { branding: { reportUrl: 'javascript:alert(1)' } }],
    ['a colour that is none', { branding: { color: 'red; } body { display: none' } }],
    ['a name that is too long', { branding: { name: 'x'.repeat(101) } }],
    ['more tries than anybody waits for', { tus: { chunkSize: 1, retryCount: 1e9 } }],
    ['a password longer than any may be', { minimumPasswordLength: 2000 }],
    ['homes outside the root', { userHomeBasePath: '/a/../..' }],
    ['a scope outside the root', { defaults: { scope: '../bob' } }],
    ['a rule that cannot be read (R10)', { rules: [{ regex: true, allow: false, path: '', regexp: { raw: '([' } }] }],
  ])('M10: refuse %s, and nothing changes', async (_, body) => {
    const before = await read()
    expect(
      (
        await admin.put(
          '/api/settings',
          typeof body === 'string' || Array.isArray(body) ? body : { ...before, ...body },
        )
      ).status,
    ).toBe(400)
    expect(await read()).toEqual(before)
  })

  it('E6: keep hooks unchanged, whether they can run here or not', async () => {
    const { commands: none } = await read()
    const commands = {
      ...none,
      before_delete: ['true', '/usr/bin/env python3 -c "x" >> /var/log/x 2>&1', ' curl https://tools.example '],
      after_copy: ['', '| cat &', ' & '],
      before_save: ['echo "a', 'cp $FILE /copies &', 'echo a\nls'],
      after_upload: ['ls \\'],
    }
    ;(await write({ commands })).expect(200)
    expect((await read()).commands).toEqual(commands)
    ;(await write({ commands: null })).expect(200)
    expect((await read()).commands).toEqual(none)
    for (const wrong of [['true'], { before_save: 'true' }, { before_save: [1] }]) {
      ;(await write({ commands: wrong })).expect(400)
    }
    expect((await read()).commands).toEqual(none)
  })

  it('M10: ignore unknown fields', async () => {
    ;(await write({ key: 'mine', authMethod: 'noauth' })).expect(200)
    expect(await read()).toMatchObject({ authMethod: 'json' })
    expect(await read()).not.toHaveProperty('key')
  })
})

describe('sign-up', () => {
  const signUp = (username: unknown, password: unknown = 'A-Household-Pass-7731', more: object = {}) =>
    nido.client().post('/api/signup', { username, password, ...more })
  const find = async (username: string) =>
    (await admin.get('/api/users'))
      .json<
        {
          id: number
          username: string
          scope: string
          perm: Record<string, boolean>
          commands: string[]
          rules: unknown[]
        }[]
      >()
      .find((user) => user.username === username)

  it('M06: is off, on both replicas, until it is switched on', async () => {
    ;(await write({ signup: false })).expect(200)
    for (const replica of [0, 1])
      expect(
        (await nido.client().post('/api/signup', { username: 'early', password: 'A-Household-Pass-7731' }, { replica }))
          .status,
      ).toBe(405)
    ;(await write({ signup: true })).expect(200)
    expect((await signUp('early')).expect(200).text).toBe('200 OK\n')
    // The browser says the language.
    expect(await find('early')).toMatchObject({ locale: '' })
    await nido.client().signIn('early', 'A-Household-Pass-7731')
  })

  it('M05: gives the defaults, but never administrator rights or the shell, whatever is sent', async () => {
    const { defaults } = await read()
    ;(
      await write({
        signup: true,
        defaults: {
          ...defaults,
          commands: ['ls'],
          locale: 'es',
          perm: { ...defaults.perm, admin: true, execute: true },
        },
      })
    ).expect(200)
    ;(
      await signUp('mallory', undefined, {
        perm: { admin: true },
        scope: '/',
        rules: [{ allow: true, path: '/' }],
        id: 1,
        commands: ['ls'],
      })
    ).expect(200)
    expect(await find('mallory')).toMatchObject({
      scope: '/mallory',
      locale: 'es',
      commands: [],
      rules: [],
      perm: { admin: false, execute: false, create: true },
    })
    ;(await write({ defaults })).expect(200)
  })

  it('makes a home below the base path, even when homes are off for others', async () => {
    ;(await write({ signup: true, createUserDir: false, userHomeBasePath: '/people' })).expect(200)
    ;(await signUp('nora')).expect(200)
    expect((await find('nora'))?.scope).toBe('/people/nora')
    ;(await write({ createUserDir: true, userHomeBasePath: '/' })).expect(200)
  })

  it.each<[string, object]>([
    ['no name', { username: '' }],
    ['no password', { password: '' }],
    ['a short password', { password: 'short' }],
    ['a name that leaves nothing', { username: '..' }],
    ['a slash', { username: '/' }],
    ['blanks around the name', { username: ' kim' }],
    ['a name of 300 characters', { username: 'x'.repeat(300) }],
    ['an emoji', { username: '🙂' }],
    ['a name that is an object', { username: { $gt: '' } }],
  ])('refuses %s', async (_, wrong) => {
    expect((await signUp('kim', 'A-Household-Pass-7731', wrong)).status).toBe(400)
  })
  it('refuses a body that is not JSON', async () =>
    expect((await nido.client().post('/api/signup', 'name=x')).status).toBe(400))

  it("M07: refuses a name that is taken, and one that leads to another person's home", async () => {
    ;(await signUp('team/x')).expect(200)
    expect((await signUp('team/x')).status).toBe(409)
    expect((await signUp('team-x')).status).toBe(409)
  })
})

describe('the settings that the page gets', () => {
  /** The page of a replica; null if a checkout has none built. */
  const page = async (replica: number) => {
    const { status, text, headers } = await nido.client().get('/login', { replica })
    const script = /window\.Nido = (.*?)<\/script>/s.exec(text)?.[1] ?? '{}'
    return status === 404
      ? null
      : { text, script, told: JSON.parse(script) as PublicSettings, policy: headers['content-security-policy'] ?? '' }
  }

  it('follow changes, on the other replica too', async () => {
    const before = await read()
    const branding = {
      name: 'Our house',
      disableExternal: true,
      disableUsedPercentage: true,
      theme: 'dark',
      color: '#0a7f5a',
      reportUrl: 'https://example.org/issues',
    }
    ;(
      await admin.put(
        '/api/settings',
        {
          ...before,
          signup: true,
          hideLoginButton: false,
          retentionDays: 3,
          branding,
          tus: { chunkSize: 1_048_576, retryCount: 2 },
        },
        { replica: 0 },
      )
    ).expect(200)
    const wanted = {
      Name: 'Our house',
      BaseURL: '',
      StaticURL: '/static',
      Version: expect.any(String),
      Theme: 'dark',
      Color: '#0a7f5a',
      CSS: false,
      DisableExternal: true,
      ReportURL: 'https://example.org/issues',
      DisableUsedPercentage: true,
      Signup: true,
      NoAuth: false,
      AuthMethod: 'json',
      LoginPage: true,
      LogoutPage: '/login',
      HideLoginButton: false,
      ReCaptcha: false,
      EnableThumbs: true,
      ResizePreview: true,
      EnableExec: true,
      TusSettings: { chunkSize: 1_048_576, retryCount: 2 },
      SharedFolder: 'Shared',
      RetentionDays: 3,
    }
    for (const replica of [1, 0]) expect((await page(replica))?.told ?? wanted).toMatchObject(wanted)
    ;(await admin.put('/api/settings', before)).expect(200)
  })

  it.each([
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</title></head><body onload=alert(1)>',
    '<!--<script>\u2028$&',
  ])('X07: contain a name as plain text: %s', async (name) => {
    const before = await read()
    ;(await write({ branding: { ...before.branding, name } })).expect(200)
    const shown = await page(0)
    expect(shown?.told.Name ?? name).toBe(name)
    expect(shown?.script ?? '').not.toMatch(/[<\u2028\u2029]/)
    for (const part of ['<script>alert', '<img src=x', '<body onload']) expect(shown?.text ?? '').not.toContain(part)
    expect(shown?.policy ?? "script-src 'nonce-").toMatch(/script-src [^;]*'nonce-/)
    ;(await admin.put('/api/settings', before)).expect(200)
  })
})
