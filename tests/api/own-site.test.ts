// Which host names are answered where nobody signs in, and whose pages may change something (C5).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CALLS } from '../../backend/contract/calls/index.ts'
import type { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { LivePage } from '../helpers/live.ts'

let open: Nido
let person: Client
beforeAll(async () => {
  open = await startNido({
    replicas: 1,
    settings: { AUTH_METHOD: 'noauth', ALLOWED_HOSTS: 'nas.home', TRUSTED_PROXIES: '127.0.0.1' },
  })
  person = await open.client().signIn('anybody', 'anything')
})
afterAll(() => open.stop())

describe('C5: where nobody signs in', () => {
  const foreign = ['evil.example', 'evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example']

  it.each(foreign)('a page whose name was pointed here (%s) gets no answer except from the probes', async (Host) => {
    const headers = { Host }
    for (const path of [
      '/',
      '/files/',
      '/static/none.js',
      '/api/users',
      '/api/nothing',
      '/api/openapi.json',
      '/api/public/share/abcdefghijklmnop',
    ]) {
      const answer = await person.get(path, { headers })
      expect([path, answer.status, answer.text]).toEqual([
        path,
        421,
        '421 Misdirected Request (this host is not in ALLOWED_HOSTS)\n',
      ])
    }
    ;(await person.post('/api/login', { username: 'x', password: 'y' }, { headers })).expect(421)
    for (const path of ['/health', '/ready']) (await person.get(path, { headers })).expect(200)
  })

  it('the host that a proxy passes on is checked too, and a page cannot forge it', async () => {
    for (const [Host, forwarded] of [
      ['evil.example', 'localhost'],
      ['127.0.0.1', 'evil.example'],
    ] as const) {
      ;(await person.get('/api/users', { headers: { Host, 'X-Forwarded-Host': forwarded } })).expect(421)
    }
  })

  it.each(['nas.home', 'NAS.home:8080', 'localhost', '[::1]', '192.168.1.7:8080'])('%s is answered', async (Host) => {
    ;(await person.get('/api/users', { headers: { Host } })).expect(200)
  })
})

describe('C5: a change', () => {
  const changes = CALLS.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
  const pathOf = (path: string) => path.replace('{/*path}', '/c5.txt').replaceAll(/:\w+/g, 'none')

  it('that a foreign page sends is refused, whoever is signed in', async () => {
    for (const { method, path } of changes) {
      for (const Origin of ['https://evil.example', 'null', `${open.urls[0]}1`]) {
        expect([
          method,
          path,
          (await person.send(method, pathOf(path), { headers: { Origin }, body: '{}' })).status,
        ]).toEqual([method, path, 403])
      }
    }
    ;(await person.get('/api/resources/c5.txt')).expect(404)
    ;(await person.get('/api/resources/', { headers: { Origin: 'https://evil.example' } })).expect(200)
  })

  it('that a page of this site sends is made, also behind a proxy, and so is one that no page sends', async () => {
    const port = open.replicas[0]?.port
    const own = [
      { Origin: open.urls[0] ?? '' },
      {},
      { Origin: `https://127.0.0.1:${port}` },
      { Origin: 'https://nas.home', 'X-Forwarded-Host': 'nas.home' },
      { Origin: 'http://nas.home:81', Host: 'nas.home:81' },
    ]
    for (const headers of own)
      (
        await person.post('/api/resources/c5-own.txt?override=true', 'x', {
          headers: { ...headers } as Record<string, string>,
        })
      ).expect(200)
  })

  it('over a socket is refused to foreign pages', async () => {
    const asked = (headers: Record<string, string>) =>
      LivePage.statusOf(open.urls[0] ?? '', '', { headers: { Cookie: `auth=${person.token}`, ...headers } })
    expect([
      await asked({ Origin: 'https://evil.example' }),
      await asked({ Origin: open.urls[0] ?? '' }),
      await asked({}),
      await asked({ Host: 'evil.example' }),
    ]).toEqual([403, 101, 101, 421])
  })
})
