// `make start`: servers, API and page on one address, until Ctrl-C.
import path from 'node:path'
import { WORKER_CALL } from '../backend/src/jobs/worker-calls.ts'
import { API_ARGS, API_ENVIRONMENT, WORKER_ARGS } from './lib/api.ts'
import { lastWordsOf, openCalledWorker } from './lib/called-worker.ts'
import { describeExit, startChild, type Child } from './lib/child.ts'
import { openDataFolder, openLogFile, type DataFolder } from './lib/data-folder.ts'
import { statusOf, waitFor } from './lib/embedded.ts'
import { environment } from './lib/environment.ts'
import { openServers, type HouseholdServers } from './lib/household-servers.ts'
import { NODE } from './lib/places.ts'
import { isPortFree } from './lib/ports.ts'
import { type StartSettings, startPreparing } from './lib/prepared.ts'

const DRAIN_MS = 30_000
const PASSWORD_LINE = /^nido: admin password: (.*)$/
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Api {
  child: Child
  password: string | null
}

/** `onCall`: it asks for a worker. */
async function startApi(
  config: StartSettings,
  { folder, env, onCall }: { folder: DataFolder; env: NodeJS.ProcessEnv; onCall: () => void },
): Promise<Api> {
  let password: string | null = null
  const child = await startChild('Nido', {
    command: NODE,
    args: [...API_ARGS],
    env: { ...API_ENVIRONMENT, ...env },
    logFile: await openLogFile(folder, `api-${config.PORT}.log`),
    onLine: (line) => {
      if (line === WORKER_CALL) {
        onCall()
        return true
      }
      const found = PASSWORD_LINE.exec(line)?.[1]
      if (found) password = found
      return Boolean(found)
    },
  })
  await waitFor(child, async () => (await statusOf(`${localUrl(config)}/ready`)) === 200)
  return { child, password }
}

/** Resolves when it is at work. */
async function startWorker(config: StartSettings, folder: DataFolder, env: NodeJS.ProcessEnv): Promise<Child> {
  let isAtWork = false
  const child = await startChild('the worker', {
    command: NODE,
    args: [...WORKER_ARGS],
    env: { ...API_ENVIRONMENT, WORKER_DIR: path.join(folder.root, `worker-${config.PORT}`), ...env },
    logFile: await openLogFile(folder, `worker-${config.PORT}.log`),
    onLine: (line) => void (isAtWork ||= line.includes('"msg":"at work"')),
  })
  await waitFor(child, async () => isAtWork)
  return child
}

function localUrl({ HOST, PORT, BASE_URL }: StartSettings): string {
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${host}:${PORT}${BASE_URL}`
}

function greet(
  config: StartSettings,
  {
    servers,
    folder,
    password,
    seconds,
  }: { servers: HouseholdServers; folder: DataFolder; password: string | null; seconds: string },
): void {
  const lines = [
    `Nido is ready (${seconds} s):  ${localUrl(config).replace('127.0.0.1', 'localhost')}/`,
    `  data: ${folder.root} (logs in ${path.join(folder.root, 'logs')})`,
    ...servers.described.map((line) => `  ${line}`),
    ...(password
      ? [`  sign in as: ${config.ADMIN_USERNAME}`, `  password:   ${password}   (told this once: note it down)`]
      : []),
    'Ctrl-C stops it.',
  ]
  say(['', ...lines, ''].join('\n'))
}

async function main(): Promise<number> {
  const began = performance.now()
  const env = environment()
  const preparing = await startPreparing(say)
  const config = await preparing.settings
  if (!(await isPortFree(config.PORT, config.HOST))) {
    throw new Error(
      `Port ${config.PORT} is taken by another program. Choose another one: make start PORT=${config.PORT + 1}`,
    )
  }
  const folder = await openDataFolder(config.DATA_DIR)
  const stops = listenForStops()
  const [servers, ytdlp] = await Promise.all([
    openServers({ folder, env, ports: { minio: config.MINIO_PORT, database: config.MONGO_PORT }, say }),
    preparing.everything,
  ])
  try {
    const given = { ...env, ...servers.settings, YTDLP: ytdlp ?? '', WORKER_RESTS: String(config.WORKER) }
    const worker = openCalledWorker(() => startWorker(config, folder, given))
    const { child, password } = await startApi(config, { folder, env: given, onCall: () => worker.call() })
    if (config.WORKER) await worker.start()
    stops.isReady = true
    greet(config, { servers, folder, password, seconds: ((performance.now() - began) / 1000).toFixed(1) })
    const ended = await Promise.race([
      stops.asked,
      worker.failed,
      ...[child, ...servers.children].map((one) => one.exited.then((exit) => lastWordsOf(one, describeExit(exit)))),
    ])
    say(ended ?? 'Stopping: requests under way are finished first. Ctrl-C again ends them.')
    await Promise.all([child, worker].map((program) => program.stop(DRAIN_MS)))
    return ended === null ? 0 : 1
  } finally {
    await servers.stop()
  }
}

/**
 * `asked` resolves with null at the first Ctrl-C. The second one, or one before everything is ready, ends the process
 * and its children.
 */
function listenForStops(): { isReady: boolean; asked: Promise<null> } {
  const { promise: asked, resolve } = Promise.withResolvers<null>()
  const stops = { isReady: false, asked }
  let isAsked = false
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (isAsked || !stops.isReady) process.exit(1)
      isAsked = true
      resolve(null)
    })
  }
  return stops
}

// A closed terminal accepts no more output, but everything still has to be stopped in order.
process.stdout.on('error', () => undefined)
process.exit(
  await main().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    return 1
  }),
)
