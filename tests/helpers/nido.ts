// A Nido under test: API processes over the same servers, with their own bucket prefix and database.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { API_ARGS, API_ENVIRONMENT, NODE_ARGS, WORKER_ARGS } from '../../scripts/lib/api.ts'
import { startChild, type Child, type Exit } from '../../scripts/lib/child.ts'
import { statusOf, waitFor } from '../../scripts/lib/embedded.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { buildPrograms } from '../../scripts/lib/program.ts'
import { Client, type Person, type Target } from './client.ts'
import { watching, type Watched } from './load.ts'
import { useServers, type Servers } from './servers.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const STOP_MS = 30_000
const HANDED_ON = 'NIDO_TEST_SITE'

type Facts = Pick<Site, 'servers' | 'bucketPrefix' | 'mongoUrl' | 'admin' | 'watched'>
type HandedOn = Facts & { urls: string[]; door: string }

/** The options of a Nido. All other settings keep their defaults. */
export interface NidoOptions {
  /** Number of API processes; two by default. */
  replicas?: number
  /** Settings in addition to those that the helper sets. */
  settings?: Record<string, string>
  /** Servers to use; those of the test run by default. */
  servers?: Servers
  /** Whether its processes record their load (load.ts). */
  isWatched?: boolean
  /** A folder of files that hold its processes and switch guards off (point-files.ts). */
  points?: string | undefined
}

/** One process of a Nido. */
export interface NidoProcess {
  pid: number
  /** Its log so far, line by line. */
  log: string[]
  signal(name: NodeJS.Signals): void
  isRunning(): boolean
  /** Stops it gracefully; resolves when it has ended. */
  stop(): Promise<void>
  /** `kill -9`; resolves when it has ended. */
  kill(): Promise<void>
}

/** One API process. */
export interface Replica extends NidoProcess {
  /** With the base path, without a trailing slash. */
  url: string
  port: number
}

/** A Nido as its users see it. */
export interface Site {
  /** Base URLs of its API processes. */
  urls: string[]
  servers: Servers
  bucketPrefix: string
  mongoUrl: string
  admin: { username: string; password: string }
  /** Its processes and their load files, if they record their load. */
  watched: readonly Watched[]
  /** A client without a token that alternates between the replicas. */
  client(): Client
  /** A client logged in as the first administrator. */
  adminClient(): Promise<Client>
  /** A new person with a scope of their own and every permission except admin, logged in. */
  makePerson(overrides?: Partial<Person>): Promise<Client>
}

/** A private Nido, whose processes may be stopped and started. */
export interface Nido extends Site {
  replicas: Replica[]
  /** The common environment of its processes. */
  settings: Readonly<Record<string, string>>
  /** Starts another API process, or one that replaces a stopped one. */
  addReplica(settings?: Record<string, string>): Promise<Replica>
  /** Starts a worker, and waits until it is at work. */
  addWorker(settings?: Record<string, string>): Promise<NidoProcess>
  stop(): Promise<void>
}

/**
 * Starts API processes and waits until all are ready.
 * @throws Error with the last log lines of a process that does not start
 */
export async function startNido(options: NidoOptions = {}): Promise<Nido> {
  await buildPrograms((line) => process.stderr.write(`${line}\n`))
  const servers = options.servers ?? (await useServers())
  const mark = randomBytes(5).toString('hex')
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nido-data-'))
  const admin = { username: 'admin', password: `first-${mark}-password` }
  const mongoUrl = `${servers.mongoUrl}/test-${mark}`
  const bucketPrefix = `t${mark}-`
  const shared: Record<string, string> = {
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    MONGO_URL: mongoUrl,
    S3_ENDPOINT: servers.s3Endpoint,
    S3_ACCESS_KEY: servers.keys.accessKey,
    S3_SECRET_KEY: servers.keys.secretKey,
    BUCKET_PREFIX: bucketPrefix,
    // No test asks the real index.
    YTDLP_UPDATES: 'false',
    ...options.settings,
  }
  const replicas: Replica[] = []
  const workers: NidoProcess[] = []
  const watched: Watched[] = []
  const addReplica = async (settings: Record<string, string> = {}) => {
    const file = options.isWatched ? path.join(dataDir, `load-${watched.length}`) : null
    const replica = await startReplica({ ...shared, ...settings }, { loadFile: file, points: options.points })
    replicas.push(replica)
    if (file !== null) watched.push({ pid: replica.pid, file })
    return replica
  }
  // One after another, because the first one creates what the others expect to find.
  for (let count = 0; count < (options.replicas ?? 2); count++) await addReplica()
  return {
    ...describeSite({ servers, bucketPrefix, mongoUrl, admin, watched }, replicas),
    get urls() {
      return replicas.map((replica) => replica.url)
    },
    replicas,
    settings: shared,
    addReplica,
    addWorker: async (settings = {}) => {
      const worker = await startWorker({
        WORKER_DIR: path.join(dataDir, `worker-${workers.length}`),
        ...shared,
        ...settings,
      })
      workers.push(worker)
      return worker
    },
    stop: async () => {
      await Promise.all([...replicas, ...workers].map((one) => one.stop()))
      await rm(dataDir, { recursive: true, force: true })
      if (!options.servers && 'stop' in servers && typeof servers.stop === 'function') await servers.stop()
    },
  }
}

