// Attacks on signing in and on sessions (L04 to L17 of the attack cases), over two replicas.
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { PASSWORD, type Client, type RequestOptions } from '../helpers/client.ts'
import { startNido, type Nido, type Replica } from '../helpers/nido.ts'
import { payloadOf } from '../helpers/token.ts'

const MIB = 1024 * 1024
const DAY_S = 86_400
const SECRET_KEY = randomBytes(32).toString('base64url')
const BOTH = [0, 1]

let nido: Nido
let person: Client
let database: Connection
beforeAll(async () => {
  nido = await startNido({ settings: { SECRET_KEY, TRUSTED_PROXIES: '127.0.0.1' } })
  person = await nido.makePerson()
  database = await mongoose.createConnection(nido.mongoUrl).asPromise()
})
afterAll(async () => {
  await database.close()
  await nido.stop()
})

const seconds = () => Math.floor(Date.now() / 1000)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** The key that Nido signs tokens with. */
const keyOf = (secret: string) => createHash('sha256').update(`nido:tokens:${secret}`).digest()
const own = keyOf(SECRET_KEY)

/** Makes a token by hand. */
function forge(
  payload: object,
  {
    header = { alg: 'HS256', typ: 'JWT' },
    key = own,
    hash = 'sha256',
  }: { header?: object; key?: Buffer | string; hash?: string } = {},
): string {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

const ask = (token: string, options: RequestOptions & { method?: string; path?: string } = {}) =>
  nido.client().send(options.method ?? 'GET', options.path ?? '/api/sessions', {
    ...options,
    headers: { 'X-Auth': token, ...options.headers },
  })
/** The status that a token gets on each replica. */
const statuses = async (token: string) =>
  Promise.all(BOTH.map(async (replica) => (await ask(token, { replica })).status))
const begin = async () => (await person.signIn(person.username, PASSWORD)).token
/**
 * Changes a session in the database. It must not have been used yet, because replicas cache sessions for a few seconds.
 */
const edit = (token: string, fields: object) =>
  database.collection<{ _id: string }>('sessions').updateOne({ _id: payloadOf(token).sid }, { $set: fields })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_S * 1000)

describe('L04: a token of a session that was ended', () => {
  it('opens nothing: not as a header, cookie or query, no socket, no upload, on no replica', async () => {
    const token = await begin()
    expect(await statuses(token)).toEqual([200, 200])
    ;(await ask(token, { method: 'POST', path: '/api/logout' })).expect(204)
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    }
    for (const replica of BOTH) {
      const nobody = nido.client()
      const answers = [
        await ask(token, { replica }),
        await nobody.get('/api/sessions', { replica, headers: { Cookie: `auth=${token}` } }),
        await nobody.get('/api/sessions', { replica, headers: { Cookie: `nido=${token}` } }),
        await nobody.get(`/api/raw/x?auth=${token}`, { replica }),
        await nobody.get(`/api/command/?auth=${token}`, { replica, headers: upgrade }),
        await nobody.get('/api/events', { replica, headers: { ...upgrade, Cookie: `nido=${token}; auth=${token}` } }),
        await ask(token, {
          replica,
          method: 'POST',
          path: '/api/tus/x.bin',
          headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5' },
        }),
        await ask(token, { replica, method: 'POST', path: '/api/renew' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 401))
    }
  })
})

