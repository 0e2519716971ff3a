// `nido fsck`: checks the buckets and reports problems, as text or JSON. It changes nothing without `--repair`.
import { randomUUID } from 'node:crypto'
import { s3SettingsOf } from '../building/storage.ts'
import type { Connection } from '../database/connection.ts'
import { ChangeCounters } from '../database/change-counters.ts'
import { countProcesses } from '../database/versions.ts'
import type { Config } from '../config.ts'
import { shareModel } from '../features/shares/model.ts'
import { userModel } from '../features/users/model.ts'
import { heldByUploads } from '../features/uploads/held.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { houseBucket, placeOfScope } from '../storage/paths.ts'
import { createInspector, type Finding, type FindingCode, type Report } from '../storage/inspection/index.ts'
import { askIndexes } from '../storage/live/index-answers.ts'
import { type DatabaseAccess, defineCommand, withDatabase } from './command.ts'
import { print } from './terminal.ts'

const USAGE = `Usage: nido fsck [--json] [--repair]
  --json    print the report as JSON
  --repair  delete what nobody needs: multipart uploads without a record, tails of uploads, leftovers
            of trials
It can run while Nido runs. Exit code: 0 no problems, 1 problems found (and not repaired), 2 the check failed.`

export const WORDS: Record<FindingCode, string> = {
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

export type FsckOutcome = Pick<Finding, 'code' | 'bucket' | 'key'> & { canRepair: boolean; isRepaired: boolean }

export const fsck = defineCommand({
  about: 'checks the buckets for problems',
  usage: USAGE,
  options: { json: { type: 'boolean' }, repair: { type: 'boolean' } },
  failure: 'The buckets could not be checked',
  run: ({ json = false, repair = false }) => look({ isJson: json, mayRepair: repair }),
})

async function look({ isJson, mayRepair }: { isJson: boolean; mayRepair: boolean }): Promise<number> {
  const { report, outcomes } = await inspectBuckets(mayRepair)
  print(isJson ? JSON.stringify({ ...report, findings: outcomes }, null, 2) : describe(report, outcomes))
  return outcomes.every(({ isRepaired }) => isRepaired) ? 0 : 1
}

/** Looks at the buckets, and repairs what can be repaired without loss if that is wanted. */
export const inspectBuckets = (mayRepair: boolean): Promise<{ report: Report; outcomes: FsckOutcome[] }> =>
  withDatabase(async (access) => {
    const inspector = inspectorOf(access)
    try {
      const report = await inspector.inspect()
      const outcomes: FsckOutcome[] = []
      for (const { code, bucket, key, repair } of report.findings) {
        const canRepair = repair !== undefined
        if (canRepair && mayRepair) await repair()
        outcomes.push({ code, bucket, key, canRepair, isRepaired: canRepair && mayRepair })
      }
      return { report, outcomes }
    } finally {
      inspector.close()
    }
  })

export function inspectorOf({ config, database, log, now }: DatabaseAccess) {
  return createInspector({
    s3: s3SettingsOf(config),
    bucketPrefix: config.BUCKET_PREFIX,
    database,
    uploads: () => heldByUploads(database, now),
    people: () => knownPeople(config, database),
    indexes: () => askReplicas(database, log, now),
    uploadExpiryMs: config.UPLOAD_EXPIRY,
    log,
    now,
  })
}

/** Who lives in which bucket, and to where links lead. */
export async function knownPeople(
  { BUCKET_PREFIX: prefix }: Pick<Config, 'BUCKET_PREFIX'>,
  database: Connection,
): Promise<{ buckets: ReadonlySet<string>; links: { link: string; place: string }[] }> {
  const people = await userModel(database).find({}, { scope: 1 }).lean()
  const links = await shareModel(database).find({}, { place: 1 }).lean()
  const buckets = people.map(({ scope }) => placeOfScope(prefix, scope).bucket)
  return {
    buckets: new Set([houseBucket(prefix, 'home'), houseBucket(prefix, 'shared'), ...buckets]),
    // The whole hash would open the link.
    links: links.map(({ _id, place }) => ({ link: _id.slice(0, 6), place })),
  }
}

/** Asks the running replicas what their indexes hold. */
export const askReplicas = (database: Connection, log: Log, now: Clock) =>
  askIndexes({
    database,
    announce: () => new ChangeCounters(database, log, { now }).announce('indexes'),
    living: async () => (await countProcesses(database, now)).replicas,
    newId: randomUUID,
    now,
  })

export const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

function describe({ remarks, gaps, inspected }: Report, outcomes: FsckOutcome[]): string {
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
    ...gapsIn(gaps),
  ].join('\n')
}

/** What database and buckets know differently. */
const gapsIn = ({ lostLinks, nobodysBuckets }: Report['gaps']): string[] => [
  ...lostLinks.map(({ link, place }) => `Note: the link ${link}… leads to ${place}, where nothing is.`),
  ...nobodysBuckets.map((bucket) => `Note: nobody lives in the bucket ${bucket}; its files are kept.`),
]

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
