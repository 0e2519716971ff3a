// Looks for faults in the buckets of a household, without changing anything.
import { randomUUID } from 'node:crypto'
import { HeadBucketCommand, ListBucketsCommand } from '@aws-sdk/client-s3'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { AppError } from '../../lib/app-error.ts'
import { Journal } from '../journal.ts'
import type { NoteDocument } from '../operations/note-keys.ts'
import { houseBucket } from '../paths.ts'
import { createS3Connections, type S3Connections, type S3Settings } from '../s3-clients.ts'
import { translateS3Error } from '../s3-errors.ts'
import { compareIndexes } from './indexes.ts'
import { findGaps } from './gaps.ts'
import { lookAtOwnThings } from './own-things.ts'
import { lookAtBucket, strayMultiparts } from './people.ts'
import type { Finding, InspectionOptions, Knowledge, Report } from './types.ts'

export interface InspectorOptions {
  s3: S3Settings
  bucketPrefix: string
  database: Connection
  /** What unfinished uploads hold. */
  uploads: Knowledge['uploads']
  /** Who lives where, and to where links lead. */
  people: Knowledge['people']
  /** What the indexes of the replicas hold. */
  indexes: Knowledge['indexes']
  uploadExpiryMs: number
  log: Logger
  now: () => number
}

export interface Inspector {
  /**
   * @throws AppError `unavailable` when S3 or the database does not answer, or the database does not belong to a
   * household
   */
  inspect(): Promise<Report>
  /** @throws AppError when S3 does not answer, or there is no system bucket */
  ping(): Promise<void>
  /** How many operations are under way. */
  pending(): Promise<number>
  close(): void
}

const ONLY_LOOKING = { self: randomUUID(), observe: () => undefined, hearMarks: () => false }

/** Opens only connections: it takes no lease and makes nothing. */
export function createInspector({
  s3,
  bucketPrefix,
  database,
  uploads,
  people,
  indexes,
  uploadExpiryMs,
  log,
  now,
}: InspectorOptions): Inspector {
  const clients = createS3Connections(s3, log)
  const journal = new Journal({ database, now, ...ONLY_LOOKING })
  const knowledge: Knowledge = {
    journal: () => ofDatabase(() => journal.read()),
    notes: () => ofDatabase(() => database.collection<NoteDocument>('trash').find().toArray()),
    uploads: () => ofDatabase(uploads),
    people: () => ofDatabase(people),
    indexes: () => ofDatabase(indexes),
  }
  return {
    inspect: async () => {
      // With the wrong database everything would look like a stray.
      if ((await ofDatabase(() => database.collection('journal').countDocuments())) === 0)
        throw new AppError('unavailable', "the database has no journal: it is no household's, or Nido has never run")
      return inspect({
        clients,
        bucketPrefix,
        systemBucket: houseBucket(bucketPrefix, 'system'),
        knowledge,
        uploadExpiryMs,
        now,
      })
    },
    ping: () => pingBucket(clients, houseBucket(bucketPrefix, 'system')),
    pending: async () => (await knowledge.journal()).ops.length,
    close: () => clients.close(),
  }
}

async function ofDatabase<T>(ask: () => Promise<T>): Promise<T> {
  return ask().catch((cause: unknown) => {
    throw new AppError('unavailable', 'the database does not respond', { cause })
  })
}

const pingBucket = ({ control }: S3Connections, bucket: string): Promise<void> =>
  control.send(new HeadBucketCommand({ Bucket: bucket })).then(
    () => undefined,
    (error: unknown) => {
      throw translateS3Error(error)
    },
  )

async function inspect(options: InspectionOptions): Promise<Report> {
  try {
    const { Buckets = [] } = await options.clients.control.send(new ListBucketsCommand({}))
    const buckets = Buckets.flatMap(({ Name }) => (Name?.startsWith(options.bucketPrefix) ? [Name] : []))
    const own = await lookAtOwnThings(options)
    const report: Report = {
      findings: [...own.findings],
      gaps: await findGaps(options, buckets),
      remarks: { impliedFolders: 0, unreachableKeys: 0, silentReplicas: 0, ...own.remarks },
      inspected: { buckets: buckets.length, objects: own.objects, indexes: 0 },
    }
    for (const bucket of buckets) {
      report.findings.push(...(await strayMultiparts(options, bucket, own.multiparts)))
      if (bucket === options.systemBucket) continue
      const look = await lookAtBucket(options, bucket)
      report.findings.push(...look.findings)
      report.inspected.objects += look.objects
      report.remarks.impliedFolders += look.remarks.impliedFolders
      report.remarks.unreachableKeys += look.remarks.unreachableKeys
    }
    // Listings tell of one of the two that share a hiding name, and events of the other.
    const hiding = new Set(report.findings.flatMap(({ code, bucket }) => (code === 'hiddenKeys' ? [bucket] : [])))
    const { findings, indexes, silent } = await compareIndexes(
      options,
      buckets.filter((bucket) => bucket !== options.systemBucket && !hiding.has(bucket)),
    )
    report.findings.push(...findings)
    report.inspected.indexes = indexes
    report.remarks.silentReplicas = silent
    return { ...report, findings: eachOnce(report.findings) }
  } catch (error) {
    throw translateS3Error(error)
  }
}

/** A hiding name may be found twice. Two uploads to one key are two findings. */
function eachOnce(findings: Finding[]): Finding[] {
  const known = new Map(findings.map((finding) => [`${finding.code} ${finding.bucket}/${finding.key}`, finding]))
  return findings.filter(
    (finding) =>
      finding.repair !== undefined || known.get(`${finding.code} ${finding.bucket}/${finding.key}`) === finding,
  )
}

export type { Finding, FindingCode, Report } from './types.ts'