describe('L07: a session', () => {
  it('ends after 14 days without use, and after 90 days in any case', async () => {
    const cases: [fields: object, status: number][] = [
      [{ lastUsed: daysAgo(13.9) }, 200],
      [{ lastUsed: daysAgo(14.1) }, 401],
      [{ created: daysAgo(89.9) }, 200],
      [{ created: daysAgo(90.1) }, 401],
    ]
    for (const [fields, status] of cases) {
      const token = await begin()
      await edit(token, fields)
      expect(await statuses(token)).toEqual([status, status])
      expect((await ask(token, { method: 'POST', path: '/api/renew' })).status).toBe(status)
    }
  })

  it('is not renewed beyond its end', async () => {
    const token = await begin()
    const created = new Date(Date.now() - 90 * DAY_S * 1000 + 600_000)
    await edit(token, { created })
    const renewed = (await ask(token, { method: 'POST', path: '/api/renew' })).expect(200).text
    expect(payloadOf(renewed).exp).toBeLessThanOrEqual(created.getTime() / 1000 + 90 * DAY_S)
    expect(payloadOf(renewed).exp).toBeGreaterThan(seconds())
  })

  it('accepts an old token for five minutes after it was renewed, however often', async () => {
    const token = await begin()
    const second = (await ask(token, { method: 'POST', path: '/api/renew' })).expect(200).text
    ;(await ask(token, { method: 'POST', path: '/api/renew' })).expect(200)
    expect([await statuses(token), await statuses(second)]).toEqual([
      [200, 200],
      [200, 200],
    ])

    // Issued half an hour ago, and renewed a few minutes later.
    for (const [minutes, status] of [
      [4, 200],
      [6, 401],
    ] as const) {
      const other = await begin()
      await edit(other, { renewals: [seconds() - minutes * 60] })
      const older = forge({ ...payloadOf(other), iat: seconds() - 1800 })
      expect(await statuses(older)).toEqual([status, status])
      expect((await ask(older, { method: 'POST', path: '/api/renew' })).status).toBe(status)
    }
  })
})

