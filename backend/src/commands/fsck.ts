// `nido fsck`: tells what is not as it should be in the buckets, in words or as JSON. It changes nothing unless it is
// told to repair.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { startDatabaseClock } from '../database/clock.ts'
import { type Connection, connectDatabase } from '../database/connection.ts'
import { countReplicas, createChangeCounters } from '../database/change-counters.ts'
import { heldByUploads } from '../features/uploads/held.ts'
import type { Clock } from '../lib/clock.ts'
import { createLog, type Log } from '../lib/log.ts'
import { createInspector, type Finding, type FindingCode, type Report } from '../storage/inspection/index.ts'
import { askIndexes } from '../storage/live/index-answers.ts'
import { complain, print, sentenceOf } from './terminal.ts'

const USAGE = `Usage: nido fsck [--json] [--repair]
  --json    tell it as JSON
  --repair  take away what nobody can miss: uploads in parts that no record knows, tails of uploads,
            left-overs of trials
It may run beside a running Nido. It ends with 0 when all is well, 1 when something was found (and is not
repaired), 2 when it could not look.`

const WORDS: Record<FindingCode, string> = {
  hiddenKeys:
    'a file and a folder at once: what lies in the folder may be in no listing; rename the file, by ' +
    'another tool, to see it',
  markerWithBytes:
    'an object that ends in a slash has bytes, which nobody can open; copy it to another name by another tool',
  strayMultipart: 'an unfinished upload in parts that nobody will go on with',
  strayManifest: 'a list of deleted versions that belongs to no note of the trash; harmless',
  noteWithoutManifest:
    'a note of the trash has lost the list of what it brings back; the versions themselves are those of each file',
  strayScratch: 'the tail of an upload that nobody will go on with',
  strayTrial: 'left over from a trial of the S3 server',
  staleIndex:
    'what a replica shows of this bucket is not what lies in it; the replica looks at everything again ' +
    'within a quarter of an hour, and at once when it is started anew',
}

type Outcome = Pick<Finding, 'code' | 'bucket' | 'key'> & { canRepair: boolean; isRepaired: boolean }

/** Runs with the words after `fsck`. Answers the exit code. */
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
    complain(sentenceOf(error, 'The buckets could not be looked at'))
    return 2
  }
}

async function look({ isJson, mayRepair }: { isJson: boolean; mayRepair: boolean }): Promise<number> {
  const config = loadConfig()
  const database = await connectDatabase(config.MONGO_URL)
  const log = createLog('silent')
  const clock = await startDatabaseClock(database, log)
  const { now } = clock
  const inspector = createInspector({
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
  try {
    const report = await inspector.inspect()
    const outcomes: Outcome[] = []
    for (const { code, bucket, key, repair } of report.findings) {
      if (repair && mayRepair) await repair()
      outcomes.push({
        code,
        bucket,
        key,
        canRepair: repair !== undefined,
        isRepaired: repair !== undefined && mayRepair,
      })
    }
    print(isJson ? JSON.stringify({ ...report, findings: outcomes }, null, 2) : describe(report, outcomes))
    return outcomes.every(({ isRepaired }) => isRepaired) ? 0 : 1
  } finally {
    clock.stop()
    inspector.close()
    await database.close()
  }
}

/** What the indexes of the running replicas hold. */
export const askReplicas = (database: Connection, log: Log, now: Clock) =>
  askIndexes({
    database,
    announce: () => createChangeCounters(database, log, now).announce('indexes'),
    living: () => countReplicas(database, now),
    newId: randomUUID,
    now,
  })

function describe({ remarks, inspected }: Report, outcomes: Outcome[]): string {
  const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`
  const groups = Map.groupBy(outcomes, ({ code }) => code)
  const repairable = outcomes.filter(({ canRepair, isRepaired }) => canRepair && !isRepaired).length
  return [
    `Looked at ${many(inspected.objects, 'object', 'objects')} in ` +
      `${many(inspected.buckets, 'bucket', 'buckets')}, and at ` +
      `${many(inspected.indexes, 'index', 'indexes')} of running replicas.`,
    outcomes.length === 0 ? 'All is well.' : `${many(outcomes.length, 'finding', 'findings')}:`,
    ...[...groups].flatMap(([code, found]) => [
      `  ${WORDS[code]}`,
      ...found.map(
        ({ bucket, key, isRepaired }) =>
          `    ${[bucket, key].filter(Boolean).join('/')}${isRepaired ? '  (repaired)' : ''}`,
      ),
    ]),
    ...(repairable > 0 ? [`${many(repairable, 'of these is', 'of these are')} taken away by --repair.`] : []),
    ...(remarks.impliedFolders > 0
      ? [
          `Good to know: ${many(remarks.impliedFolders, 'folder lasts', 'folders last')} only as long as a ` +
            'file lies in it, since other tools made it, or an upload.',
        ]
      : []),
    ...(remarks.unnotedHistory > 0
      ? [
          `Good to know: ${many(remarks.unnotedHistory, 'old version lies', 'old versions lie')} aside ` +
            'that no note of the trash tells of; it ends by itself.',
        ]
      : []),
    ...(remarks.silentReplicas > 0
      ? [
          `Good to know: ${many(remarks.silentReplicas, 'replica has', 'replicas have')} not told in time ` +
            'what their index holds.',
        ]
      : []),
    ...(remarks.unreachableKeys > 0
      ? [
          `Good to know: ${many(remarks.unreachableKeys, 'object has a name', 'objects have names')} that ` +
            `cannot be a path of Nido's; other tools reach it.`,
        ]
      : []),
  ].join('\n')
}
