// People: list, get, create, change, delete (api-contract 8), alternating between two replicas.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { PeopleUsage, UserRecord } from '../../backend/contract/users.ts'
import { PASSWORD, type Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { soon } from '../helpers/until.ts'

let site: Site & { stop(): Promise<void> }
let admin: Client
let person: Client
beforeAll(async () => {
  site = await useSite()
  admin = await site.adminClient()
  person = await site.makePerson()
})
afterAll(() => site.stop())

const unique = () => `u-${randomBytes(5).toString('hex')}`
const create = (data: object, body: object = {}, actor = admin) =>
  actor.post('/api/users', { what: 'user', which: [], data, ...body })
const change = (actor: Client, id: number, fields: Record<string, unknown>, body: object = {}) =>
  actor.put(`/api/users/${id}`, { what: 'user', which: Object.keys(fields), data: { id, ...fields }, ...body })
const record = async (id: number) => (await admin.get(`/api/users/${id}`)).expect(200).json<UserRecord>()
const valid = () => {
  const username = unique()
  return { username, password: PASSWORD, scope: `/${username}` }
}

describe('access to people', () => {
  it.each([
    ['GET', '/api/users'],
    ['GET', '/api/users/usage'],
    ['POST', '/api/users'],
    ['GET', '/api/users/1'],
    ['PUT', '/api/users/1'],
    ['DELETE', '/api/users/1'],
  ])('%s %s: not without a token, and for another person only by administrators', async (method, path) => {
    expect((await site.client().send(method, path, { body: '{}' })).status).toBe(401)
    expect((await person.send(method, path, { body: '{}' })).status).toBe(403)
  })
})

describe('reading people', () => {
  it('M09: lists all by id, and reveals no passwords or sessions', async () => {
    const answer = (await admin.get('/api/users')).expect(200)
    const ids = answer.json<UserRecord[]>().map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(answer.text).not.toMatch(/argon2|epoch|keptSession|"home"|changed/)
    expect(answer.json<UserRecord[]>().every(({ password }) => password === '')).toBe(true)
  })

  it('shows people their own record without the scope, and administrators all of it', async () => {
    expect((await person.get(`/api/users/${person.id}`)).expect(200).json()).toMatchObject({
      id: person.id,
      username: person.username,
      scope: '',
      password: '',
      quota: 0,
    })
    expect(await record(person.id)).toMatchObject({ scope: person.scope })
  })

  it('shows how much space everybody uses, of existing files', async () => {
    const [one, beside] = [await site.makePerson({ quota: 1000 }), await site.makePerson()]
    const usage = async () => {
      const { items, cursor } = (await admin.get('/api/users/usage')).expect(200).json<PeopleUsage>()
      expect(cursor).toBeNull()
      return [one, beside].map(({ id }) => items.find((item) => item.id === id)?.used)
    }
    // A busy server may answer null.
    const told = () => soon(usage, (sums) => !sums.includes(null))
    expect(await told()).toEqual([0, 0])
    ;(await one.post('/api/resources/a.txt', 'x'.repeat(700))).expect(200)
    ;(await one.post('/api/resources/b/c.txt', 'x'.repeat(41))).expect(200)
    expect(await told()).toEqual([741, 0])
    ;(await one.delete('/api/resources/a.txt')).expect(204)
    expect(await told()).toEqual([41, 0])
  })

  it.each(['1e0', '%201', '0x1', '{}', '01', '-1', '99999999999999999999'])('M03: refuses the id %s', async (id) => {
    expect((await admin.get(`/api/users/${id}`)).status).toBe(400)
    expect((await admin.delete(`/api/users/${id}`)).status).toBe(400)
  })

  it('does not find an unknown one', async () => {
    expect((await admin.get('/api/users/999999')).status).toBe(404)
    expect((await change(admin, 999_999, { locale: 'fr' })).status).toBe(404)
    expect((await admin.delete('/api/users/999999')).status).toBe(404)
  })
})

describe('creating a person', () => {
  it("answers 201 with the new person's address, whose id was never used before", async () => {
    const first = await create(valid())
    expect([first.status, first.text]).toEqual([201, '201 Created\n'])
    const id = Number(/^\/settings\/users\/(\d+)$/.exec(first.headers.location ?? '')?.[1])
    ;(await admin.delete(`/api/users/${id}`)).expect(200)
    const second = await create(valid())
    expect(Number(second.headers.location?.split('/').at(-1))).toBeGreaterThan(id)
  })

  it('lets them sign in at once, on either replica, into an empty home', async () => {
    const data = valid()
    ;(await create(data)).expect(201)
    const client = await admin.signIn(data.username, data.password)
    for (const replica of [0, 1])
      expect((await client.get('/api/resources/', { replica })).expect(200).json<{ numFiles: number }>().numFiles).toBe(
        0,
      )
  })

  it.each<[string, object, object?]>([
    ['no data', {}, { data: undefined }],
    ['another what', valid(), { what: 'thing' }],
    ['a which that is not empty', valid(), { which: ['locale'] }],
    ['no password', { ...valid(), password: '' }],
    ['a short password', { ...valid(), password: 'short' }],
    ['a password over 1,024 bytes', { ...valid(), password: 'xyzzy-'.repeat(200) }],
    ['a password that anybody guesses', { ...valid(), password: 'password123456' }],
    ['no name', { ...valid(), username: '' }],
    ['a blank behind the name', { ...valid(), username: 'ann ' }],
    ['a control character in the name', { ...valid(), username: 'a\nb' }],
    ['a name of 300 characters', { ...valid(), username: 'x'.repeat(300) }],
    ['a scope that leads out', { ...valid(), scope: '/a/../../b' }],
    ['share without download', { ...valid(), perm: { share: true } }],
    ['a wrong type', { ...valid(), singleClick: 'yes' }],
    [
      'R10: a rule that cannot be read',
      { ...valid(), rules: [{ regex: true, allow: false, path: '', regexp: { raw: '([' } }] },
    ],
  ])('refuses %s', async (_, data, body = {}) => {
    const { username = '' } = data as Partial<UserRecord>
    expect((await create(data, body)).status).toBe(400)
    // By name, because other tests create people at the same time.
    expect((await admin.get('/api/users')).json<UserRecord[]>().filter((made) => made.username === username)).toEqual(
      [],
    )
  })

  it('refuses a body that is not JSON', async () =>
    expect((await admin.post('/api/users', 'username=x')).status).toBe(400))

  it('refuses a name that is taken; the first person stays', async () => {
    const data = { ...valid(), locale: 'es' }
    ;(await create(data)).expect(201)
    expect((await create({ ...data, locale: 'de', scope: `/${unique()}` })).status).toBe(409)
    expect(
      (await admin.get('/api/users'))
        .json<UserRecord[]>()
        .filter(({ username }) => username === data.username)
        .map(({ locale }) => locale),
    ).toEqual(['es'])
  })

  it('has one winner if both replicas are asked at once for one name', async () => {
    const username = unique()
    const answers = await Promise.all(
      [0, 1, 0, 1].map((replica) =>
        admin.post(
          '/api/users',
          { what: 'user', which: [], data: { username, password: PASSWORD, scope: `/${username}` } },
          { replica },
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })

  it('checks the own password where a client sends it, and refuses a wrong one', async () => {
    expect((await create(valid(), { current_password: admin.password })).status).toBe(201)
    expect((await create(valid(), { current_password: 'not my password' })).status).toBe(400)
  })
})

describe("changing one's own record", () => {
  it.each<[string, unknown]>([
    ['locale', 'fr'],
    ['viewMode', 'mosaic gallery'],
    ['singleClick', true],
    ['dateFormat', true],
    ['hideDotfiles', true],
    ['sorting', { by: 'modified', asc: true }],
  ])('%s is saved, and nothing else', async (field, value) => {
    const client = await site.makePerson()
    const before = await record(client.id)
    expect((await change(client, client.id, { [field]: value })).expect(200).text).toBe('200 OK\n')
    expect(await record(client.id)).toEqual({ ...before, [field]: value })
  })

  it.each<[string, unknown]>([
    ['perm', { admin: true }],
    ['scope', '/'],
    ['rules', []],
    ['commands', ['ls']],
    ['lockPassword', false],
    ['username', 'other'],
    ['quota', 0],
  ])('M01: %s is for administrators: 403, and nothing changes', async (field, value) => {
    const before = await record(person.id)
    expect((await change(person, person.id, { locale: 'fr', [field]: value })).status).toBe(403)
    expect(await record(person.id)).toEqual(before)
  })

  it('M03: cannot change everything, or another record', async () => {
    const other = await site.makePerson()
    expect(
      (await person.put(`/api/users/${person.id}`, { what: 'user', which: [], data: { id: person.id, username: 'x' } }))
        .status,
    ).toBe(403)
    expect((await change(person, other.id, { locale: 'fr' })).status).toBe(403)
    expect(
      (
        await person.put(`/api/users/${person.id}`, {
          what: 'user',
          which: ['locale'],
          data: { id: other.id, locale: 'fr' },
        })
      ).status,
    ).toBe(400)
    expect((await record(other.id)).locale).toBe('en')
  })

  it('M04: leaves a locked password alone', async () => {
    const client = await site.makePerson({ lockPassword: true })
    expect((await change(client, client.id, { password: 'Another-Long-Pass-1' })).status).toBe(403)
    expect((await change(client, client.id, { lockPassword: false })).status).toBe(403)
    ;(await change(admin, client.id, { password: 'Another-Long-Pass-1' })).expect(200)
  })

  it.each(['', 'x'])('refuses the password "%s"', async (password) =>
    expect((await change(person, person.id, { password })).status).toBe(400),
  )
  it.each<[string, string | object]>([
    ['no JSON', 'locale=fr'],
    ['another what', { what: 'thing', which: ['locale'], data: {} }],
    ['no data', { what: 'user', which: ['locale'] }],
  ])('refuses %s', async (_, body) => {
    expect((await person.put(`/api/users/${person.id}`, body)).status).toBe(400)
  })
})

describe('changing a person as an administrator', () => {
  it('replaces everything, but keeps a password and quota that are left out', async () => {
    const client = await site.makePerson()
    ;(await change(admin, client.id, { quota: 5_000 })).expect(200)
    const { quota: _, ...before } = await record(client.id)
    ;(
      await admin.put(`/api/users/${client.id}`, {
        what: 'user',
        which: ['all'],
        data: { ...before, locale: 'ja', perm: { download: true } },
      })
    ).expect(200)
    expect(await record(client.id)).toMatchObject({
      locale: 'ja',
      quota: 5_000,
      perm: { download: true, create: false },
      scope: client.scope,
    })
    await client.signIn(client.username, PASSWORD)
  })

  it('moves them to another scope, which exists at once', async () => {
    const client = await site.makePerson()
    ;(await client.post('/api/resources/here.txt', 'x')).expect(200)
    ;(await change(admin, client.id, { scope: `${client.scope}-two/sub` })).expect(200)
    for (const replica of [0, 1]) expect((await client.get('/api/resources/here.txt', { replica })).status).toBe(404)
    ;(await client.post('/api/resources/there.txt', 'x')).expect(200)
  })

  it('gives a new name only if nobody has it', async () => {
    const client = await site.makePerson()
    expect((await change(admin, client.id, { username: person.username })).status).toBe(409)
    const renamed = unique()
    ;(await change(admin, client.id, { username: renamed })).expect(200)
    await client.signIn(renamed, PASSWORD)
  })

  it('refuses unknown fields, and share without download, as a whole', async () => {
    const client = await site.makePerson()
    expect((await change(admin, client.id, { locale: 'fr', shoeSize: 5 })).status).toBe(400)
    expect((await change(admin, client.id, { perm: { share: true } })).status).toBe(400)
    expect((await record(client.id)).locale).toBe('en')
  })
})

describe('deleting a person', () => {
  it('leaves their files, and they can no longer sign in', async () => {
    const client = await site.makePerson()
    ;(await client.post('/api/resources/kept.txt', 'kept')).expect(200)
    ;(await admin.delete(`/api/users/${client.id}`)).expect(200)
    expect((await admin.get(`/api/users/${client.id}`)).status).toBe(404)
    expect((await site.client().post('/api/login', { username: client.username, password: PASSWORD })).status).toBe(403)
    const heir = await site.makePerson({ scope: client.scope })
    expect((await heir.get('/api/raw/kept.txt')).text).toBe('kept')
  })

  it('checks the own password where a client sends it, and refuses a wrong one', async () => {
    const client = await site.makePerson()
    for (const current_password of ['not my password', 5, { $ne: null }])
      expect((await admin.delete(`/api/users/${client.id}`, { body: { current_password } })).status).toBe(400)
    expect((await admin.delete(`/api/users/${client.id}`, { body: { current_password: admin.password } })).status).toBe(
      200,
    )
  })
})
