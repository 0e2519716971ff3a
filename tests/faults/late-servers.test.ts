// Processes that are started before S3 and the database: in a cluster they wait, elsewhere they end in words.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Child, startChild } from '../../scripts/lib/child.ts'
import { databaseSocket, databaseUrl, type Server, startDatabase, startMinio } from '../../scripts/lib/embedded.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { type DatabaseProgram, findDatabase, findMinio } from '../../scripts/lib/programs.ts'
import { happens } from '../helpers/until.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const KEYS = { accessKey: 'late-key', secretKey: 'late-secret-of-tests' }
const OTHER_KEYS = { accessKey: 'other-key', secretKey: 'other-secret-of-tests' }

let folder: string
let minio: string
let database: DatabaseProgram
let ports: { s3: number; database: number }
let settings: Record<string, string>
const servers: Server[] = []
const programs: Child[] = []

beforeAll(async () => {
  const places = { env: environment(), say: () => undefined }
  minio = await findMinio(places)
  database = await findDatabase(places)
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-late-'))
  ports = { s3: await findFreePort(), database: await findFreePort() }
  const socket = databaseSocket(path.join(folder, 'database'), database)
  settings = {
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    WORKER_DIR: path.join(folder, 'worker'),
    MONGO_URL: `${databaseUrl(socket === null ? { port: ports.database } : { socket })}/late`,
    BUCKET_PREFIX: `l${randomBytes(5).toString('hex')}-`,
    S3_ENDPOINT: `http://127.0.0.1:${ports.s3}`,
    S3_ACCESS_KEY: KEYS.accessKey,
    S3_SECRET_KEY: KEYS.secretKey,
  }
}, 300_000)
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()))
  await Promise.all(servers.map(({ child }) => child.stop()))
  await rm(folder, { recursive: true, force: true })
})

async function startStore(keys: typeof KEYS): Promise<Server> {
  const place = { dir: path.join(folder, 'minio'), port: ports.s3, env: environment() }
  const server = await startMinio(minio, { ...place, keys })
  servers.push(server)
  return server
}

interface Launched {
  child: Child
  log: string[]
  /** The status of a path at its probes. */
  ask(path: string): Promise<number>
}

async function launch(program: 'main' | 'worker', over: Record<string, string> = {}): Promise<Launched> {
  const { PATH, HOME, TMPDIR } = environment()
  const port = await findFreePort()
  const log: string[] = []
  const child = await startChild(program, {
    command: path.join(ROOT, 'node_modules/.bin/node'),
    args: [path.join(ROOT, 'backend', 'src', `${program}.ts`)],
    env: { PATH, HOME, TMPDIR, ...settings, ...over, [program === 'main' ? 'PORT' : 'WORKER_PORT']: String(port) },
    onLine: (line) => void log.push(line),
  })
  programs.push(child)
  const ask = (at: string) =>
    fetch(`http://127.0.0.1:${port}${at}`).then(
      ({ status }) => status,
      () => 0,
    )
  return { child, log, ask }
}

const WAITING = { WAIT_FOR_SERVERS: 'true' }
const waitingLines = ({ log }: Launched) => log.filter((line) => line.includes('"msg":"waiting for servers"'))

describe('a process without its servers', () => {
  it('ends at once and says what does not answer, unless it is told to wait', async () => {
    const { child, log } = await launch('main')
    expect(await child.exited).toMatchObject({ code: 1 })
    expect(log.at(-1)).toContain('"msg":"could not start"')
    expect(log.at(-1)).toMatch(/ENOENT|ECONNREFUSED/)
  })

  it('ends at once in any case if a setting can never be right', async () => {
    const { child, log } = await launch('main', { ...WAITING, MONGO_URL: 'mongodb://a:b:c@d:e/' })
    expect(await child.exited).toMatchObject({ code: 1 })
    expect(log.at(-1)).toContain('MongoParseError')
  })

  it('ends politely while it waits', async () => {
    const launched = await launch('main', WAITING)
    await happens(() => waitingLines(launched).length > 0, 'it waits')
    launched.child.signal('SIGTERM')
    expect(await launched.child.exited).toEqual({ code: 0, signal: null })
  })

  it('waits until they are there and know its keys: alive, not ready, and with few words', async () => {
    const both = await Promise.all([launch('main', WAITING), launch('worker', WAITING)])
    for (const one of both) {
      await happens(async () => (await one.ask('/health')) === 200, 'it is alive')
      expect([await one.ask('/ready'), await one.ask('/api/settings')]).toEqual([503, 503])
    }
    const stranger = await startStore(OTHER_KEYS)
    const place = { dir: path.join(folder, 'database'), port: ports.database, env: environment() }
    servers.push(await startDatabase(database, place))
    const refused = await launch('main', WAITING)
    await happens(() => waitingLines(refused).length > 0, 'it is refused')
    expect(JSON.parse(waitingLines(refused)[0] ?? '')).toMatchObject({
      missing: [{ server: 'storage', err: { message: 'the storage refused a request' } }],
    })
    await stranger.child.stop()
    await startStore(KEYS)
    for (const one of [...both, refused]) {
      await happens(async () => (await one.ask('/ready')) === 200, 'it is ready')
      expect(one.child.isRunning()).toBe(true)
      expect(waitingLines(one).length).toBeLessThan(4)
    }
    const [api] = both
    expect(waitingLines(api)[0]).toMatch(/"server":"database".*"server":"storage"/)
  }, 180_000)

  it('ends at once if its keys are refused, unless it is told to wait', async () => {
    const { child, log } = await launch('main', { S3_SECRET_KEY: 'another-secret' })
    expect(await child.exited).toMatchObject({ code: 1 })
    expect(log.at(-1)).toMatch(/the storage refused a request/)
  })
})
