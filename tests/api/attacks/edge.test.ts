// The server's edge as attackers see it: which host names are believed, and what refusals reveal (H07, H13). For what
// the HTTP parser refuses see http.test.ts.
import { describe, expect, it } from '@jest/globals'
import { CALLS } from '../../../backend/contract/calls/index.ts'
import type { Answer } from '../../helpers/answer.ts'
import { startNido } from '../../helpers/nido.ts'
import { startServers } from '../../helpers/servers.ts'
import { until } from '../../helpers/until.ts'
import { filesOf } from '../files-client.ts'
import { JSON_CALLS, requestsTo, sendAll, TREE_CALLS } from './calls.ts'
import { admin, alice, CANARY, site, targets } from './opening.ts'
import { basePathOf, sendBytes } from './raw-client.ts'
import { watched } from './watched.ts'

describe('a forged host name', () => {
  const hosts = [
    'evil.com',
    'evil.com:fake@legit',
    'evil.com\\@legit',
    '[evil.com',
    'evil.com, legit',
    'legit:80:evil.com',
    `${'evil.'.repeat(30)}com`,
  ]
  const forwarded =
    'X-Forwarded-Host: evil.com\r\nX-Forwarded-Proto: evil.com\r\nForwarded: host=evil.com\r\n' +
    'X-Original-URL: /evil.com\r\nX-Rewrite-URL: /evil.com\r\n'

  it(
    'H07: is in no page, link, redirect or Location',
    watched(async () => {
      const base = site.urls[0] ?? ''
      const path = basePathOf(base)
      await alice.given({ 'h07/a.txt': 'a' })
      const requests = (host: string) => [
        [`GET ${path}/`, ''],
        [`GET ${path}/login`, ''],
        [`GET ${path}/share/${targets['hash'] ?? ''}`, ''],
        ...(path === '' ? [] : [[`GET ${path}`, '']]),
        [`GET http://${host}${path}/files/`, ''],
        [`GET ${path}/api/public/share/${targets['hash'] ?? ''}`, ''],
        [`POST ${path}/api/tus/h07/${encodeURIComponent(host)}.txt`, 'Upload-Length: 3\r\n'],
        [
          `PATCH ${path}/api/resources/h07/a.txt?action=copy&rename=true&destination=%2Fh07%2Fa.txt`,
          'Prefer: respond-async\r\n',
        ],
      ]
      for (const host of hosts) {
        for (const [line = '', headers = ''] of requests(host)) {
          const answer = await sendBytes(
            base,
            `${line} HTTP/1.1\r\nHost: ${host}\r\n${forwarded}X-Auth: ${alice.client.token}\r\n${headers}` +
              'Content-Length: 0\r\nConnection: close\r\n\r\n',
          )
          const told = answer.text.replaceAll(encodeURIComponent(host), '')
          expect([line, host, answer.status < 500 && answer.status >= 200, /evil\.com/.test(told)]).toEqual([
            line,
            host,
            true,
            false,
          ])
        }
      }
      for (const host of hosts)
        (await alice.client.delete(`/api/tus/h07/${encodeURIComponent(host)}.txt`)).expect(204, 404)
    }),
  )
})

