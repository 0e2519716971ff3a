// What every process of Nido stands on: its settings, the database with its clock and leases, and word of the other
// processes.
import type { Config } from '../config.ts'
import { type DatabaseClock, startDatabaseClock } from '../database/clock.ts'
import { lastBackup } from '../database/backup-records.ts'
import { connectDatabase, type Connection } from '../database/connection.ts'
import { DatabaseLeases, type Leases } from '../database/leases.ts'
import type { ProcessPart } from '../database/house-keeping.ts'
import { ChangeCounters } from '../database/change-counters.ts'
import { Attention } from '../lib/attention.ts'
import type { Clock } from '../lib/clock.ts'
import { collectingAtRest } from '../lib/idle-memory.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { StorageSeams } from '../storage/index.ts'

export interface Surroundings {
  config: Config
  log: Log
  metrics: Metrics
  /** For tests alone. */
  seams?: StorageSeams
}

export interface Ground extends Surroundings {
  database: Connection
  clock: DatabaseClock
  /** The time of the database in ms since 1970: stored times, and what is compared with them, go by it. */
  now: Clock
  /** Whether anybody is there. */
  attention: Attention
  changeCounters: ChangeCounters
  leases: Leases
  /** Registers the house-keeping and the end of a service, and answers the service. */
  keep<T extends ProcessPart>(part: T): T
  /** All that was registered, in order. */
  readonly parts: readonly ProcessPart[]
  /** Ends all that was registered, the last one first, then what they stand on. */
  stop(): Promise<void>
}

/** @throws the driver's error when the database does not answer */
export async function connect(surroundings: Surroundings): Promise<Ground> {
  const { config, log, metrics } = surroundings
  const database = await connectDatabase(config.MONGO_URL, (command, hasFailed, seconds) =>
    metrics.databaseSeconds.observe({ command, outcome: hasFailed ? 'failed' : 'ok' }, seconds),
  )
  metrics.describeBackup(async () => (await lastBackup(database))?.at ?? null)
  const clock = await startDatabaseClock(database, log)
  const { now } = clock
  const attention = new Attention()
  const changeCounters = new ChangeCounters(database, log, { now, attention })
  const parts: ProcessPart[] = [{ tasks: [collectingAtRest(attention)] }]
  return {
    ...surroundings,
    database,
    clock,
    now,
    attention,
    changeCounters,
    leases: new DatabaseLeases(database, now),
    keep: (part) => {
      parts.push(part)
      return part
    },
    parts,
    stop: async () => {
      for (const part of parts.toReversed()) await part.stop?.()
      await changeCounters.stop()
      clock.stop()
      await database.close()
    },
  }
}
