// One process of the API, from its settings to its end. It stops so that nobody is cut off: no new requests, then those
// under way, then everything behind them.
import { createApp } from './app.ts'
import type { Surroundings } from './building/ground.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'
import { createHttpServer } from './http/server.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { createLog } from './lib/log.ts'
import { keepHouse, openHousehold } from './household.ts'
import { createMetrics } from './lib/metrics.ts'
import { startServices } from './services.ts'
import type { StorageSeams } from './storage/index.ts'

/** How long requests under way have, once a signal came. */
const GRACE_MS = 25_000
/**
 * Compiling the program of the children takes more processor time than the start itself. It waits until those who came
 * back right after the start have been answered.
 */
const PREPARE_CHILDREN_MS = 60_000

function readConfig(): Config {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Runs the API until a signal ends it; what does not start ends the process with 1. `seams`: for tests alone. */
export async function runApi(seams: StorageSeams = {}): Promise<void> {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a rejection was left alone')
  })
  await start({ config, log, metrics: createMetrics(), seams }).catch((error: unknown) => {
    log.fatal({ err: error }, 'could not start')
    process.exit(1)
  })
}

async function start(surroundings: Surroundings): Promise<void> {
  const { config, log, metrics } = surroundings
  const services = await startServices(surroundings)
  services.storage.startIndex()
  await openHousehold(services, (line) => process.stdout.write(`${line}\n`))
  const house = await keepHouse(services)
  let isOpen = true
  const app = createApp({ services, log, metrics, isOpen: () => isOpen })
  const server = createHttpServer(app.callback(), services.webSockets)
  const metricsServer =
    config.METRICS_PORT === 0 ? null : await startMetricsServer(metrics, config.METRICS_PORT, config.METRICS_HOST)
  await server.listen(config.PORT, config.HOST)
  const preparing = setTimeout(() => services.children.prepare(), PREPARE_CHILDREN_MS).unref()
  log.info({ port: config.PORT, host: config.HOST, base: config.BASE_URL }, 'listening')

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (!isOpen) return
    isOpen = false
    log.info({ signal }, 'stopping')
    clearTimeout(preparing)
    await server.stop(GRACE_MS)
    await house.stop()
    await services.stop()
    await metricsServer?.stop()
    log.info('stopped')
    process.exit(0)
  }
  const stopOn = (signal: NodeJS.Signals) =>
    stop(signal).catch((error: unknown) => {
      log.error({ err: error }, 'stopping failed')
      process.exit(1)
    })
  process.on('SIGTERM', stopOn)
  process.on('SIGINT', stopOn)
}
