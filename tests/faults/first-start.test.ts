// The first start: one administrator, one password shown once, however many replicas start together. Also the graceful
// stop.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startChild, type Child } from '../../scripts/lib/child.ts'
import { statusOf, waitFor } from '../../scripts/lib/embedded.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { Client } from '../helpers/client.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { soon } from '../helpers/until.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const PASSWORD_LINE = /^nido: admin password: (\S+)$/

interface Started {
  child: Child
  url: string
  lines: string[]
}

let servers: Servers & { stop(): Promise<void> }
let settings: Record<string, string>
const running: Child[] = []

beforeAll(async () => {
  servers = await useServers()
  const mark = randomBytes(5).toString('hex')
  settings = {
    HOST: '127.0.0.1',
    DATA_DIR: await mkdtemp(path.join(os.tmpdir(), 'nido-first-')),
    MONGO_URL: `${servers.mongoUrl}/first-${mark}`,
    BUCKET_PREFIX: `f${mark}-`,
    S3_ENDPOINT: servers.s3Endpoint,
    S3_ACCESS_KEY: servers.keys.accessKey,
    S3_SECRET_KEY: servers.keys.secretKey,
  }
})
afterAll(async () => {
  await Promise.all(running.map((child) => child.stop()))
  await rm(settings['DATA_DIR'] ?? '', { recursive: true, force: true })
  await servers.stop()
})

/** Starts an API process without waiting for it. */
async function launch(over: Record<string, string> = {}): Promise<Started> {
  const { PATH, HOME, TMPDIR } = environment()
  const port = await findFreePort()
  const lines: string[] = []
  const child = await startChild('the API', {
    command: path.join(ROOT, 'node_modules/.bin/node'),
    args: [path.join(ROOT, 'backend/src/main.ts')],
    env: { PATH, HOME, TMPDIR, ...settings, ...over, PORT: String(port) },
    onLine: (line) => void lines.push(line),
  })
  running.push(child)
  return { child, url: `http://127.0.0.1:${port}`, lines }
}
const start = async (over: Record<string, string> = {}): Promise<Started> => {
  const started = await launch(over)
  await waitFor(started.child, async () => (await statusOf(`${started.url}/ready`)) === 200)
  return started
}
const told = (all: Started[]) =>
  all.flatMap(({ lines }) => lines.flatMap((line) => PASSWORD_LINE.exec(line)?.[1] ?? []))
const clientOf = ({ url, child }: Started) => new Client([{ url, isRunning: child.isRunning }])

describe('the first start', () => {
  let first: Started[]

  it('L18: of two replicas at once creates one administrator, whose password is shown once in total', async () => {
    first = await Promise.all([launch(), launch()])
    await Promise.all(
      first.map(({ child, url }) => waitFor(child, async () => (await statusOf(`${url}/ready`)) === 200)),
    )
    const [password = '', ...more] = told(first)
    expect(more).toEqual([])
    expect(Buffer.byteLength(password)).toBeGreaterThanOrEqual(16)
    for (const replica of first) {
      const admin = await clientOf(replica).signIn('admin', password)
      expect((await admin.get('/api/users')).json<{ id: number; scope: string }[]>()).toEqual([
        expect.objectContaining({ id: 1, username: 'admin', scope: '/' }),
      ])
    }
  })

  it('L18: uses no password that anybody could guess', async () => {
    const [replica] = first
    if (!replica) throw new Error('nothing runs')
    for (const [username, password] of [
      ['admin', 'admin'],
      ['admin', 'password'],
      ['root', 'root'],
      ['admin', ''],
    ]) {
      expect((await clientOf(replica).post('/api/login', { username, password })).status).toBe(403)
    }
  })

  it('happens once: the next start shows nothing, and tokens stay valid', async () => {
    const [replica, other] = first
    const [password = ''] = told(first)
    if (!replica || !other) throw new Error('nothing runs')
    const admin = await clientOf(replica).signIn('admin', password)
    await Promise.all([replica.child.stop(), other.child.stop()])
    const next = await start({ ADMIN_PASSWORD: 'Some-Other-Password-1' })
    expect(told([next])).toEqual([])
    expect(next.lines.join('\n')).not.toContain(password)
    const again = clientOf(next)
    again.token = admin.token
    expect((await again.get('/api/users')).status).toBe(200)
    expect((await again.post('/api/login', { username: 'admin', password: 'Some-Other-Password-1' })).status).toBe(403)
    await next.child.stop()
  })
})

describe('wrong settings', () => {
  it('are reported in one list, and the process exits with 1', async () => {
    const { child, lines } = await launch({ TOKEN_LIFE: 'soon', BUCKET_PREFIX: 'Nido', S3_ENDPOINT: 'nowhere' })
    expect(await child.exited).toMatchObject({ code: 1 })
    expect(lines[0]).toBe('Invalid settings:')
    expect(lines.slice(1).map((line) => line.trim().split(' ', 1)[0])).toEqual(
      expect.arrayContaining(['TOKEN_LIFE', 'BUCKET_PREFIX', 'S3_ENDPOINT']),
    )
  })
})

describe('no-auth mode', () => {
  it('signs everybody in as the first person, who still needs the token', async () => {
    const open = await start({ AUTH_METHOD: 'noauth' })
    const client = clientOf(open)
    expect((await client.get('/api/users')).status).toBe(401)
    const admin = await client.signIn('anybody', 'anything')
    expect(admin.id).toBe(1)
    expect((await admin.get('/api/settings')).json()).toMatchObject({ authMethod: 'noauth' })
    await open.child.stop()
  })
})

describe('stopping', () => {
  it('finishes a request under way, and accepts no more', async () => {
    const replica = await start({ AUTH_METHOD: 'noauth' })
    const client = await clientOf(replica).signIn('any', 'one')
    const refused = new AbortController()
    async function* slowly() {
      for (; !refused.signal.aborted; await sleep(150)) yield Buffer.alloc(1000, 'x')
    }
    const { Readable } = await import('node:stream')
    let isUnderWay = true
    const uploaded = client.post('/api/resources/slow.txt?override=true', Readable.from(slowly())).finally(() => {
      isUnderWay = false
    })
    await sleep(400)
    replica.child.signal('SIGTERM')
    const ask = () =>
      clientOf(replica)
        .get('/health')
        .then(() => '', String)
    // What the system has accepted just before is reset.
    expect(await soon(ask, (refusal) => refusal.includes('ECONNREFUSED'))).toContain('ECONNREFUSED')
    expect(isUnderWay).toBe(true)
    refused.abort()
    expect((await uploaded).status).toBe(200)
    expect(await replica.child.exited).toMatchObject({ code: 0 })
    expect(replica.lines.join('\n')).toContain('"msg":"stopped"')
  })
})