describe('L09: a token that somebody made', () => {
  it('is accepted only with the right key, algorithm, issuer and expiry', async () => {
    const payload = payloadOf(person.token)
    expect(await statuses(forge(payload))).toEqual([200, 200])
    const { exp: _exp, ...endless } = payload
    const { sid: _sid, ...sessionless } = payload
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(payload)}`
    const none = `${encode({ alg: 'none' })}.${encode(payload)}`
    const forged = {
      'no algorithm': `${none}.`,
      'no algorithm, with a signature': `${none}.${forge(payload).split('.')[2]}`,
      NONE: `${encode({ alg: 'NONE' })}.${encode(payload)}.`,
      'RS256, signed': `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`,
      'RS256 that is HS256': forge(payload, { header: { alg: 'RS256', typ: 'JWT' } }),
      'HS512 with the right key': forge(payload, { header: { alg: 'HS512' }, hash: 'sha512' }),
      'an empty key': forge(payload, { key: '' }),
      'the secret itself for a key': forge(payload, { key: SECRET_KEY }),
      'a key that the token names': forge(payload, { header: { alg: 'HS256', kid: '../../dev/null' }, key: '' }),
      'a key that the token brings': forge(payload, { header: { alg: 'HS256', jwk: { kty: 'oct', k: '' } }, key: '' }),
      'the key of another installation': forge(payload, { key: keyOf(randomBytes(32).toString('base64url')) }),
      'a later end, with the old signature':
        `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...payload, exp: 4_070_908_800 })}` +
        `.${person.token.split('.')[2]}`,
      'no end': forge(endless),
      'an end that is no number': forge({ ...payload, exp: '4070908800' }),
      'an end that has come': forge({ ...payload, exp: seconds() - 1 }),
      'another issuer': forge({ ...payload, iss: 'nobody' }),
      'no session': forge(sessionless),
      'a session that is none': forge({ ...payload, sid: { $ne: '' } }),
      "somebody else's session name": forge({ ...payload, sid: 'x'.repeat(24) }),
      'an extension that has to be understood': forge(payload, { header: { alg: 'HS256', crit: ['exp'], b64: false } }),
    }
    const taken: string[] = []
    for (const [name, token] of Object.entries(forged)) if ((await ask(token)).status !== 401) taken.push(name)
    expect(taken).toEqual([])
    // The token may claim anything about the person: only the stored record counts.
    expect(
      (
        await ask(
          forge({
            ...payload,
            user: { ...payload.user, id: 1, username: 'admin', perm: { ...payload.user.perm, admin: true } },
          }),
          { path: '/api/users' },
        )
      ).status,
    ).toBe(403)
  })
})

describe('L11: bodies that are far too large or too deep', () => {
  const rssOf = ({ pid }: Replica) =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

  it('are refused before anything is hashed, and do not fill the memory', async () => {
    const [replica] = nido.replicas
    if (!replica) throw new Error('nothing runs')
    const large = JSON.stringify({ username: person.username, password: 'x'.repeat(50 * MIB) })
    const named = JSON.stringify({ username: 'x'.repeat(10 * MIB), password: 'x' })
    const deep = `{"username":${'['.repeat(100_000)}${']'.repeat(100_000)},"password":"x"}`
    const before = rssOf(replica)
    for (let round = 0; round < 2; round++) {
      // A server that has refused may close before it has read everything.
      const status = (path: string, body: string) =>
        nido
          .client()
          .post(path, body, { replica: 0 })
          .then(
            (answer) => answer.status,
            () => 413,
          )
      for (const body of [large, named])
        expect([await status('/api/login', body), await status('/api/signup', body)]).toEqual([413, 405])
      expect([await status('/api/login', deep), await status('/api/signup', deep)]).toEqual([403, 405])
      ;(await ask(person.token, { replica: 0, method: 'POST', path: '/api/renew', body: deep })).expect(200)
    }
    expect(rssOf(replica) - before).toBeLessThan(100 * MIB)
    expect(await statuses(person.token)).toEqual([200, 200])
  })
})

describe('L15: a foreign page', () => {
  it('cannot sign anybody in', async () => {
    const form = new URLSearchParams({ username: person.username, password: PASSWORD }).toString()
    const text = JSON.stringify({ username: person.username, password: PASSWORD })
    const post = (body: string, headers: Record<string, string>) => nido.client().post('/api/login', body, { headers })
    expect((await post(form, { 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(403)
    const answer = await post(text, {
      'Content-Type': 'text/plain',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
    })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
    for (const site of ['same-origin', 'same-site', 'none']) (await post(text, { 'Sec-Fetch-Site': site })).expect(200)
  })

  it('cannot use the cookie, which is sent over TLS only if there is TLS', async () => {
    const credentials = { username: person.username, password: PASSWORD }
    const login = (headers: Record<string, string>) =>
      nido.client().post('/api/login', credentials, { headers: { ...headers, 'X-Nido-Cookie': '1' } })
    const bearing = (name: string) => ({ headers: { Cookie: `${name}=${person.token}` } })
    expect((await login({ 'X-Forwarded-Proto': 'https' })).headers['set-cookie']).toMatch(
      /; Path=\/; .*SameSite=Strict; HttpOnly; Secure$/,
    )
    for (const [method, path] of [
      ['POST', '/api/resources/x.txt'],
      ['PUT', `/api/users/${person.id}`],
      ['PATCH', '/api/resources/x.txt?action=rename&destination=%2Fy.txt'],
      ['DELETE', '/api/sessions'],
      ['POST', '/api/renew'],
    ] as const) {
      for (const name of ['nido', 'auth']) {
        expect((await nido.client().send(method, path, { body: '{}', ...bearing(name) })).status).toBe(401)
      }
    }
    for (const name of ['nido', 'auth']) {
      expect((await nido.client().get('/api/sessions', bearing(name))).status).toBe(200)
    }
  })
})

describe('L16: a token in an address', () => {
  it('counts only where a browser cannot send headers, and is in no log', async () => {
    ;(await person.post('/api/resources/l16.txt', 'x')).expect(200)
    const nobody = nido.client()
    for (const path of [
      '/api/resources/',
      '/api/users',
      `/api/users/${person.id}`,
      '/api/settings',
      '/api/sessions',
      '/api/shares',
      '/api/trash',
      '/api/search/?query=x',
    ]) {
      expect((await nobody.get(`${path}${path.includes('?') ? '&' : '?'}auth=${person.token}`)).status).toBe(401)
    }
    expect(
      (await nobody.patch(`/api/resources/l16.txt?action=rename&destination=%2Fz.txt&auth=${person.token}`)).status,
    ).toBe(401)
    ;(await nobody.get(`/api/raw/l16.txt?auth=${person.token}`)).expect(200)
    const signature = person.token.split('.')[2] ?? ''
    for (const { log } of nido.replicas) expect(log.join('\n')).not.toContain(signature)
  })
})

describe('L17: a request with almost nothing in it', () => {
  it.each(['', ' ', 'null', 'undefined', '..', 'a.b.c', '[object Object]'])(
    'is anonymous with the token "%s"',
    async (token) => expect(await statuses(token)).toEqual([401, 401]),
  )

  it.each<[string, unknown, unknown]>([
    ['no name', '', PASSWORD],
    ['no password', 'admin', ''],
    ['nothing', '', ''],
    ['null', null, null],
    ['lists', ['admin'], [PASSWORD]],
    ['conditions', { $gt: '' }, { $gt: '' }],
  ])('signs nobody in with %s', async (_, username, password) => {
    expect((await nido.client().post('/api/login', { username, password })).status).toBe(403)
  })

  it('is anonymous whatever a proxy claims', async () => {
    const headers = {
      'Remote-User': 'admin',
      'X-Remote-User': 'admin',
      'X-Forwarded-User': 'admin',
      'X-Webauth-User': 'admin',
      'X-Forwarded-For': '127.0.0.1',
      Authorization: `Bearer ${person.token}`,
    }
    expect((await nido.client().get('/api/users', { headers })).status).toBe(401)
  })
})

// Must come last: from here on one of the replicas requires captchas.
describe('L14: captchas', () => {
  const SECRET = 'hush-of-the-captcha'
  const CAPTCHA = 2
  let service: Server

  beforeAll(async () => {
    const used = new Set<string>()
    // It accepts each answer once, and never replies to `slow`.
    service = createServer(async (req, res) => {
      let body = ''
      for await (const chunk of req) body += String(chunk)
      const asked = new URLSearchParams(body)
      const response = asked.get('response') ?? ''
      if (response === 'slow') return
      const success =
        req.url === '/recaptcha/api/siteverify' &&
        asked.get('secret') === SECRET &&
        response.startsWith('good-') &&
        !used.has(response)
      used.add(response)
      res.end(JSON.stringify({ success }))
    })
    await new Promise<void>((resolve) => {
      service.listen(0, '127.0.0.1', resolve)
    })
    const { port } = service.address() as AddressInfo
    await nido.addReplica({
      BASE_URL: '/cloud',
      RECAPTCHA_HOST: `http://127.0.0.1:${port}`,
      RECAPTCHA_KEY: 'public-of-the-captcha',
      RECAPTCHA_SECRET: SECRET,
    })
  })
  afterAll(() => {
    service.closeAllConnections()
    service.close()
  })

  const asking = { replica: CAPTCHA, headers: { 'X-Nido-Cookie': '1' } }
  const login = async (recaptcha: unknown, password = PASSWORD) =>
    nido.client().post('/api/login', { username: person.username, password, recaptcha }, asking)

  it('have to be solved each time; any failure counts as unsolved', async () => {
    const good = await login('good-1')
    expect(good.status).toBe(200)
    expect(good.headers['set-cookie']).toMatch(/^nido=[\w.-]+; Path=\/cloud\/; /)
    for (const response of ['good-1', 'bad', '', null, undefined, ['good-2'], { success: true }, true, 'slow'])
      expect((await login(response)).status).toBe(403)
    expect((await login('good-3', 'not this one')).status).toBe(403)
    service.closeAllConnections()
    await new Promise((resolve) => {
      service.close(resolve)
    })
    expect((await login('good-4')).status).toBe(403)
  })

  it('keep their secret', async () => {
    const admin = await nido.adminClient()
    for (const path of ['/login', '/api/settings', '/api/status', '/api/openapi.json'])
      expect((await admin.get(path, { replica: CAPTCHA })).text).not.toContain(SECRET)
    expect(nido.replicas[CAPTCHA]?.log.join('\n')).not.toContain(SECRET)
  })
})
