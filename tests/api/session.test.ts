// Signing in, renewing, signing out, and the list of one's own sessions, alternating between two replicas.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { SessionList } from '../../backend/contract/session.ts'
import { PASSWORD, type Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { payloadOf } from '../helpers/token.ts'

let site: Site & { stop(): Promise<void> }
let person: Client
beforeAll(async () => {
  site = await useSite()
  person = await site.makePerson()
})
afterAll(() => site.stop())

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.0 Mobile/15E148 Safari/604.1'

const withToken = (client: Client, token: string) => {
  const other = client.signedOut()
  other.token = token
  return other
}
/** The status that a token gets on each replica. */
const statuses = async (client: Client) => [
  (await client.get('/api/sessions', { replica: 0 })).status,
  (await client.get('/api/sessions', { replica: 1 })).status,
]
const again = (client: Client) => client.signIn(client.username, client.password)
const change = (actor: Client, id: number, fields: Record<string, unknown>) =>
  actor.put(`/api/users/${id}`, { what: 'user', which: Object.keys(fields), data: { id, ...fields } })

describe('signing in', () => {
  const login = (body: string | object) => site.client().post('/api/login', body)

  it('returns a token that both replicas accept, as plain text', async () => {
    const answer = (await login({ username: person.username, password: PASSWORD })).expect(200)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.text).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await statuses(withToken(person, answer.text))).toEqual([200, 200])
  })

  it('E4: sets a cookie that no script can read, if the client asks for it, and otherwise none', async () => {
    const credentials = { username: person.username, password: PASSWORD }
    const asking = (value: string, Cookie = '') => ({ headers: { 'X-Nido-Cookie': value, Cookie } })
    expect((await login(credentials)).expect(200).headers['set-cookie']).toBeUndefined()
    for (const value of ['0', 'true', '']) {
      const answer = await site.client().post('/api/login', credentials, asking(value))
      expect(answer.expect(200).headers['set-cookie']).toBeUndefined()
    }
    const own = /^nido=([\w.-]+); Path=\/; Max-Age=7200; SameSite=Strict; HttpOnly$/
    const answer = (await site.client().post('/api/login', credentials, asking('1'))).expect(200)
    expect(own.exec(answer.headers['set-cookie'] ?? '')?.[1]).toBe(answer.text)
    const cookie = { headers: { Cookie: `nido=${answer.text}` } }
    expect((await site.client().get('/api/sessions', cookie)).status).toBe(200)
    expect((await site.client().post('/api/logout', undefined, cookie)).status).toBe(401)
    const client = withToken(person, answer.text)
    expect((await client.post('/api/renew')).expect(200).headers['set-cookie']).toBeUndefined()
    const renewed = (await client.post('/api/renew', undefined, asking('1'))).expect(200)
    expect(own.exec(renewed.headers['set-cookie'] ?? '')?.[1]).toBe(renewed.text)
  })

  it('E4: removes the `auth` cookie of an earlier release, which no script can remove', async () => {
    const credentials = { username: person.username, password: PASSWORD }
    const headers = { Cookie: 'auth=old.old.old' }
    const answer = (await site.client().post('/api/login', credentials, { headers })).expect(200)
    const gone = 'auth=; Path=/; Max-Age=0; SameSite=Strict; HttpOnly'
    expect(answer.headers['set-cookie']).toBe(gone)
    const both = { headers: { ...headers, 'X-Nido-Cookie': '1' } }
    const renewed = (await withToken(person, answer.text).post('/api/renew', undefined, both)).expect(200)
    const set = `nido=${renewed.text}; Path=/; Max-Age=7200; SameSite=Strict; HttpOnly`
    expect(renewed.headers['set-cookie']).toBe(`${set}, ${gone}`)
  })

  it('E4: looks for the token in the header and the cookies `nido` and `auth`, and ignores foreign ones', async () => {
    const other = await again(await site.makePerson())
    const [mine, theirs] = [person.token, other.token]
    const foreign = `${mine.slice(0, mine.lastIndexOf('.'))}.${'A'.repeat(43)}`
    const whoIs = (Cookie: string, headers = {}) =>
      Promise.all(
        [person, other].map(
          async ({ id }) => (await site.client().get(`/api/users/${id}`, { headers: { Cookie, ...headers } })).status,
        ),
      )
    const [isMine, isTheirs] = [
      [200, 403],
      [403, 200],
    ]
    expect(await whoIs(`auth=${theirs}; nido=${mine}`)).toEqual(isMine)
    expect(await whoIs(`auth=${mine}; nido=${theirs}`)).toEqual(isTheirs)
    expect(await whoIs(`nido=${theirs}; auth=${theirs}`, { 'X-Auth': mine })).toEqual(isMine)
    for (const passed of ['', 'no-dots', 'a.b', 'a.b.c', foreign]) {
      expect([passed, await whoIs(`nido=${passed}; auth=${mine}`)]).toEqual([passed, isMine])
      expect([passed, await whoIs(`nido=${passed}; nido=${mine}`)]).toEqual([passed, isMine])
    }
    ;(await other.post('/api/logout')).expect(204)
    expect(await whoIs(`nido=${theirs}; auth=${mine}`)).toEqual(isMine)
    expect(await whoIs(`nido=${theirs}; auth=${foreign}`)).toEqual([401, 401])
    const act = { headers: { Cookie: `nido=${mine}; auth=${mine}` } }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await site.client().send(method, '/api/resources/e4', act)).status).toBe(401)
    }
  })

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown user', { username: 'nobody-here' }],
    ['an empty password', { password: '' }],
    ['no password', { password: undefined }],
    ['a password that is an object', { password: { $ne: '' } }],
    ['a name in capitals', { username: 'ADMIN' }],
    ['a password over 1,024 bytes', { password: 'x'.repeat(2000) }],
  ])('refuses %s, always in the same words', async (_, wrong) => {
    const answer = await login({ username: person.username, password: PASSWORD, ...wrong })
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      403,
      '403 Forbidden\n',
      'text/plain; charset=utf-8',
    ])
  })

  it('refuses a body that is not JSON, and one over 1 MiB before reading it', async () => {
    expect((await login('username=admin')).status).toBe(403)
    expect((await login('')).status).toBe(403)
    expect((await login({ username: 'x'.repeat(2 ** 20), password: '' })).status).toBe(413)
  })

  it('accepts no name from a proxy', async () => {
    const headers = { 'Remote-User': 'admin', 'X-Forwarded-User': 'admin', 'X-Remote-User': 'admin' }
    expect((await site.client().get('/api/users', { headers })).status).toBe(401)
  })
})

