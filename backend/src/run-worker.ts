// A worker: it carries out jobs that people have asked for, and takes part in house-keeping. It has no index, and no
// calls of the API. If it stops, other workers go on with its jobs, or it does itself after its restart.
import { buildPushTeller } from './building/push.ts'
import { buildRunner } from './building/worker.ts'
import type { Surroundings } from './building/ground.ts'
import { restWhenIdle } from './building/worker-calls.ts'
import { pingDatabase } from './database/connection.ts'
import { keepHouse } from './household.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { type Running, runProgram } from './run-program.ts'
import { startServices } from './services.ts'
import { waitForServers } from './wait-for-servers.ts'

/** Runs a worker until a signal ends it; what does not start ends the process with 1. */
export const runWorker = (): Promise<void> => runProgram('worker', startWorker)

async function startWorker(surroundings: Surroundings): Promise<Running> {
  const { config, log, metrics } = surroundings
  const { WORKER_PORT: port, METRICS_HOST: host } = config
  await waitForServers(surroundings, { host, port })
  const services = await startServices(surroundings)
  const house = await keepHouse(services)
  const runner = await buildRunner(services)
  const teller = buildPushTeller(services)
  let isOpen = true
  const checks = [() => services.storage.ping(), () => pingDatabase(services.database)]
  const server = await startMetricsServer({ metrics, port, host, probes: { isOpen: () => isOpen, checks } })
  runner.start()
  teller.start()
  restWhenIdle(services, () => process.kill(process.pid, 'SIGTERM'))
  // `make start` waits for this line.
  log.info({ port }, 'at work')
  return {
    stop: async () => {
      isOpen = false
      await Promise.all([runner.stop(), teller.stop()])
      await house.stop()
      await services.stop()
      await server.stop()
    },
  }
}
