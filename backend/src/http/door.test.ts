import { createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Koa from 'koa'
import { pino } from 'pino'
import { z } from 'zod'
import { HEAD_MAX_BYTES } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'
import { createMetrics } from '../lib/metrics.ts'
import type { Identity } from '../features/session/identity.ts'
import { apiRouter } from './api-router.ts'
import { answerJson, parseWith } from './answers.ts'
import { basePath } from './base-path.ts'
import { createClientAddress } from './client-address.ts'
import { errorDoor } from './errors.ts'
import { commonHeaders } from './headers.ts'
import { readJsonBody } from './json-body.ts'
import { requestLimits } from './request-limits.ts'
import { requestLog } from './request-log.ts'
import type { AppContext, Route } from './route.ts'
import { createSessionGuard } from './session-guard.ts'
import { queryOf } from './url-path.ts'

const NOW = 1_800_000_000
const SECRET = 'mongodb://host/ hush /files/holiday.jpg'
const lines: string[] = []
const log = pino(
  { level: 'debug' },
  {
    write: (line: string) => {
      lines.push(line)
    },
  },
)
const metrics = createMetrics()

function identity(token: string): Identity | null {
  const [kind = '', recordChanged = '', expiresAt = ''] = token.split('.')
  if (kind !== 'ann' && kind !== 'admin') return null
  const user = {
    username: kind,
    perm: { admin: kind === 'admin' },
    changed: new Date((NOW - 50) * 1000),
  } as unknown as Identity['user']
  return {
    user,
    actor: {} as Identity['actor'],
    sessionId: 's',
    recordChanged: Number(recordChanged || NOW) * 1000,
    expiresAt: Number(expiresAt || NOW + 7200),
  }
}

const call = (method: Route['method'], path: string, handler: Route['handler'], over: Partial<Route> = {}): Route => ({
  method,
  path,
  policy: 'public',
  handler,
  ...over,
})
const fails = (path: string, error: unknown) =>
  call('GET', path, () => {
    throw error
  })
const tellUser = (ctx: AppContext) => answerJson(ctx, ctx.state.user.username)
const routes: Route[] = [
  call('GET', '/api/person', tellUser, { policy: 'person' }),
  call('POST', '/api/person', tellUser, { policy: 'person' }),
  call('GET', '/api/admin', tellUser, { policy: 'admin' }),
  call('GET', '/api/film{/*path}', tellUser, { policy: 'person', queryToken: true }),
  call(
    'HEAD',
    '/api/film{/*path}',
    (ctx) => {
      ctx.status = 200
    },
    { policy: 'person', queryToken: true },
  ),
  call('POST', '/api/body', async (ctx) =>
    answerJson(ctx, parseWith(z.object({ a: z.number() }), await readJsonBody(ctx))),
  ),
  call('POST', '/api/soon', async (ctx) => answerJson(ctx, await readJsonBody(ctx, 200))),
  call('GET', '/api/query', (ctx) => answerJson(ctx, queryOf(ctx))),
  call('PUT', '/api/done', (ctx) => {
    ctx.status = 201
  }),
  call('PUT', '/api/refused', () => {
    throw new AppError('conflict', 'taken')
  }),
  fails('/api/broken', new Error(SECRET)),
  fails('/api/busy', new AppError('tooManyRequests', 'wait', { retryAfter: 12.3 })),
  fails('/api/full', new AppError('unavailable', 'too many wait already', { retryAfter: 2 })),
  fails('/api/down', new AppError('unavailable', 'no answer', { retryAfter: 5, cause: new Error('socket hang up') })),
  fails('/api/bad', new AppError('badRequest', 'source is parent')),
  fails('/api/withheld', new AppError('downloadDenied', 'no')),
]

let server: Server
let port = 0
beforeAll(async () => {
  const app = new Koa()
  app.use(requestLog({ log, metrics, clientAddress: createClientAddress([]) }))
  app.use(commonHeaders())
  app.use(errorDoor({ log, metrics, translators: [] }))
  app.use(requestLimits())
  app.use(basePath('/cloud'))
  app.use(
    apiRouter(
      routes,
      createSessionGuard({ authenticate: async (token) => identity(token) }, () => NOW * 1000),
    ),
  )
  server = createServer({ maxHeaderSize: HEAD_MAX_BYTES }, app.callback())
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Said {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

function send(
  method: string,
  path: string,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: { ...(body.length > 0 ? { 'Content-Length': String(body.length) } : {}), ...headers },
      },
      (res) => {
        const chunks: Buffer[] = []
        res
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () =>
            resolve({ status: res.statusCode ?? 0, headers: res.headers, text: Buffer.concat(chunks).toString() }),
          )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers })

describe('an answer to what went wrong', () => {
  it('is a line of text, the status in front, and the reason only for a bad request', async () => {
    expect(await get('/cloud/api/bad')).toMatchObject({
      status: 400,
      text: '400 Bad Request (source is parent)\n',
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    })
    expect(await send('PUT', '/cloud/api/refused')).toMatchObject({ status: 409, text: '409 Conflict\n' })
  })

  it('is a problem of RFC 9457 for who asks for it', async () => {
    const answer = await get('/cloud/api/bad', { Accept: 'application/json, application/problem+json' })
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(answer.text)).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'badRequest',
      detail: 'source is parent',
      requestId: answer.headers['x-request-id'],
    })
  })

  it('tells nothing of what failed inside; the log does', async () => {
    const before = lines.length
    const answers = [
      await get('/cloud/api/broken'),
      await get('/cloud/api/broken', { Accept: 'application/problem+json' }),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(500)
      expect(text).not.toMatch(/hush|mongodb|holiday|at /)
    }
    expect(lines.slice(before).join('')).toContain('hush')
  })

  it('is logged as a failure only where something has failed', async () => {
    const levels = async (path: string) => {
      const before = lines.length
      await get(path)
      return lines
        .slice(before)
        .map((line) => JSON.parse(line) as { level: number; msg: string })
        .flatMap(({ level, msg }) => (msg === 'request' ? [] : [level]))
    }
    expect([await levels('/cloud/api/full'), await levels('/cloud/api/down')]).toEqual([[30], [50]])
  })

  it('says when to try again', async () => expect((await get('/cloud/api/busy')).headers['retry-after']).toBe('13'))
  it('has no content where content is withheld', async () =>
    expect(await get('/cloud/api/withheld')).toMatchObject({ status: 202, text: '' }))

  it('comes after the rest of the body was read', async () => {
    expect(await send('PUT', '/cloud/api/refused', { body: Buffer.alloc(4 * 1024 * 1024) })).toMatchObject({
      status: 409,
    })
  })
})

