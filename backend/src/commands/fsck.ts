// `nido fsck`: checks the buckets and reports problems, as text or JSON. It changes nothing without `--repair`.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '../config.ts'
import { startDatabaseClock } from '../database/clock.ts'
import { type Connection, connectDatabase } from '../database/connection.ts'
import { ChangeCounters, countReplicas } from '../database/change-counters.ts'
import { heldByUploads } from '../features/uploads/held.ts'
import type { Clock } from '../lib/clock.ts'
import { createLog, type Log } from '../lib/log.ts'
import { createInspector, type Finding, type FindingCode, type Report } from '../storage/inspection/index.ts'
import { askIndexes } from '../storage/live/index-answers.ts'
import { complain, print, sentenceOf } from './terminal.ts'

const USAGE = `Usage: nido fsck [--json] [--repair]
  --json    print the report as JSON
  --repair  delete what nobody needs: multipart uploads without a record, tails of uploads, leftovers
            of trials
It can run while Nido runs. Exit code: 0 no problems, 1 problems found (and not repaired), 2 the check failed.`

const WORDS: Record<FindingCode, string> = {
  hiddenKeys:
    'a file and a folder have the same name, so listings may not show what is in the folder; ' +
    'rename the file with another tool',
  markerWithBytes:
    'an object whose name ends in a slash has content, which cannot be opened; copy it to another name with ' +
    'another tool',
  strayMultipart: 'an abandoned multipart upload',
  strayManifest: 'a list of deleted versions without a trash note; harmless',
  noteWithoutManifest:
    'a trash note has lost its list of versions; the versions themselves are still there, file by file',
  strayScratch: 'the tail of an abandoned upload',
  strayTrial: 'a leftover of a trial of the S3 server',
  staleIndex:
    'a replica shows something else than this bucket holds; it checks everything again within a quarter of an ' +
    'hour, or when it is restarted',
}

type Outcome = Pick<Finding, 'code' | 'bucket' | 'key'> & { canRepair: boolean; isRepaired: boolean }

/** Runs the command with the arguments after `fsck`. Returns the exit code. */
export async function fsck(words: string[]): Promise<number> {
  let asked: { json?: boolean; repair?: boolean; help?: boolean }
  try {
    asked = parseArgs({
      args: words,
      options: { json: { type: 'boolean' }, repair: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    complain(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    return 2
  }
  if (asked.help) {
    print(USAGE)
    return 0
  }
  try {
    return await look({ isJson: asked.json === true, mayRepair: asked.repair === true })
  } catch (error) {
    complain(sentenceOf(error, 'The buckets could not be checked'))
    return 2
  }
}

async function look({ isJson, mayRepair }: { isJson: boolean; mayRepair: boolean }): Promise<number> {
  const config = loadConfig()
  const database = await connectDatabase(config.MONGO_URL)
  const log = createLog('silent')
  const clock = await startDatabaseClock(database, log)
  const inspector = inspectorOf(config, database, { log, now: clock.now })
  try {
    const report = await inspector.inspect()
    const outcomes: Outcome[] = []
    for (const { code, bucket, key, repair } of report.findings) {
      const canRepair = repair !== undefined
      if (canRepair && mayRepair) await repair()
      outcomes.push({ code, bucket, key, canRepair, isRepaired: canRepair && mayRepair })
    }
    print(isJson ? JSON.stringify({ ...report, findings: outcomes }, null, 2) : describe(report, outcomes))
    return outcomes.every(({ isRepaired }) => isRepaired) ? 0 : 1
  } finally {
    clock.stop()
    inspector.close()
    await database.close()
  }
}

function inspectorOf(config: Config, database: Connection, { log, now }: { log: Log; now: Clock }) {
  return createInspector({
    s3: {
      endpoint: config.S3_ENDPOINT,
      region: config.S3_REGION,
      accessKey: config.S3_ACCESS_KEY,
      secretKey: config.S3_SECRET_KEY,
    },
    bucketPrefix: config.BUCKET_PREFIX,
    database,
    uploads: () => heldByUploads(database, now),
    indexes: () => askReplicas(database, log, now),
    uploadExpiryMs: config.UPLOAD_EXPIRY,
    log,
    now,
  })
}

/** Asks the running replicas what their indexes hold. */
export const askReplicas = (database: Connection, log: Log, now: Clock) =>
  askIndexes({
    database,
    announce: () => new ChangeCounters(database, log, now).announce('indexes'),
    living: () => countReplicas(database, now),
    newId: randomUUID,
    now,
  })

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

function describe({ remarks, inspected }: Report, outcomes: Outcome[]): string {
  const groups = Map.groupBy(outcomes, ({ code }) => code)
  const repairable = outcomes.filter(({ canRepair, isRepaired }) => canRepair && !isRepaired).length
  return [
    `Checked ${many(inspected.objects, 'object', 'objects')} in ` +
      `${many(inspected.buckets, 'bucket', 'buckets')}, and ` +
      `${many(inspected.indexes, 'index', 'indexes')} of running replicas.`,
    outcomes.length === 0 ? 'No problems found.' : `${many(outcomes.length, 'problem', 'problems')}:`,
    ...[...groups].flatMap(([code, found]) => [
      `  ${WORDS[code]}`,
      ...found.map(
        ({ bucket, key, isRepaired }) =>
          `    ${[bucket, key].filter(Boolean).join('/')}${isRepaired ? '  (repaired)' : ''}`,
      ),
    ]),
    ...(repairable > 0 ? [`--repair can delete ${repairable} of these.`] : []),
    ...notesOn(remarks),
  ].join('\n')
}

/** What is no problem, but good to know. */
function notesOn({ impliedFolders, unnotedHistory, silentReplicas, unreachableKeys }: Report['remarks']): string[] {
  const notes: [number, string][] = [
    [
      impliedFolders,
      `${many(impliedFolders, 'folder exists', 'folders exist')} only as long as a file is inside, because another ` +
        'tool or an upload created it.',
    ],
    [
      unnotedHistory,
      `${many(unnotedHistory, 'older version is', 'older versions are')} set aside without a trash note; Nido ` +
        'deletes them later.',
    ],
    [silentReplicas, `${many(silentReplicas, 'replica', 'replicas')} did not report the content of the index in time.`],
    [
      unreachableKeys,
      `${many(unreachableKeys, 'object has a name', 'objects have names')} that Nido cannot use as a path; only ` +
        'other tools can reach them.',
    ],
  ]
  return notes.flatMap(([count, text]) => (count > 0 ? [`Note: ${text}`] : []))
}
