// The API. It stops so that nobody is cut off: no new requests, then those under way, then everything behind them.
import { createApp } from './app.ts'
import type { Surroundings } from './building/ground.ts'
import { callWorkers } from './building/worker-calls.ts'
import { createHttpServer } from './http/server.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { keepHouse, openHousehold } from './household.ts'
import { type Running, runProgram } from './run-program.ts'
import { startServices } from './services.ts'
import type { StorageSeams } from './storage/index.ts'
import { waitForServers } from './wait-for-servers.ts'

/** How long requests under way have, once a signal came. */
const GRACE_MS = 25_000
/**
 * Compiling the program of the children takes more processor time than the start itself. It waits until those who came
 * back right after the start have been answered.
 */
const PREPARE_CHILDREN_MS = 60_000

/** Runs the API until a signal ends it; what does not start ends the process with 1. `seams`: for tests alone. */
export const runApi = (seams: StorageSeams = {}): Promise<void> => runProgram('api', startApi, seams)

async function startApi(surroundings: Surroundings): Promise<Running> {
  const { config, log, metrics } = surroundings
  await waitForServers(surroundings, { host: config.HOST, port: config.PORT })
  const services = await startServices(surroundings)
  services.storage.startIndex()
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  await openHousehold(services, print)
  callWorkers(services, print)
  const house = await keepHouse(services)
  let isOpen = true
  const app = createApp({ services, log, metrics, isOpen: () => isOpen })
  const server = createHttpServer(app.callback(), services.webSockets)
  const { METRICS_PORT: port, METRICS_HOST: host } = config
  const metricsServer = await startMetricsServer({ metrics, port, host })
  await server.listen(config.PORT, config.HOST)
  const preparing = setTimeout(() => services.children.prepare(), PREPARE_CHILDREN_MS).unref()
  log.info({ port: config.PORT, host: config.HOST, base: config.BASE_URL }, 'listening')
  return {
    stop: async () => {
      isOpen = false
      clearTimeout(preparing)
      await server.stop(GRACE_MS)
      await house.stop()
      await services.stop()
      await metricsServer.stop()
    },
  }
}