describe('who may call', () => {
  const ann = 'ann..'
  it('is told apart by the token in the header', async () => {
    expect((await get('/cloud/api/person')).status).toBe(401)
    expect((await get('/cloud/api/person', { 'X-Auth': ann })).text).toBe('"ann"')
    expect((await get('/cloud/api/person', { Authorization: `Bearer ${ann}` })).status).toBe(401)
  })
  it.each(['', 'null', 'undefined', 'ann', 'a.b', 'ann...', 'bob..'])('is nobody with the token "%s"', async (token) =>
    expect((await get('/cloud/api/person', { 'X-Auth': token })).status).toBe(401),
  )
  it('E4: may be named by two cookies, of which Nido’s own counts first', async () => {
    const nameBy = async (Cookie: string) => (await get('/cloud/api/person', { Cookie })).text
    expect(await nameBy(`auth=admin..; nido=${ann}`)).toBe('"ann"')
    expect(await nameBy(`nido=other.one.x; nido=plain; auth=${ann}`)).toBe('"ann"')
    const answer = await send('POST', '/cloud/api/person', { headers: { Cookie: `nido=${ann}; auth=${ann}` } })
    expect(answer.status).toBe(401)
  })

  it("may be named by the cookie for reading alone, also beside another installation's", async () => {
    expect((await get('/cloud/api/person', { Cookie: `auth=other.one.x; auth=${ann}` })).text).toBe('"ann"')
    expect((await send('POST', '/cloud/api/person', { headers: { Cookie: `auth=${ann}` } })).status).toBe(401)
  })
  it('may be named by the query for downloads alone', async () => {
    expect((await get(`/cloud/api/film/a.mp4?auth=${ann}`)).text).toBe('"ann"')
    expect((await get(`/cloud/api/person?auth=${ann}`)).status).toBe(401)
  })
  it("is the header's person where several are named", async () =>
    expect((await get('/cloud/api/film/x?auth=admin..', { 'X-Auth': ann, Cookie: 'auth=admin..' })).text).toBe('"ann"'))
  it('is an administrator where only these may', async () => {
    expect((await get('/cloud/api/admin', { 'X-Auth': ann })).status).toBe(403)
    expect((await get('/cloud/api/admin', { 'X-Auth': 'admin..' })).status).toBe(200)
  })
  it('is told to renew within the last hour, and when the record is newer than the token', async () => {
    const hint = async (token: string) => (await get('/cloud/api/person', { 'X-Auth': token })).headers['x-renew-token']
    expect([
      await hint(`ann.${NOW}.${NOW + 3601}`),
      await hint(`ann.${NOW}.${NOW + 3599}`),
      await hint(`ann.${NOW - 51}.${NOW + 7200}`),
      await hint(`ann.${NOW - 50}.${NOW + 7200}`),
    ]).toEqual([undefined, 'true', 'true', undefined])
  })
})

