// `nido status`: whether a household is well, in a few lines.
import { countProcesses } from '../database/versions.ts'
import { lastBackup } from '../database/backup-records.ts'
import { databaseVersion, pingDatabase } from '../database/connection.ts'
import { measure } from '../features/status/measure.ts'
import { jobModel } from '../jobs/model.ts'
import { type DatabaseAccess, defineCommand, withDatabase } from './command.ts'
import { inspectorOf, many } from './fsck.ts'
import { print } from './terminal.ts'

const USAGE = `Usage: nido status [--json]
  --json  print it as JSON
Says whether the S3 server and the database answer, which processes run, what is under way, and when the last backup
was made. It changes nothing. Exit code: 0 all well, 1 something does not answer or no API runs, 2 the database does
not answer.`

/** Times in milliseconds; `ms` is missing where there was no answer. */
interface HouseholdState {
  storage: { state: string; ms?: number }
  database: { state: string; ms?: number; version: string }
  /** Processes that run. */
  replicas: number
  workers: number
  people: number
  operations: number
  /** Jobs by state. */
  jobs: Record<string, number>
  /** RFC 3339. */
  backup: string | null
}

export const status = defineCommand({
  about: 'says whether everything is well',
  usage: USAGE,
  options: { json: { type: 'boolean' } },
  failure: 'The state cannot be told',
  run: ({ json }) =>
    withDatabase(async (access) => {
      const state = await look(access)
      print(json ? JSON.stringify(state, null, 2) : describe(state))
      return isWell(state) ? 0 : 1
    }),
})

async function look(access: DatabaseAccess): Promise<HouseholdState> {
  const { database, now } = access
  const inspector = inspectorOf(access)
  try {
    const { replicas, workers } = await countProcesses(database, now)
    const jobs = await jobModel(database).find({}, { state: 1 }).lean()
    const backup = await lastBackup(database)
    return {
      storage: await measure(() => inspector.ping()),
      database: { ...(await measure(() => pingDatabase(database))), version: await databaseVersion(database) },
      replicas,
      workers,
      people: await database.collection('users').countDocuments(),
      operations: await inspector.pending(),
      jobs: Object.fromEntries([...Map.groupBy(jobs, (job) => job.state)].map(([name, all]) => [name, all.length])),
      backup: backup && new Date(backup.at).toISOString(),
    }
  } finally {
    inspector.close()
  }
}

const isWell = ({ storage, database, replicas }: HouseholdState): boolean =>
  storage.state === 'ok' && database.state === 'ok' && replicas > 0

function describe({ storage, database, replicas, workers, people, operations, jobs, backup }: HouseholdState): string {
  const answers = ({ state, ms }: HouseholdState['storage']) => (state === 'ok' ? `answers in ${ms} ms` : 'no answer')
  const known = Object.entries(jobs).map(([state, count]) => `${count} ${state}`)
  return [
    `S3:          ${answers(storage)}`,
    `Database:    ${answers(database)} (${database.version})`,
    `Processes:   ${many(replicas, 'API process', 'API processes')}, ${many(workers, 'worker', 'workers')}`,
    `People:      ${people}`,
    `Operations:  ${operations} under way`,
    `Imports:     ${known.length > 0 ? known.join(', ') : 'none'}`,
    `Last backup: ${backup ?? 'none'}`,
  ].join('\n')
}
