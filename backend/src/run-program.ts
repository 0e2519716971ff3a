// What the programs of Nido have in common, from their settings to their end.
import type { Surroundings } from './building/ground.ts'
import { readVersion } from './building/version.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'
import { createLog } from './lib/log.ts'
import { createMetrics } from './lib/metrics.ts'
import type { StorageSeams } from './storage/index.ts'

const LAST_LINES_MS = 1_000

/** A program that runs. `stop` waits for what is under way. */
export interface Running {
  stop(): Promise<void>
}

function readConfig(): Config {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Runs a program until a signal ends it; what does not start ends the process with 1. `seams`: for tests alone. */
export async function runProgram(
  name: 'api' | 'worker',
  start: (surroundings: Surroundings) => Promise<Running>,
  seams: StorageSeams = {},
): Promise<void> {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a rejection was left alone')
  })
  const metrics = createMetrics()
  metrics.describeProgram(name, readVersion())
  try {
    const running = await start({ config, log, metrics, seams })
    stopOnSignal(running, log)
  } catch (error) {
    log.fatal({ err: error }, 'could not start')
    process.exit(1)
  }
}

/** Ends the process once its last lines are written. A slow reader of them is not waited for any longer than that. */
function exitWith(code: number, log: Surroundings['log']): void {
  log.flush(() => process.exit(code))
  setTimeout(() => process.exit(code), LAST_LINES_MS)
}

function stopOnSignal(running: Running, log: Surroundings['log']): void {
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    try {
      await running.stop()
      log.info('stopped')
      exitWith(0, log)
    } catch (error) {
      log.error({ err: error }, 'stopping failed')
      exitWith(1, log)
    }
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}