describe('calls', () => {
  it('that nobody knows are not found, and tell strangers no more than others', async () => {
    expect((await get('/cloud/api/unknown', { 'X-Auth': 'ann..' })).status).toBe(404)
    expect((await get('/cloud/api/unknown')).status).toBe(401)
    expect((await send('DELETE', '/cloud/api/person', { headers: { 'X-Auth': 'ann..' } })).status).toBe(404)
  })
  it('are not found by HEAD and OPTIONS, but where HEAD is one of its own', async () => {
    expect((await send('OPTIONS', '/cloud/api/person', { headers: { Origin: 'https://evil.example' } })).status).toBe(
      404,
    )
    expect((await send('HEAD', '/cloud/api/person', { headers: { 'X-Auth': 'ann..' } })).status).toBe(404)
    expect((await send('HEAD', '/cloud/api/film/x', { headers: { 'X-Auth': 'ann..' } })).status).toBe(200)
  })
  it('mind the case of letters', async () =>
    expect((await get('/cloud/API/person', { 'X-Auth': 'ann..' })).status).toBe(404))
  it('that only say a status say it in words', async () =>
    expect(await send('PUT', '/cloud/api/done')).toMatchObject({ status: 201, text: '201 Created\n' }))
  it('carry the headers of the API and none for other origins', async () => {
    const { headers } = await get('/cloud/api/person', { 'X-Auth': 'ann..', Origin: 'https://evil.example' })
    expect(headers).toMatchObject({
      'cache-control': 'no-cache, no-store, must-revalidate',
      'content-security-policy': "default-src 'self'; style-src 'unsafe-inline';",
      'content-type': 'application/json; charset=utf-8',
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the base URL', () => {
  it('is sent to itself with a slash, whatever host is named', async () => {
    expect(await get('/cloud', { Host: 'evil.example' })).toMatchObject({
      status: 301,
      headers: { location: '/cloud/' },
    })
    expect((await get('/cloud?a=b')).headers.location).toBe('/cloud/?a=b')
  })
  it('holds everything', async () => expect((await get('/api/person', { 'X-Auth': 'ann..' })).status).toBe(404))
  it('may come in the absolute form', async () =>
    expect((await get('http://evil.example/cloud/api/person', { 'X-Auth': 'ann..' })).text).toBe('"ann"'))
  it('is refused with what no URL has in it', async () => expect((await get('/cloud/api/film/a#b')).status).toBe(400))
})

describe('a JSON body', () => {
  const post = (body: string | Buffer, headers = {}) => send('POST', '/cloud/api/body', { body, headers })
  it('is read whatever type it is declared as', async () => {
    expect((await post('{"a": 1}')).text).toBe('{"a":1}')
    expect((await post('{"a": 1}', { 'Content-Type': 'text/plain' })).text).toBe('{"a":1}')
  })
  it.each(['', 'a=1', '{', '{"a": "x"}', '[]', 'null', '5', '{"__proto__": {"a": 1}}'])(
    'that is wrong is 400: %s',
    async (body) => expect((await post(body)).status).toBe(400),
  )
  it('over 1 MiB is 413, compressed 415', async () => {
    expect((await post(`{"a": "${'x'.repeat(1024 * 1024)}"}`)).status).toBe(413)
    expect((await post('{"a": 1}', { 'Content-Encoding': 'gzip' })).status).toBe(415)
  })
  it('nested 100,000 deep harms nothing', async () =>
    expect((await post(`{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).status).toBe(400))
  it('that is no JSON is not quoted in the log', async () => {
    const before = lines.length
    await post('password=hunter2-in-a-form')
    expect(lines.slice(before).join('')).not.toContain('hunter2')
  })
})

describe('B9: what a request brings', () => {
  const many = (count: number, of: (index: number) => string) => Array.from({ length: count }, (_, index) => of(index))
  it('are fifty cookies at most, told in words', async () => {
    const cookies = (count: number) => ({ Cookie: many(count, (index) => `nido=a.${index}.c`).join('; ') })
    expect((await get('/cloud/api/person', { 'X-Auth': 'ann..', ...cookies(50) })).status).toBe(200)
    expect(await get('/cloud/api/person', cookies(51))).toMatchObject({
      status: 400,
      text: '400 Bad Request (more than 50 cookies)\n',
    })
    expect((await get('/cloud/api/person', cookies(2_000))).status).toBe(400)
  })

  it('are a hundred headers at most', async () => {
    const headers = (count: number) =>
      Object.fromEntries(many(count, (index) => `X-Own-${index}`).map((name) => [name, 'x']))
    expect((await get('/cloud/api/person', { 'X-Auth': 'ann..', ...headers(90) })).status).toBe(200)
    expect(await get('/cloud/api/person', { 'X-Auth': 'ann..', ...headers(100) })).toMatchObject({
      status: 400,
      text: '400 Bad Request (more than 100 headers)\n',
    })
    expect((await get('/cloud/api/person', headers(900))).status).toBe(400)
  })

  it('are a hundred values behind the address at most', async () => {
    const query = (count: number) => get(`/cloud/api/query?${many(count, (index) => `a${index}=b`).join('&')}`)
    expect((await query(100)).status).toBe(200)
    expect(await query(101)).toMatchObject({
      status: 400,
      text: '400 Bad Request (more than 100 query parameters)\n',
    })
  })

  it('is a body in time: one of a byte now and then is answered, and its connection closed', async () => {
    const heard = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('POST /cloud/api/soon HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'),
      )
      // What has arrived is read before the next byte is sent, which a closed connection answers with an error.
      const drip = setInterval(() => setImmediate(() => text === '' && socket.write(' ')), 20)
      socket
        .on('data', (bytes) => {
          text += String(bytes)
        })
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(drip)
          resolve(text)
        })
    })
    expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*Connection: close\r\n/)
    expect((await send('POST', '/cloud/api/soon', { body: '{"a":1}' })).text).toBe('{"a":1}')
  })
})

describe('the log of requests', () => {
  it('has one line each, with route, user, bytes and time, and no token or query', async () => {
    const before = lines.length
    await get('/cloud/api/film/holiday.mp4?auth=ann..', { Cookie: 'auth=hush.hush.hush' })
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    const logged = lines
      .slice(before)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request')
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatchObject({
      user: 'ann',
      method: 'GET',
      route: '/api/film{/*path}',
      status: 200,
      address: '127.0.0.1',
      requestId: expect.any(String),
      sent: expect.any(Number),
      ms: expect.any(Number),
    })
    expect(lines.slice(before).join('')).not.toMatch(/hush|ann\.\.|holiday/)
  })
  it('is counted by route and status', async () => {
    expect(await metrics.registry.metrics()).toMatch(
      /nido_request_seconds_count\{method="GET",route="\/api\/person",status="200"\} \d+/,
    )
  })
})
