// The server's edge: probes, limits, headers, malformed requests, and what foreign pages may not do (H, K01, K09, X08).
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { until } from '../helpers/until.ts'

let nido: Nido
let person: Client
let metricsPort: number
beforeAll(async () => {
  metricsPort = await findFreePort()
  nido = await startNido({
    replicas: 1,
    settings: { BASE_URL: '/cloud', METRICS_PORT: String(metricsPort), TRUSTED_PROXIES: '127.0.0.1' },
  })
  person = await nido.makePerson()
})
afterAll(() => nido.stop())

/** On a busy machine an answer may be late, so only a server that has closed has said everything. */
const SILENCE_MS = 30_000

/** Sends bytes as they are. Returns everything that comes back until the server closes, or falls silent for long. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = net.connect(nido.replicas[0]?.port ?? 0, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(SILENCE_MS, () => socket.destroy())
    socket
      .on('data', (chunk) => {
        heard += String(chunk)
      })
      .on('error', () => undefined)
      .on('close', () => resolve(heard))
  })
}
const statusesOf = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
const anon = () => nido.client()

describe('probes', () => {
  it('say whether the process is alive and can serve, with and without the base path, and nothing else', async () => {
    for (const path of ['/health', '/ready']) {
      expect((await anon().get(path)).expect(200).text).toBe('{"status":"OK"}')
      expect(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain('{"status":"OK"}')
    }
    expect((await anon().post('/health')).status).toBe(404)
  })
})

describe('metrics', () => {
  it('K01: have their own port, and no name, path or hash in them', async () => {
    const metrics = await new Client([{ url: `http://127.0.0.1:${metricsPort}`, isRunning: () => true }]).get(
      '/metrics',
    )
    expect(metrics.text).toContain('nido_request_seconds_bucket')
    expect(metrics.text).toContain('nido_nodejs_eventloop_lag')
    expect(metrics.text).toContain('nido_journal_seconds')
    for (const figure of ['objects', 'bytes', 'check_age_seconds', 'corrections_total', 'lag_seconds_count'])
      expect(metrics.text).toMatch(new RegExp(`^nido_index_${figure} -?[0-9.e+-]+$`, 'm'))
    for (const own of [person.username, person.scope, 'kept.txt', nido.bucketPrefix, person.token])
      expect(metrics.text).not.toContain(own)
    for (const path of ['/metrics', '/debug']) {
      expect((await anon().get(path)).text).not.toContain('nido_')
      expect(statusesOf(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))).toEqual([404])
    }
    for (const path of ['/api/metrics', '/api/debug'])
      expect([(await person.get(path)).status, (await anon().get(path)).status]).toEqual([404, 401])
  })
})

describe('the base path', () => {
  it('redirects to itself with a slash; nothing is served outside it', async () => {
    expect(await raw('GET /cloud HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 301[\s\S]*Location: \/cloud\/\r\n/,
    )
    for (const path of ['/', '/api/users', '/clouds/', '/cloudx'])
      expect(statusesOf(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))).toEqual([404])
  })
  it('is in the cookie', async () => {
    const answer = await anon().post('/api/login', nido.admin, { headers: { 'X-Nido-Cookie': '1' } })
    expect(answer.headers['set-cookie']).toContain('Path=/cloud/;')
  })
})

describe('malformed requests', () => {
  const login = JSON.stringify({ username: 'x', password: 'y' })
  it.each([
    [
      'both lengths',
      `POST /cloud/api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `POST /cloud/api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`],
    ['an unknown coding', `POST /cloud/api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a blank before the colon', `GET /cloud/health HTTP/1.1\r\nHost : x\r\n\r\n`],
    ['no host', 'GET /cloud/health HTTP/1.1\r\n\r\n'],
    ['a length that is no number', 'POST /cloud/api/login HTTP/1.1\r\nHost: x\r\nContent-Length: +4\r\n\r\nabcd'],
    [
      'a chunk whose size is no number',
      'POST /cloud/api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x4\r\nabcd\r\n0\r\n\r\n',
    ],
    [
      'chunked not as the last coding',
      'POST /cloud/api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ],
    ['a bare line feed in the head', 'GET /cloud/health HTTP/1.1\r\nHost: x\nX-Smuggled: y\r\n\r\n'],
    ['a folded header', 'GET /cloud/health HTTP/1.1\r\nHost: x\r\n Transfer-Encoding: chunked\r\n\r\n'],
  ])('H09: with %s are refused, and nothing after them is answered', async (_, text) => {
    expect(statusesOf(await raw(`${text}GET /cloud/health HTTP/1.1\r\nHost: x\r\n\r\n`))).toEqual([400])
  })

  it('H09: leave nothing for the next request on the connection', async () => {
    const inner = 'DELETE /cloud/api/resources/x HTTP/1.1\r\nHost: x\r\n\r\n'
    const health = 'GET /cloud/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    for (const [line, status] of [
      ['GET /cloud/health', 200],
      ['GET /cloud/api/users', 401],
      ['POST /cloud/api/unknown', 401],
      ['PUT /cloud/api/resources/x', 401],
      ['DELETE /cloud/health', 404],
    ] as const) {
      expect([
        line,
        statusesOf(
          await raw(`${line} HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\n\r\n${inner}${health}`),
        ),
      ]).toEqual([line, [status, 200]])
    }
    const heard = await raw(
      `POST /cloud/api/login HTTP/1.1\r\nHost: x\r\nContent-Length: ${login.length}\r\n\r\n${login}GET ` +
        '/cloud/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(statusesOf(heard)).toEqual([403, 200])
  })

  it('H11, P06: with more than 32 KiB of headers are 431, address included', async () => {
    for (const name of [
      'X-Forwarded-For',
      'X-Forwarded-Proto',
      'X-Forwarded-Host',
      'Cookie',
      'Accept',
      'Range',
      'If-None-Match',
    ]) {
      expect((await anon().get('/api/users', { headers: { [name]: ' ,'.repeat(30_000) } })).status).toBe(431)
      expect((await anon().get('/api/users', { headers: { [name]: ' ,'.repeat(14_000) } })).status).toBe(401)
    }
    expect((await anon().get(`/api/raw/?files=${'x'.repeat(40_000)}`)).status).toBe(431)
  })

  it.each([
    '/api/raw/%',
    '/api/raw/%zz',
    '/api/resources/%ff',
    '/api/raw/a?inline=%zz',
    '/api/resources/a%00b',
    '/api/resources/a%0ab',
    `/api/resources/${'x'.repeat(256)}`,
  ])('with the path %s are 400', async (path) => {
    expect((await person.get(path)).status).toBe(400)
  })

  it('ignore a method override', async () => {
    ;(await person.post('/api/resources/kept.txt?override=true', 'kept')).expect(200)
    for (const name of ['X-HTTP-Method-Override', 'X-Method-Override']) {
      const headers = { [name]: 'DELETE' }
      await person.get('/api/resources/kept.txt?_method=DELETE', { headers })
      await person.post('/api/resources/kept.txt?_method=DELETE', '', { headers })
    }
    expect((await person.get('/api/raw/kept.txt')).text).toBe('kept')
  })
})

describe('foreign pages', () => {
  it.each(['https://evil.example', 'null', 'http://sub.127.0.0.1'])(
    'from %s get no permission to read',
    async (Origin) => {
      const headers = { Origin, 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'x-auth' }
      for (const path of ['/api/resources/', '/api/login', '/api/tus/x', '/api/raw/kept.txt', '/', '/static/x.js']) {
        for (const method of ['OPTIONS', 'GET']) {
          const answer = await person.send(method, path, { headers })
          expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
          expect(method === 'OPTIONS' ? answer.status : 404).toBe(404)
        }
      }
    },
  )

  it('cannot act with the cookie', async () => {
    const headers = { Cookie: `auth=${person.token}`, 'Content-Type': 'text/plain', Origin: 'https://evil.example' }
    const stranger = anon()
    const attempts: [string, string][] = [
      ['POST', '/api/resources/planted.txt'],
      ['PUT', '/api/resources/kept.txt'],
      ['DELETE', '/api/resources/kept.txt'],
      ['PATCH', '/api/resources/kept.txt?action=rename&destination=%2Fx'],
      ['POST', '/api/tus/planted.txt'],
      ['PUT', `/api/users/${person.id}`],
      ['POST', '/api/renew'],
    ]
    for (const [method, path] of attempts)
      expect([path, (await stranger.send(method, path, { headers, body: '{}' })).status]).toEqual([path, 401])
    expect((await stranger.get('/api/raw/kept.txt', { headers: { Cookie: headers.Cookie } })).text).toBe('kept')
  })
})

describe('static files', () => {
  it.each([
    '..%2f..%2fpackage.json',
    '../../package.json',
    '.env',
    '.git/config',
    '%2e%2e/index.html',
    'assets/',
    '',
    'a%00b',
    'assets/index.js.map',
    '//etc/passwd',
    '..%5c..%5cpackage.json',
    '%252e%252e/package.json',
    '../../.git/config',
    'assets/../../index.html',
  ])('H12: do not hold %s', async (name) => {
    expect((await anon().get(`/static/${name}`)).status).toBe(404)
  })
})

describe('pages', () => {
  it('answer only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await person.send(method, '/files/')).status).toBe(404)
  })
  it('H08: cannot be framed by others, run no foreign script, and are not cached', async () => {
    const page = await anon().get('/files/some/folder/')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache, no-store, must-revalidate',
      'x-content-type-options': 'nosniff',
      'x-xss-protection': '1; mode=block',
      'x-frame-options': 'SAMEORIGIN',
    })
  })
})

describe('X08: every answer', () => {
  const OVER_TLS = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.7' }
  const paths = [
    '/',
    '/login',
    '/files/',
    '/share/abcdefghijklmnop',
    '/settings/global',
    '/static/none.js',
    '/health',
    '/api/users',
    '/api/nothing',
    '/api/public/share/abcdefghijklmnop',
    '/api/resources/',
    '/api/resources/none',
    '/api/raw/%zz',
  ]

  it.each(paths)('has the headers that restrict a browser: %s', async (path) => {
    for (const client of [anon(), person]) {
      const { headers } = await client.get(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'SAMEORIGIN',
        'permissions-policy': expect.stringContaining('camera=(), microphone=(), geolocation=()'),
      })
      expect(headers['content-security-policy'] ?? '').toContain("default-src 'self'")
      expect(
        Object.keys(headers).filter((name) => ['x-powered-by', 'server', 'strict-transport-security'].includes(name)),
      ).toEqual([])
      expect((await client.get(path, { headers: OVER_TLS })).headers['strict-transport-security']).toBe(
        'max-age=31536000',
      )
    }
  })

  it('that is a page runs only its own scripts, by its own nonce, and nobody else can frame it', async () => {
    const [page, another] = [await anon().get('/files/'), await anon().get('/files/')]
    // A checkout without a built page says so, and has nothing to run.
    if (page.status === 404) return
    const directives = new Map(
      page.headers['content-security-policy']
        ?.split('; ')
        .map((directive) => [directive.split(' ', 1)[0], directive.split(' ').slice(1).join(' ')]),
    )
    const nonce = /'nonce-([^']+)'/.exec(directives.get('script-src') ?? '')?.[1] ?? ''
    expect(directives.get('script-src')).toBe(`'self' 'nonce-${nonce}'`)
    expect([
      directives.get('frame-ancestors'),
      directives.get('base-uri'),
      directives.get('form-action'),
      directives.get('connect-src'),
      // Beyond our own address only bytes that the page has already, for models in 3D.
    ]).toEqual(["'self'", "'none'", "'self'", "'self' blob: data:"])
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(another.headers['content-security-policy']).not.toContain(nonce)
    for (const [script, attributes = ''] of page.text.matchAll(/<script([^>]*)>/g))
      expect([script, attributes.includes(`nonce="${nonce}"`) || attributes.includes('src="/cloud/static/')]).toEqual([
        script,
        true,
      ])
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
  })
})

describe('the log', () => {
  it('K02: contains no token, password or file name', async () => {
    await person.get(`/api/raw/kept.txt?auth=${person.token}`)
    await person.post('/api/login', { username: 'x', password: 'a-password-to-find' })
    await person.post('/api/login', 'password=a-password-to-find')
    const log = nido.replicas[0]?.log.join('\n') ?? ''
    expect(log).toContain('"msg":"request"')
    for (const secret of [
      person.token,
      'a-password-to-find',
      'kept.txt',
      nido.admin.password,
      nido.servers.keys.secretKey,
    ])
      expect(log).not.toContain(secret)
  })

  it('I11: has one line per event, whatever a name contains', async () => {
    const before = nido.replicas[0]?.log.length ?? 0
    const forged = `x\n{"level":30,"msg":"signed in","user":"admin"}\r\n\u001b[31mred\u001b[0m\u2028{"forged":true}`
    ;(await anon().post('/api/login', { username: forged, password: 'x' })).expect(403)
    ;(await anon().post('/api/signup', { username: forged, password: 'a-password-to-find' })).expect(405)
    const headers = { 'User-Agent': '{"forged":true}', 'X-Action': '{"forged":true}' }
    for (const path of ['/api/resources/', '/api/nothing/', '/api/public/share/'])
      (await person.get(path + encodeURIComponent(forged), { headers })).expect(400, 404)
    // Log lines arrive asynchronously.
    const logged = () => nido.replicas[0]?.log.slice(before) ?? []
    expect(await until(() => logged().filter((line) => line.includes('"msg":"request"')).length >= 5)).toBe(true)
    const lines = logged()
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.anything(), msg: expect.any(String) })
    for (const forgery of ['\u001b', '"forged":true', '"msg":"signed in"'])
      expect(lines.join('\n')).not.toContain(forgery)
  })
})
