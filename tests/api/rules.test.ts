// Rules and hidden dotfiles (api-contract 10). For every call in every spelling see attacks/rights.test.ts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Rule } from '../../backend/contract/users.ts'
import type { Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { until } from '../helpers/until.ts'

const CANARY = 'canary-of-a-denied-place'
const deny = (path: string): Rule => ({ regex: false, allow: false, path })

let site: Site & { stop(): Promise<void> }
let person: Client
beforeAll(async () => {
  site = await useSite()
  person = await site.makePerson()
  for (const path of ['/secret/x', '/secret/deep/y', '/secretary.txt', '/open/a.txt'])
    (await person.post(`/api/resources${encodeURI(path)}`, CANARY)).expect(200)
  await setRules([deny('/secret')])
})
afterAll(() => site.stop())

const setRules = async (rules: Rule[]) =>
  (
    await (
      await site.adminClient()
    ).put(`/api/users/${person.id}`, { what: 'user', which: ['rules'], data: { id: person.id, rules } })
  ).expect(200)
const names = async (path: string) =>
  (await person.get(`/api/resources${path}`))
    .expect(200)
    .json<{ items: { name: string }[] }>()
    .items.map(({ name }) => name)

describe('a denied path', () => {
  it('R03: is not listed, and a folder that contains one cannot be deleted, moved or copied', async () => {
    expect(await names('/')).toEqual(['open', 'Shared', 'secretary.txt'])
    await setRules([deny('/secret/deep')])
    expect((await person.delete('/api/resources/secret')).status).toBe(403)
    expect((await person.patch('/api/resources/secret?action=rename&destination=%2Fmoved')).status).toBe(403)
    expect((await person.patch('/api/resources/secret?action=copy&destination=%2Fcopied')).status).toBe(403)
    expect(await names('/secret/')).toEqual(['x'])
    await setRules([])
    expect((await person.get('/api/raw/secret/deep/y')).text).toBe(CANARY)
    await setRules([deny('/secret')])
  })

  it('R02: ends at a whole segment', async () => {
    expect((await person.get('/api/raw/secretary.txt')).status).toBe(200)
    expect((await person.get('/api/raw/open/a.txt')).status).toBe(200)
  })
})

describe('an allowed folder in a denied root', () => {
  it('R02: is all there is, down to its exact name', async () => {
    await setRules([deny('/'), { ...deny('/open'), allow: true }])
    expect((await person.get('/api/raw/open/a.txt')).status).toBe(200)
    for (const path of ['/api/raw/secretary.txt', '/api/resources/', '/api/resources/openly/'])
      expect((await person.get(path)).status).toBe(403)
    expect((await person.post('/api/resources/opened.txt', 'x')).status).toBe(403)
    await setRules([])
  })
})

describe('a stored rule that cannot be read', () => {
  it('R10: denies everything, and nothing fails', async () => {
    const { default: mongoose } = await import('mongoose')
    const connection = await mongoose.createConnection(site.mongoUrl).asPromise()
    const client = await site.makePerson()
    await connection
      .collection('users')
      .updateOne(
        { username: client.username },
        { $set: { rules: [{ regex: true, allow: true, path: '', regexp: { raw: '([' } }] } },
      )
    await connection.close()
    // Nobody told the replicas: they look again by themselves.
    await until(async () => (await client.get('/api/resources/', { replica: 0 })).status === 403, 15_000)
    expect((await client.get('/api/resources/', { replica: 0 })).status).toBe(403)
    expect((await client.get('/api/raw/x', { replica: 0 })).status).toBe(403)
  })
})

describe('hidden dotfiles', () => {
  it('R07: are denied and left out everywhere in the same way', async () => {
    const client = await site.makePerson({ hideDotfiles: true })
    const admin = await site.adminClient()
    const hide = (hideDotfiles: boolean) =>
      admin.put(`/api/users/${client.id}`, {
        what: 'user',
        which: ['hideDotfiles'],
        data: { id: client.id, hideDotfiles },
      })
    ;(await hide(false)).expect(200)
    for (const path of ['/.env', '/.git/config', '/sub/.hidden', '/plain.txt'])
      (await client.post(`/api/resources${path}`, CANARY)).expect(200)
    ;(await hide(true)).expect(200)
    for (const path of ['/.env', '/.git/config', '/sub/.hidden']) {
      expect((await client.get(`/api/raw${path}`)).status).toBe(403)
      expect((await client.get(`/api/resources${path}`)).status).toBe(403)
      expect((await client.delete(`/api/resources${path}`)).status).toBe(403)
    }
    expect(
      (await client.get('/api/resources/')).json<{ items: { name: string }[] }>().items.map(({ name }) => name),
    ).toEqual(['Shared', 'sub', 'plain.txt'])
    ;(await client.patch('/api/resources/sub?action=rename&destination=%2Fmoved')).expect(200)
    ;(await client.delete('/api/resources/moved')).expect(204)
  })
})
