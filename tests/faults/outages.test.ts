// What clients see when something goes wrong: a code, a few words and the request's id, never the cause (H13, K09).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CALLS } from '../../backend/contract/calls/index.ts'
import { type Problem, problem } from '../../backend/contract/errors.ts'
import type { StatusRecord } from '../../backend/contract/status.ts'
import type { Answer } from '../helpers/answer.ts'
import type { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { startServers, type OwnServers } from '../helpers/servers.ts'
import { until } from '../helpers/until.ts'

const PROBLEM = { Accept: 'application/problem+json' }
/** Words of stack traces, drivers and servers. */
const INSIDE =
  /\.ts:\d|\.js:\d|node_modules|\bat [A-Z]\w+\.|Error\b|ECONN|EPIPE|ENOENT|mongo|minio|NoSuch|AccessDenied|<\?xml/i
const SHORT = 400

let servers: OwnServers
let nido: Nido
let person: Client
let admin: Client
beforeAll(async () => {
  servers = await startServers()
  nido = await startNido({ replicas: 1, servers })
  admin = await nido.adminClient()
  person = await nido.makePerson()
  ;(await person.post('/api/resources/kept.txt', 'kept')).expect(200)
}, 120_000)
afterAll(async () => {
  // A graceful stop would wait for servers that are gone.
  await nido.replicas[0]?.kill()
  await nido.stop()
  await servers.stop()
})

function check(answer: Answer): void {
  const { text, headers, status } = answer
  expect([answer.request, INSIDE.exec(text)?.[0] ?? '']).toEqual([answer.request, ''])
  for (const secret of [
    new URL(servers.s3Endpoint).host,
    new URL(servers.mongoUrl).host,
    nido.bucketPrefix,
    servers.keys.accessKey,
    servers.keys.secretKey,
  ]) {
    expect(`${text}${JSON.stringify(headers)}`).not.toContain(secret)
  }
  expect(headers['x-request-id']).toMatch(/^[\w-]{12}$/)
  if (status < 400) return
  expect(text.length).toBeLessThan(SHORT)
  const isProblem = headers['content-type'] === 'application/problem+json'
  const told: Problem | null = isProblem ? problem.parse(JSON.parse(text)) : null
  expect([told?.status ?? status, told?.requestId ?? headers['x-request-id']]).toEqual([
    status,
    headers['x-request-id'],
  ])
  expect(isProblem ? '' : text).toMatch(isProblem ? '' : /^\d{3} [A-Z][A-Za-z ]+(?: \([^\n]*\))?\n$/)
}

/** The same request, answered as plain text and as a problem document. */
async function provoke(
  client: Client,
  [method, path, body]: readonly [string, string, (string | object)?],
): Promise<number> {
  const answers = []
  for (const headers of [{}, PROBLEM])
    answers.push(
      await client.send(method, path, {
        headers: path.startsWith('/api/tus') ? { ...headers, 'Tus-Resumable': '1.0.0', 'Upload-Length': '4' } : headers,
        body,
      }),
    )
  for (const answer of answers) check(answer)
  return answers.at(-1)?.status ?? 0
}

describe('H13: what goes wrong', () => {
  it('because of a body that is not JSON is reported in a few words, by each call that takes one', async () => {
    const calls = CALLS.filter(({ body }) => body?.type === 'application/json')
    expect(calls.length).toBeGreaterThan(8)
    for (const { method, path } of calls) {
      const url = path.replace('{/*path}', '/kept.txt').replaceAll(/:\w+/g, '1')
      for (const body of ['{"password": "a-secret-in-here', '[]', '"x"', '{"data": {"__proto__": {"admin": true}}}']) {
        await provoke(admin, [method, url, body])
        await provoke(person, [method, url, body])
        await provoke(nido.client(), [method, url, body])
      }
    }
    expect(nido.replicas[0]?.log.join('\n')).not.toContain('a-secret-in-here')
  })

  it('because of odd queries and headers is reported in a few words', async () => {
    for (const path of [
      '/api/resources/kept.txt?checksum=none',
      '/api/raw/kept.txt?version=none',
      '/api/raw/?files=%00&algo=rar',
      '/api/preview/huge/kept.txt',
      '/api/search/?query=%ff',
      '/api/trash/none',
      '/api/operations/none',
      '/api/versions/none',
      '/api/users/1e9',
      '/api/public/share/none',
      '/api/command/',
    ]) {
      expect([path, (await provoke(person, ['GET', path])) < 500]).toEqual([path, true])
    }
    for (const path of [
      '/api/resources/kept.txt?action=fly',
      '/api/resources/kept.txt?action=copy&destination=%25zz',
      '/api/tus/kept.txt',
    ]) {
      expect([path, (await provoke(person, ['PATCH', path])) < 500]).toEqual([path, true])
    }
  })
})

describe('K09: without S3', () => {
  beforeAll(() => void process.kill(servers.pids.minio, 'SIGKILL'))

  it('the probes report that it cannot serve, and nothing else', async () => {
    expect(await until(async () => (await nido.client().get('/ready')).status === 503)).toBe(true)
    const [ready, health] = [await nido.client().get('/ready'), await nido.client().get('/health')]
    expect([ready.text, health.status, health.text]).toEqual(['{"status":"unavailable"}', 200, '{"status":"OK"}'])
    for (const { headers } of [ready, health])
      expect(Object.keys(headers).filter((name) => ['server', 'via', 'x-powered-by'].includes(name))).toEqual([])
  })

  it('H13: people are told to try again, and administrators see in the status what fails', async () => {
    const refused: (readonly [string, string, (string | object)?])[] = [
      ['GET', '/api/raw/kept.txt'],
      ['POST', '/api/resources/new.txt', 'new'],
      ['PUT', '/api/resources/kept.txt', 'new'],
      ['GET', '/api/raw/?files=kept.txt'],
    ]
    for (const call of refused) expect([call[1], await provoke(person, call)]).toEqual([call[1], 503])
    for (const path of [
      '/api/resources/',
      '/api/usage/',
      '/api/versions/kept.txt',
      '/api/trash',
      '/api/preview/thumb/kept.txt',
    ])
      await provoke(person, ['GET', path])
    await provoke(person, ['DELETE', '/api/resources/kept.txt'])
    expect(await provoke(admin, ['PUT', '/api/branding/css', 'a { left: 0 }'])).toBe(503)
    const status = await admin.get('/api/status')
    check(status)
    expect(status.json<StatusRecord>().parts.find(({ part }) => part === 'storage')).toEqual({
      part: 'storage',
      state: 'failing',
    })
  })
})

describe('K09: without the database', () => {
  beforeAll(() => void process.kill(servers.pids.database, 'SIGKILL'))

  it('the probes report that it cannot serve, people are told to try again, and nothing else', async () => {
    expect(await until(async () => (await nido.client().get('/ready')).text === '{"status":"unavailable"}')).toBe(true)
    expect((await nido.client().get('/health')).status).toBe(200)
    // A replica uses a cached person for a second. After that each query takes five seconds to fail.
    expect(
      await until(async () => {
        const answer = await person.get('/api/resources/', { headers: PROBLEM })
        check(answer)
        return answer.status === 503
      }),
    ).toBe(true)
  })
})