describe('a token', () => {
  it('names the person, the session and its times', async () => {
    const { user, sid, iat, exp } = payloadOf(person.token)
    expect(user).toMatchObject({
      id: person.id,
      username: person.username,
      locale: 'en',
      perm: { admin: false, create: true, calendar: false },
    })
    expect([typeof sid, exp - iat]).toEqual(['string', 7200])
  })

  it('that somebody else made is refused', async () => {
    const payload = Buffer.from(JSON.stringify({ ...payloadOf(person.token), exp: 4_000_000_000 })).toString(
      'base64url',
    )
    const forge = (alg: string, key: string) => {
      const text = `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.${payload}`
      return `${text}.${alg === 'none' ? '' : createHmac('sha256', key).update(text).digest('base64url')}`
    }
    for (const token of [forge('none', ''), forge('HS256', 'guess'), forge('HS256', ' ')])
      expect(await statuses(withToken(person, token))).toEqual([401, 401])
  })

  it('is not accepted in the query where a header can be sent', async () => {
    expect((await site.client().get(`/api/sessions?auth=${person.token}`)).status).toBe(401)
  })
})

describe('renewing', () => {
  it('returns a token of the same session; the old one stays valid for a while', async () => {
    const client = await again(person)
    const answer = (await client.post('/api/renew')).expect(200)
    expect([answer.headers['x-renew-token'], answer.headers['content-type']]).toEqual([
      'false',
      'text/plain; charset=utf-8',
    ])
    expect(payloadOf(answer.text).sid).toBe(payloadOf(client.token).sid)
    expect(await statuses(withToken(client, answer.text))).toEqual([200, 200])
    expect(await statuses(client)).toEqual([200, 200])
  })

  it('contains the person as stored now, and is requested after a change', async () => {
    const client = await site.makePerson({ locale: 'en' })
    ;(await change(await site.adminClient(), client.id, { locale: 'fr' })).expect(200)
    expect((await client.get('/api/sessions')).headers['x-renew-token']).toBe('true')
    const token = (await client.post('/api/renew')).expect(200).text
    expect(payloadOf(token).user.locale).toBe('fr')
    expect((await withToken(client, token).get('/api/sessions')).headers['x-renew-token']).toBeUndefined()
  })

  it('needs a token', async () => expect((await site.client().post('/api/renew')).status).toBe(401))
})

describe('signing out', () => {
  it('L04: ends the session on both replicas, for header and cookie, and removes the cookie', async () => {
    const client = await again(person)
    expect(await statuses(client)).toEqual([200, 200])
    const answer = (await client.post('/api/logout')).expect(204)
    const gone = ['nido', 'auth'].map((name) => `${name}=; Path=/; Max-Age=0; SameSite=Strict; HttpOnly`)
    expect(answer.headers['set-cookie']).toBe(gone.join(', '))
    expect(await statuses(client)).toEqual([401, 401])
    expect((await client.post('/api/renew')).status).toBe(401)
    const { token } = client
    for (const Cookie of [`auth=${token}`, `nido=${token}`, `nido=${token}; auth=${token}`]) {
      expect((await site.client().get('/api/raw/x', { headers: { Cookie } })).status).toBe(401)
    }
    expect((await site.client().get(`/api/raw/x?auth=${client.token}`)).status).toBe(401)
  })

  it('needs a token', async () => expect((await site.client().post('/api/logout')).status).toBe(401))
})

