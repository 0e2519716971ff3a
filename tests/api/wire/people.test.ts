// api-contract 8 to 11: users, settings, rules and hidden files, permissions.
import { describe, expect, it } from '@jest/globals'
import { PASSWORD } from '../../helpers/client.ts'
import { soon } from '../../helpers/until.ts'
import { admin, world } from './own-world.ts'
import { freshName, JSON_TYPE, TEXT_TYPE, twice, type Wire } from './wire.ts'

const recordOf = (username: string) => ({
  username,
  password: PASSWORD,
  scope: `/${username}`,
  locale: 'en',
  lockPassword: false,
  viewMode: 'list',
  singleClick: false,
  commands: [],
  rules: [],
  perm: { create: true, rename: true, modify: true, delete: true, share: true, download: true },
  sorting: { by: 'name', asc: false },
  hideDotfiles: false,
  dateFormat: false,
})
const body = (data: object, which: string[] = [], more: object = {}) => ({
  body: { what: 'user', which, data, ...more },
})
const change = (wire: Wire, id: number, fields: object, which = Object.keys(fields)) =>
  wire.call(`PUT /api/users/${id}`, body({ id, ...fields }, which))

describe('8 users', () => {
  it('are created, shown, changed and removed by administrators', async () => {
    const username = freshName('ann')
    const made = await admin.call('POST /api/users', body(recordOf(username)))
    const location = made.headers.get('location') ?? ''
    expect([made.status, made.text, made.headers.get('content-type')]).toEqual([201, '201 Created\n', TEXT_TYPE])
    expect(location).toMatch(/^\/settings\/users\/\d+$/)
    const id = Number(location.split('/').at(-1))
    const told = await admin.call(`GET /api/users/${id}`)
    expect([told.headers.get('content-type'), told.json]).toEqual([
      JSON_TYPE,
      {
        ...recordOf(username),
        id,
        password: '',
        quota: 0,
        historyLimit: 0,
        playHours: '',
        perm: {
          ...recordOf(username).perm,
          admin: false,
          execute: false,
          importTorrents: false,
          importYouTube: false,
          calendar: false,
        },
      },
    ])
    const all = (await admin.call('GET /api/users')).json as unknown as { id: number }[]
    expect(all.map((one) => one.id)).toEqual(all.map((one) => one.id).toSorted((a, b) => a - b))
    const changed = await change(admin, id, { locale: 'es', viewMode: 'mosaic' })
    expect([changed.status, changed.text]).toEqual([200, '200 OK\n'])
    expect(
      (
        await soon(
          () => admin.call(`GET /api/users/${id}`),
          ({ json }) => json['locale'] === 'es',
        )
      ).json,
    ).toMatchObject({ locale: 'es', viewMode: 'mosaic', username })
    expect(
      (
        await change(
          admin,
          id,
          { ...recordOf(username), password: '', viewMode: '', sorting: { by: '' }, commands: null, rules: null },
          [],
        )
      ).status,
    ).toBe(200)
    expect(
      (
        await soon(
          () => admin.call(`GET /api/users/${id}`),
          ({ json }) => json['viewMode'] === 'list',
        )
      ).json,
    ).toMatchObject({ viewMode: 'list', sorting: { by: 'name', asc: false }, commands: [], rules: [] })
    expect(await world.nobody.status('POST /api/login', { body: { username, password: PASSWORD } })).toBe(200)
    expect([await admin.status(`DELETE /api/users/${id}`), await admin.status(`DELETE /api/users/${id}`)]).toEqual([
      200, 404,
    ])
  })

  it('are refused for invalid bodies', async () => {
    const name = freshName('bob')
    const refused = async (asked: object, ...statuses: number[]) =>
      expect(statuses).toContain(await admin.status('POST /api/users', asked))
    await refused({ body: 'no JSON' }, 400)
    await refused({ body: { what: 'settings', which: [], data: recordOf(name) } }, 400)
    await refused(body(recordOf(name), ['username']), 400)
    await refused({ body: { what: 'user', which: [] } }, 400)
    for (const password of ['', 'short']) await refused(body({ ...recordOf(name), password }), 400)
    await refused(body({ ...recordOf(name), perm: { share: true, download: false } }), 400)
    await refused(body({ ...recordOf(''), username: '' }), 400)
    await refused(body({ ...recordOf(name), username: admin.username }), 409)
    await refused(body(recordOf(name), [], { current_password: 'a wrong one' }), 400)
    expect(
      await admin.status('POST /api/users', body(recordOf(name), [], { current_password: world.site.admin.password })),
    ).toBe(201)
  })

  it('change their own preferences and password, and nothing else', async () => {
    const me = await world.person()
    const other = await world.person()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', `/${me.id}`],
    ])
      expect([
        method,
        await me.status(`${method} /api/users${path}`, method === 'POST' ? body(recordOf('x')) : {}),
      ]).toEqual([method, 403])
    expect((await me.call(`GET /api/users/${me.id}`)).json['scope']).toBe('')
    expect([
      await me.status(`GET /api/users/${other.id}`),
      await admin.status('GET /api/users/999999'),
      (await change(admin, 999999, { locale: 'es' })).status,
    ]).toEqual([403, 404, 404])
    expect((await change(me, other.id, { locale: 'es' })).status).toBe(403)
    expect(await me.status(`PUT /api/users/${me.id}`, body({ id: other.id, locale: 'es' }, ['locale']))).toBe(400)
    for (const field of [
      { username: 'x' },
      { scope: '/' },
      { lockPassword: true },
      { perm: { admin: true } },
      { commands: ['ls'] },
      { rules: [] },
    ])
      expect([field, (await change(me, me.id, field)).status]).toEqual([field, 403])
    expect((await change(me, me.id, recordOf(me.username), [])).status).toBe(403)
    expect((await change(me, me.id, { locale: 'es', perm: { admin: true } })).status).toBe(403)
    expect((await change(me, me.id, { nonsense: 1 })).status).toBe(400)
    for (const field of [
      { locale: 'es' },
      { viewMode: 'mosaic' },
      { singleClick: true },
      { dateFormat: true },
      { hideDotfiles: true },
      { sorting: { by: 'size', asc: true } },
    ]) {
      expect([field, (await change(me, me.id, field)).status]).toEqual([field, 200])
      const name = Object.keys(field)[0] ?? ''
      expect((await change(me, me.id, field, [name[0]?.toUpperCase() + name.slice(1)])).status).toBe(200)
    }
    expect((await change(me, me.id, { password: 'short' })).status).toBe(400)
    const renewed = await change(me, me.id, { password: 'Another-Household-Pass-1' })
    expect([renewed.status, renewed.headers.get('x-renew-token')]).toEqual([200, 'true'])
    expect((await change(admin, me.id, { lockPassword: true })).status).toBe(200)
    expect(
      (
        await soon(
          () => change(me, me.id, { password: 'Yet-Another-Pass-22' }),
          ({ status }) => status === 403,
        )
      ).status,
    ).toBe(403)
  })
})