describe('a refusal', () => {
  /** The text and headers of an answer, without the request's id, which is random. */
  const wordsOf = ({ text, headers }: Answer) => text.replaceAll(headers['x-request-id'] ?? '-', '')
  const inner = () =>
    new RegExp(
      [
        '\\bat (?:async )?[\\w.<>]+ \\(',
        'node_modules',
        'node:internal',
        '\\.ts[:)]',
        'backend/',
        'mongodb',
        'E11000',
        'ECONN',
        'MinIO',
        'NoSuch',
        'S3Error',
        'AccessDenied',
        'zod',
        'argon2',
        site.bucketPrefix,
        new URL(site.servers.s3Endpoint).host,
        new URL(site.servers.mongoUrl).host,
        site.servers.keys.accessKey,
        CANARY,
      ].join('|'),
      'i',
    )

  it(
    'H13: of any call is a few words and the id of the request, and reveals no internals',
    watched(async () => {
      const unknown = Object.fromEntries(Object.keys(targets).map((name) => [name, 'unknown']))
      const asked = [
        ...JSON_CALLS.flatMap((call) =>
          requestsTo(call, unknown, '/none').map((one) => ({
            ...one,
            options: { ...one.options, body: '{"password": "hush-hush", ' },
          })),
        ),
        ...CALLS.filter(({ path }) => path.includes(':')).flatMap((call) => requestsTo(call, unknown, '/none')),
        ...TREE_CALLS.flatMap((call) =>
          ['/%zz', '/none/hush-hush.txt'].flatMap((path) => requestsTo(call, targets, path).slice(0, 1)),
        ),
        ...CALLS.filter(({ query }) => query)
          .flatMap((call) => requestsTo(call, targets, '/none').slice(0, 1))
          .map((one) => ({
            ...one,
            url: `${one.url}?token=hush-hush&auth=hush-hush&cursor=hush-hush&since=hush-hush&checksum=hush-hush`,
          })),
      ]
      const refused: Answer[] = []
      for (const Accept of ['*/*', 'application/problem+json']) {
        for (const client of [site.client(), alice.client])
          refused.push(...(await sendAll(client, asked, { headers: { Accept } })).filter(({ status }) => status >= 400))
        refused.push(
          ...(
            await sendAll(
              admin,
              asked.filter(
                ({ call, options }) => call.policy === 'admin' && options.body === '{"password": "hush-hush", ',
              ),
              { headers: { Accept } },
            )
          ).filter(({ status }) => status >= 400),
        )
      }
      expect(refused.length).toBeGreaterThan(200)
      expect(
        refused
          .filter((answer) => inner().test(wordsOf(answer)) || wordsOf(answer).includes('hush'))
          .map(({ request, text }) => `${request}: ${text}`),
      ).toEqual([])
      const isInWords = ({ text, headers, request }: Answer) =>
        request.startsWith('HEAD') ||
        (headers['content-type'] === 'application/problem+json'
          ? text.length < 500
          : /^\d{3} [\w -]+(?: \([^\n]{1,200}\))?\n$/.test(text))
      expect(
        refused
          .filter((answer) => !isInWords(answer) || !answer.headers['x-request-id'])
          .map(({ request, text }) => `${request}: ${text}`),
      ).toEqual([])
      expect(
        refused
          .filter(({ status }) => status >= 500 && status !== 501)
          .map(({ request, status }) => `${request}: ${status}`),
      ).toEqual([])
    }),
  )

  it(
    'H13: because of unreachable servers says no more',
    watched(async () => {
      const servers = await startServers()
      const nido = await startNido({ servers, replicas: 1 })
      try {
        const one = filesOf(await nido.makePerson())
        await one.given({ 'a.txt': 'a' })
        process.kill(servers.pids.minio, 'SIGKILL')
        const broken = await Promise.all([
          one.raw('/a.txt'),
          one.upload('/b.txt', 'b'),
          one.raw('/a.txt', {}, { headers: { Accept: 'application/problem+json' } }),
          one.copy('/a.txt', '/c.txt'),
        ])
        process.kill(servers.pids.database, 'SIGKILL')
        expect(await until(async () => (await nido.client().get('/ready')).status === 503)).toBe(true)
        broken.push(
          await nido.client().post('/api/login', { username: 'admin', password: 'hush-hush' }),
          await nido.client().get('/ready'),
        )
        for (const answer of broken) {
          expect([answer.request, answer.status]).toEqual([answer.request, 503])
          expect(wordsOf(answer)).not.toMatch(
            new RegExp(`127\\.0\\.0\\.1|${nido.bucketPrefix}|ECONN|mongo|minio|hush|a\\.txt|backend/|socket`, 'i'),
          )
        }
        ;(await nido.client().get('/health')).expect(200)
      } finally {
        await Promise.all(nido.replicas.map((replica) => replica.kill()))
        await nido.stop()
        await servers.stop()
      }
    }),
    120_000,
  )
})