/**
 * The Nido of this test run (two processes, default settings), or a private one. A test that changes global settings of
 * the shared one restores them. Nobody may stop its processes; `stop` leaves it running.
 */
export async function useSite(): Promise<Site & { replicas: readonly Replica[]; stop(): Promise<void> }> {
  const text = environment()[HANDED_ON]
  if (!text) return startNido({ isWatched: true })
  const { urls, door: _door, ...site } = JSON.parse(text) as HandedOn
  return {
    ...describeSite(
      site,
      urls.map((url) => ({ url, isRunning: () => true })),
    ),
    replicas: [],
    stop: async () => undefined,
  }
}

/** The environment variables through which test processes find a Nido. */
export function siteEnvironment({
  urls,
  servers,
  bucketPrefix,
  mongoUrl,
  admin,
  watched,
  door,
}: Site & { door: string }): Record<string, string> {
  const { s3Endpoint, keys, mongoUrl: databases } = servers
  return {
    [HANDED_ON]: JSON.stringify({
      urls,
      door,
      servers: { s3Endpoint, keys, mongoUrl: databases },
      bucketPrefix,
      mongoUrl,
      admin,
      watched,
    } satisfies HandedOn),
  }
}

/**
 * The address of this test run's Nido. Requests to it alternate between its processes.
 * @throws Error if no Nido was started
 */
export function siteDoor(): string {
  const text = environment()[HANDED_ON]
  if (!text) throw new Error('No Nido was started for these tests: use `make test-e2e`.')
  return (JSON.parse(text) as HandedOn).door
}

function describeSite(facts: Facts, targets: readonly Target[]): Site {
  const client = () => new Client(targets)
  let signedIn: Promise<Client> | undefined
  const adminClient = () => (signedIn ??= client().signIn(facts.admin.username, facts.admin.password))
  return {
    ...facts,
    get urls() {
      return targets.map((target) => target.url)
    },
    client,
    adminClient,
    makePerson: async (overrides = {}) => (await adminClient()).makePerson(overrides),
  }
}

/** What an API process needs beside its settings. */
interface ReplicaOptions {
  loadFile: string | null
  points: string | undefined
}

async function startReplica(settings: Record<string, string>, { loadFile, points }: ReplicaOptions): Promise<Replica> {
  const port = await findFreePort()
  const log: string[] = []
  const probe = loadFile === null ? { args: [], env: {} } : watching(loadFile)
  const child = await startChild('the API', {
    command: path.join(ROOT, 'node_modules', '.bin', 'node'),
    args: [...probe.args, ...programArgs(points)],
    env: { ...inherited(), ...API_ENVIRONMENT, ...probe.env, ...settings, PORT: String(port) },
    onLine: (line) => void log.push(line),
  })
  const url = `http://127.0.0.1:${port}${basePathOf(settings)}`
  await waitFor(child, async () => (await statusOf(`${url}/ready`)) === 200)
  return { ...describeProcess(child, log), url, port }
}

async function startWorker(settings: Record<string, string>): Promise<NidoProcess> {
  const log: string[] = []
  let isAtWork = false
  const child = await startChild('the worker', {
    command: path.join(ROOT, 'node_modules', '.bin', 'node'),
    args: [...WORKER_ARGS],
    env: { ...inherited(), ...API_ENVIRONMENT, ...settings },
    onLine: (line) => {
      log.push(line)
      isAtWork ||= line.includes('"msg":"at work"')
    },
  })
  await waitFor(child, async () => isAtWork)
  return describeProcess(child, log)
}

const programArgs = (points: string | undefined): readonly string[] =>
  points === undefined ? API_ARGS : [...NODE_ARGS, path.join(import.meta.dirname, 'held-api.ts'), points]

function describeProcess(child: Child, log: string[]): NidoProcess {
  let mayEnd = false
  void child.exited.then(({ code, signal }) => mayEnd || tellEnd(child.name, { log, code, signal }))
  const signal = (name: NodeJS.Signals) => {
    mayEnd ||= name === 'SIGTERM' || name === 'SIGKILL' || name === 'SIGINT'
    child.signal(name)
  }
  return {
    log,
    pid: child.pid,
    signal,
    isRunning: child.isRunning,
    stop: async () => {
      mayEnd = true
      child.signal('SIGCONT') // a paused process would not react to the stop
      await child.stop(STOP_MS)
    },
    kill: async () => {
      signal('SIGKILL')
      await child.exited
    },
  }
}

/** A process that ends while nobody stops it is the reason for what fails after that. */
const tellEnd = (name: string, { log, code, signal }: Exit & { log: readonly string[] }): boolean =>
  process.stderr.write(`${name} ended by itself (${code ?? signal}):\n${log.slice(-20).join('\n')}\n`)

function basePathOf(settings: Record<string, string>): string {
  return (settings['BASE_URL'] ?? '')
    .split('/')
    .filter(Boolean)
    .map((segment) => `/${segment}`)
    .join('')
}

// Only what a process needs to run. Settings in the shell that started the tests must not reach the Nido under test.
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_EXTRA_CA_CERTS } = environment()
  return { PATH, HOME, TMPDIR, NODE_EXTRA_CA_CERTS }
}
