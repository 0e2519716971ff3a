// What a command of `nido` is, and how it is run. All of them take `--help`, and end with 0 (all well), 1 (done, but
// there is something to see to) or 2 (not done).
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { loadConfig, type Config } from '../config.ts'
import { startDatabaseClock } from '../database/clock.ts'
import { connectDatabase, type Connection } from '../database/connection.ts'
import type { Clock } from '../lib/clock.ts'
import { createLog, type Log } from '../lib/log.ts'
import { createMetrics } from '../lib/metrics.ts'
import { startServices, type Services } from '../services.ts'
import { complain, print, sentenceOf } from './terminal.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

interface Description<O extends Options> {
  /** In a few words, for the list of commands. */
  about: string
  /** What `--help` prints. */
  usage: string
  options: O
  /** Whether it takes words beside its options. */
  takesWords?: boolean
  /** What is said of an error: "The buckets could not be checked". */
  failure: string
  /** Answers the exit code. */
  run(values: Values<O>, words: string[]): Promise<number>
}

export interface OperatorCommand {
  about: string
  /** Runs it with the words that follow its name. Answers the exit code; never throws. */
  run(words: string[]): Promise<number>
}

/** The command was called in a wrong way. `message` says how; the usage is printed below it. */
export class Misuse extends Error {
  override readonly name: string = 'Misuse'
}

export function defineCommand<const O extends Options>(description: Description<O>): OperatorCommand {
  return { about: description.about, run: (words) => runCommand(description, words) }
}

async function runCommand<O extends Options>(description: Description<O>, words: string[]): Promise<number> {
  const { options, usage, failure, takesWords = false, run } = description
  try {
    const parsed = parseArgs({
      args: words,
      allowPositionals: takesWords,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    })
    if ((parsed.values as { help?: boolean }).help) {
      print(usage)
      return 0
    }
    return await run(parsed.values as Values<O>, parsed.positionals)
  } catch (error) {
    const isMisuse = error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true
    complain(isMisuse ? `${(error as Error).message}\n${usage}` : sentenceOf(error, failure))
    return 2
  }
}

/** The household's database, for commands that need no more of Nido. */
export interface DatabaseAccess {
  config: Config
  database: Connection
  log: Log
  /** The time of the database in ms since 1970. */
  now: Clock
}

/** Does some work with the household's database. */
export async function withDatabase<T>(work: (access: DatabaseAccess) => Promise<T>): Promise<T> {
  const config = loadConfig()
  const database = await connectDatabase(config.MONGO_URL)
  const log = createLog('silent')
  const clock = await startDatabaseClock(database, log)
  try {
    return await work({ config, database, log, now: clock.now })
  } finally {
    clock.stop()
    await database.close()
  }
}

/** Does some work as a process of the household. */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const services = await startServices({ config: loadConfig(), log: createLog('silent'), metrics: createMetrics() })
  try {
    return await work(services)
  } finally {
    await services.stop()
  }
}