describe("a person's sessions", () => {
  it('are listed with device, address and times, the current one marked', async () => {
    const client = await site.makePerson()
    const phone = withToken(
      client,
      (
        await site
          .client()
          .post('/api/login', { username: client.username, password: PASSWORD }, { headers: { 'User-Agent': PHONE } })
      ).text,
    )
    const { items, cursor } = (await phone.get('/api/sessions')).expect(200).json<SessionList>()
    expect(cursor).toBeNull()
    expect(items).toHaveLength(2)
    const own = items.find(({ current }) => current)
    expect(own).toMatchObject({
      id: payloadOf(phone.token).sid,
      device: { browser: 'Safari', system: 'iOS', kind: 'phone' },
      address: '127.0.0.1',
    })
    expect(Date.parse(own?.firstUsed ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('can be ended one by one, or all except the current one', async () => {
    const client = await site.makePerson()
    const [two, three] = [await again(client), await again(client)]
    ;(await client.delete(`/api/sessions/${payloadOf(two.token).sid}`)).expect(204)
    expect([await statuses(two), await statuses(three)]).toEqual([
      [401, 401],
      [200, 200],
    ])
    ;(await client.delete('/api/sessions')).expect(204)
    expect([await statuses(client), await statuses(three)]).toEqual([
      [200, 200],
      [401, 401],
    ])
  })

  it('of others are out of reach, except for administrators', async () => {
    const [one, two] = [await site.makePerson(), await site.makePerson()]
    const admin = await site.adminClient()
    const sid = payloadOf(two.token).sid
    expect((await one.delete(`/api/sessions/${sid}`)).status).toBe(404)
    expect((await one.delete(`/api/sessions/${sid}?user=${two.id}`)).status).toBe(403)
    expect((await one.get(`/api/sessions?user=${two.id}`)).status).toBe(403)
    expect((await one.delete(`/api/sessions?user=${two.id}`)).status).toBe(403)
    expect(
      (await admin.get(`/api/sessions?user=${two.id}`))
        .expect(200)
        .json<SessionList>()
        .items.map(({ id }) => id),
    ).toEqual([sid])
    expect(await statuses(two)).toEqual([200, 200])
    ;(await admin.delete(`/api/sessions?user=${two.id}`)).expect(204)
    expect(await statuses(two)).toEqual([401, 401])
    expect((await admin.get('/api/sessions?user=1e0')).status).toBe(400)
    expect((await admin.get('/api/sessions?user=999999')).status).toBe(404)
  })

  it.each([
    ['GET', '/api/sessions'],
    ['DELETE', '/api/sessions'],
    ['DELETE', '/api/sessions/x'],
  ])('%s %s needs a token', async (method, path) => {
    expect((await site.client().send(method, path)).status).toBe(401)
  })
})

describe('L05: a changed password', () => {
  const NEW = 'Another-Long-Pass-8842'

  it("ends the person's other sessions; the one that changed it stays and is told to renew", async () => {
    const client = await site.makePerson()
    const other = await again(client)
    const answer = (await change(client, client.id, { password: NEW })).expect(200)
    expect(answer.headers['x-renew-token']).toBe('true')
    expect([await statuses(client), await statuses(other)]).toEqual([
      [200, 200],
      [401, 401],
    ])
    ;(await client.post('/api/renew')).expect(200)
    ;(await site.client().post('/api/login', { username: client.username, password: PASSWORD })).expect(403)
    ;(await site.client().post('/api/login', { username: client.username, password: NEW })).expect(200)
  })

  it('that an administrator set ends all sessions', async () => {
    const client = await site.makePerson()
    ;(await change(await site.adminClient(), client.id, { password: NEW })).expect(200)
    expect(await statuses(client)).toEqual([401, 401])
  })

  it('twice at once leaves only the last session that changed it', async () => {
    const client = await site.makePerson()
    ;(await change(client, client.id, { password: NEW })).expect(200)
    const second = await client.signIn(client.username, NEW)
    ;(await change(second, client.id, { password: `${NEW}-2` })).expect(200)
    expect([await statuses(client), await statuses(second)]).toEqual([
      [401, 401],
      [200, 200],
    ])
  })
})

describe('permissions', () => {
  it('L10: follow the stored record, not the token', async () => {
    const admin = await site.adminClient()
    const second = await site.makePerson({ perm: { admin: true } })
    ;(await second.get('/api/users')).expect(200)
    ;(await change(admin, second.id, { perm: { ...payloadOf(second.token).user.perm, admin: false } })).expect(200)
    for (const replica of [0, 1]) {
      expect((await second.get('/api/users', { replica })).status).toBe(403)
      expect((await second.put('/api/settings', {}, { replica })).status).toBe(403)
    }
  })

  it('end with the person', async () => {
    const client = await site.makePerson()
    ;(await (await site.adminClient()).delete(`/api/users/${client.id}`)).expect(200)
    expect(await statuses(client)).toEqual([401, 401])
    expect((await client.post('/api/resources/x.txt', 'x')).status).toBe(401)
  })
})
