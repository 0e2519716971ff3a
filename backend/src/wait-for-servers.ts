// The start of a process before S3 and database are there, as in a cluster where all pods start at once. It would end,
// and be started again after longer and longer pauses; so it waits itself, and answers its probes meanwhile.
import { setTimeout as wait } from 'node:timers/promises'
import Koa from 'koa'
import type { Surroundings } from './building/ground.ts'
import { s3SettingsOf } from './building/storage.ts'
import type { Config } from './config.ts'
import { connectDatabase, pingDatabase } from './database/connection.ts'
import { probes } from './http/probes.ts'
import { createHttpServer } from './http/server.ts'
import { describeError, type Log } from './lib/log.ts'
import { reachStorage } from './storage/reach.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
const TELL_EVERY_MS = 60_000

/** Where probes are answered while the process waits. Port 0: nowhere. */
export interface ProbesAddress {
  host: string
  port: number
}

/**
 * Waits until S3 and database answer and accept the keys, for as long as that takes, with growing pauses. It tells at
 * once and then once a minute what is missing. Without WAIT_FOR_SERVERS it looks at nothing, and the start fails in
 * words.
 * @throws MongoParseError if MONGO_URL can never be right; Error if the port is taken
 */
export async function waitForServers({ config, log }: Surroundings, address: ProbesAddress): Promise<void> {
  if (!config.WAIT_FOR_SERVERS) return
  let missing = await lookFor(config, log)
  if (missing.length === 0) return
  const began = performance.now()
  let toldAt = -Infinity
  const close = await answerProbes(address)
  const stop = () => process.exit(0)
  process.on('SIGTERM', stop).on('SIGINT', stop)
  try {
    for (let pause = FIRST_PAUSE_MS; missing.length > 0; pause = Math.min(pause * 1.6, LONGEST_PAUSE_MS)) {
      if (performance.now() - toldAt >= TELL_EVERY_MS) {
        log.warn({ missing }, 'waiting for servers')
        toldAt = performance.now()
      }
      await wait(pause)
      missing = await lookFor(config, log)
    }
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop)
    await close()
  }
  log.info({ seconds: Math.round((performance.now() - began) / 1000) }, 'the servers are there')
}

/** What is missing, and why. */
interface Missing {
  server: 'database' | 'storage'
  err: unknown
}

async function lookFor(config: Config, log: Log): Promise<Missing[]> {
  const found = await Promise.all([
    missingIf('database', () => reachDatabase(config.MONGO_URL)),
    missingIf('storage', () => reachStorage(s3SettingsOf(config), config.BUCKET_PREFIX, log)),
  ])
  return found.filter((one) => one !== null)
}

async function missingIf(server: Missing['server'], reach: () => Promise<void>): Promise<Missing | null> {
  try {
    await reach()
    return null
  } catch (error) {
    if (isForGood(error)) throw error
    return { server, err: describeError(error) }
  }
}

/** Whether an error is a mistake in a setting or in Nido, which no time repairs. */
const isForGood = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === 'MongoParseError')

async function reachDatabase(url: string): Promise<void> {
  const connection = await connectDatabase(url)
  try {
    await pingDatabase(connection)
  } finally {
    await connection.close()
  }
}

/** The process is alive, and cannot serve. Resolves with what ends it. */
async function answerProbes({ host, port }: ProbesAddress): Promise<() => Promise<void>> {
  if (port === 0) return async () => undefined
  const app = new Koa()
  app.use(probes({ isOpen: () => false, checks: [] }))
  app.use((ctx) => {
    ctx.status = 503
    ctx.set('Retry-After', '5')
  })
  const server = createHttpServer(app.callback())
  await server.listen(port, host)
  return () => server.stop(0)
}