describe('9 settings', () => {
  it('are returned and replaced as a whole; invalid ones change nothing', async () => {
    const { status, headers, json: before } = await admin.call('GET /api/settings')
    expect([status, headers.get('content-type')]).toEqual([200, JSON_TYPE])
    expect(before).toMatchObject({
      signup: false,
      createUserDir: true,
      userHomeBasePath: '/',
      minimumPasswordLength: 12,
      authMethod: 'json',
      rules: [],
      shell: [],
      retentionDays: expect.any(Number),
      tus: { chunkSize: 10485760, retryCount: 5 },
      branding: {
        name: '',
        disableExternal: false,
        disableUsedPercentage: false,
        files: '',
        theme: '',
        color: '',
        reportUrl: '',
      },
      defaults: { scope: '', locale: 'browser' },
      commands: Object.fromEntries(
        ['save', 'copy', 'rename', 'upload', 'delete'].flatMap((event) => [
          [`before_${event}`, []],
          [`after_${event}`, []],
        ]),
      ),
    })
    try {
      for (const wrong of [
        'no JSON',
        { ...before, signup: 'yes' },
        { ...before, tus: 7 },
        { ...before, rules: [{ regex: true, allow: false, path: '', regexp: { raw: '(' } }] },
      ]) {
        expect(await admin.status('PUT /api/settings', { body: wrong })).toBe(400)
      }
      expect((await admin.call('GET /api/settings')).json).toEqual(before)
      const put = await admin.call('PUT /api/settings', {
        body: {
          ...before,
          branding: { name: 'Home' },
          tus: { chunkSize: 0, retryCount: 0 },
          minimumPasswordLength: 0,
          userHomeBasePath: '',
          defaults: {},
          shell: null,
          commands: {},
          unknown: 1,
          retentionDays: undefined,
        },
      })
      expect([put.status, put.text]).toEqual([200, '200 OK\n'])
      const after = (await admin.call('GET /api/settings')).json
      expect(after).toMatchObject({
        minimumPasswordLength: 12,
        userHomeBasePath: '/',
        tus: { chunkSize: 10485760, retryCount: 5 },
        shell: [],
        commands: before['commands'],
        retentionDays: before['retentionDays'],
        defaults: { locale: 'en', viewMode: 'mosaic' },
        branding: { name: 'Home', theme: '' },
      })
      expect(after).not.toHaveProperty('unknown')
    } finally {
      expect(await admin.status('PUT /api/settings', { body: before })).toBe(200)
    }
    const me = await world.person()
    expect([await me.status('GET /api/settings'), await me.status('PUT /api/settings', { body: before })]).toEqual([
      403, 403,
    ])
  })
})

describe('10 rules and hidden files', () => {
  const rule = (path: string, allow = false) => ({ regex: false, allow, path, regexp: { raw: '' } })
  const pattern = (raw: string, allow = false) => ({ regex: true, allow, path: '', regexp: { raw } })

  it('deny a path and everything below it, in every call that names it, and leave it out of lists', async () => {
    const me = await world.person()
    for (const path of ['secret/in.txt', 'secretary.txt', 'open/a.txt', 'open/b.key', 'secret/allowed/x.txt'])
      expect(await me.status(`POST /api/resources/${path}`, { body: 'x' })).toBe(200)
    expect(
      (await change(admin, me.id, { rules: [rule('/secret'), pattern('\\.key$'), rule('/secret/allowed', true)] }))
        .status,
    ).toBe(200)
    await soon(
      () => me.call('GET /api/resources/secret'),
      ({ status }) => status === 403,
    )
    await soon(
      () => me.call('GET /api/resources/secret'),
      ({ status }) => status === 403,
    )
    for (const line of [
      'GET /api/resources/secret',
      'GET /api/resources/open/../secret/in.txt',
      'GET /api/raw/open/b.key',
      'DELETE /api/resources/open',
      'POST /api/resources/secret/new',
      'PUT /api/resources/open/b.key',
      'GET /api/raw/secret/in.txt?inline=true',
      `PATCH /api/resources/open/a.txt?action=copy&destination=${twice('/secret/a.txt')}`,
      `PATCH /api/resources/open?action=rename&destination=${twice('/moved')}`,
    ]) {
      expect([line, await me.status(line)]).toEqual([line, 403])
    }
    expect([
      await me.status('GET /api/resources/secretary.txt'),
      await me.status('GET /api/raw/secret/allowed/x.txt'),
    ]).toEqual([200, 200])
    const root = (await me.call('GET /api/resources/')).json as { items: { name: string }[] }
    expect(root.items.map(({ name }) => name)).not.toContain('secret')
    expect((await me.call('GET /api/resources/open')).json).toMatchObject({ numFiles: 1, numDirs: 0 })
    expect((await me.call('GET /api/search/?query=key')).json).toEqual([])
  })

  it('hide names with a leading dot; a folder that contains some can still be changed', async () => {
    const me = await world.person({ hideDotfiles: true })
    expect(await me.status('POST /api/resources/.hid', { body: 'x' })).toBe(403)
    expect(await me.status('POST /api/resources/box/seen', { body: 'x' })).toBe(200)
    expect((await change(me, me.id, { hideDotfiles: false })).status).toBe(200)
    await soon(
      () => me.call('POST /api/resources/box/.hid?override=true', { body: 'x' }),
      ({ status }) => status === 200,
    )
    expect((await change(me, me.id, { hideDotfiles: true })).status).toBe(200)
    await soon(
      () => me.call('GET /api/resources/box/.hid'),
      ({ status }) => status === 403,
    )
    await soon(
      () => me.call('GET /api/resources/box/.hid'),
      ({ status }) => status === 403,
    )
    expect((await me.call('GET /api/resources/box')).json).toMatchObject({ numFiles: 1 })
    expect(await me.status(`PATCH /api/resources/box?action=rename&destination=${twice('/moved')}`)).toBe(200)
    expect(await me.status('DELETE /api/resources/moved')).toBe(204)
  })
})

describe('11 permissions', () => {
  it('without any, a person may still look, and nothing else', async () => {
    const me = await world.person({
      perm: { create: false, rename: false, modify: false, delete: false, share: false, download: false },
    })
    for (const line of ['GET /api/resources/', 'GET /api/usage/', 'GET /api/search/?query=x'])
      expect([line, await me.status(line)]).toEqual([line, 200])
    for (const line of [
      'POST /api/resources/a',
      'POST /api/resources/a/',
      'PUT /api/resources/a',
      'DELETE /api/resources/a',
      'POST /api/tus/a',
      `PATCH /api/resources/a?action=copy&destination=${twice('/b')}`,
      `PATCH /api/resources/a?action=rename&destination=${twice('/b')}`,
      'GET /api/users',
      'GET /api/settings',
    ])
      expect([line, await me.status(line)]).toEqual([line, 403])
    expect(await me.status('GET /api/raw/a')).toBe(202)
  })
})
