// Backups of a household's files, and how they come back. README.md tells how they lie at their target.
import type { Logger } from 'pino'
import { Buckets } from '../buckets.ts'
import { tryCapabilities } from '../capabilities.ts'
import { packBody } from '../journal-body.ts'
import { openCore } from '../open-core.ts'
import type { StorageOptions } from '../options.ts'
import { houseBucket } from '../paths.ts'
import { whereNow } from '../pointers.ts'
import { createS3Connections, type S3Settings } from '../s3-clients.ts'
import { translating } from '../s3-errors.ts'
import type { Moment, Summary } from './format.ts'
import { folderTarget } from './folder-target.ts'
import { bucketInUse, type RestoredFiles, restoreFiles, verifyFiles } from './restore.ts'
import { s3Target } from './s3-target.ts'
import { takeBackup, type TakeOptions } from './take.ts'
import type { BackupTarget } from './target.ts'

export { databaseName, type Moment, type Summary } from './format.ts'
export { type CheckReport, checkBackup, findBackup, listBackups } from './reading.ts'
export { type Removed, removeOldBackups, type RetentionOptions } from './retention.ts'
export { needed } from './take.ts'
export type { BackupTarget } from './target.ts'

/** A folder, or a bucket. */
export type TargetPlace = { folder: string } | { s3: S3Settings; bucket: string }

/** @throws AppError when an S3 server does not answer */
export const openTarget = async (where: TargetPlace, log: Logger): Promise<BackupTarget> =>
  'folder' in where ? folderTarget(where.folder) : s3Target(where.s3, where.bucket, log)

/**
 * Backs a household up while it is at work.
 * @throws what S3, the database or the target says
 */
export async function backUp(
  storage: StorageOptions,
  options: Pick<TakeOptions, 'target' | 'dumpDatabase' | 'tell'>,
): Promise<Summary> {
  const { core } = await openCore(storage)
  try {
    await core.leases.start()
    const buckets = bucketsOf(storage, core)
    return await takeBackup({ ...options, core, bucketPrefix: storage.bucketPrefix, buckets: () => buckets.list() })
  } finally {
    await core.leases.stop()
    core.clients.close()
  }
}

const bucketsOf = (
  { bucketPrefix, retentionDays }: Pick<StorageOptions, 'bucketPrefix' | 'retentionDays'>,
  { clients, systemBucket }: Pick<Awaited<ReturnType<typeof openCore>>['core'], 'clients' | 'systemBucket'>,
): Buckets =>
  new Buckets({
    client: clients.control,
    capabilities: clients.capabilities,
    prefix: bucketPrefix,
    systemBucket,
    retentionDays,
  })

interface FilesOptions {
  s3: S3Settings
  bucketPrefix: string
  target: BackupTarget
  moment: Moment
  /** Whether buckets may hold what an interrupted restore has put there. */
  mayContinue: boolean
  /** Called once nothing stands in the way, before anything is put. */
  begin(): Promise<unknown>
  /** Whether everything is read back in the end. */
  isVerified: boolean
  log: Logger
}

/**
 * Puts the files of a backup into the buckets of a household that has none yet. Answers also the names of files that
 * are not as they were.
 * @throws Error when there is something in a bucket, or the backup is damaged
 */
export async function putFilesBack(options: FilesOptions): Promise<RestoredFiles & { wrong: string[] }> {
  const { s3, bucketPrefix, log, target, moment } = options
  const systemBucket = houseBucket(bucketPrefix, 'system')
  const connections = createS3Connections(s3, log)
  try {
    return await translating(async () => {
      const versionedBucket = houseBucket(bucketPrefix, 'home')
      const capabilities = await tryCapabilities({ clients: connections, systemBucket, versionedBucket, log })
      const clients = { ...connections, capabilities }
      const buckets = bucketsOf({ bucketPrefix, retentionDays: 0 }, { clients, systemBucket })
      const room = { clients, buckets, bucketPrefix, target, moment }
      const inUse = options.mayContinue ? null : await bucketInUse(room)
      if (inUse !== null) throw new Error(`the bucket ${inUse} is not empty: choose another BUCKET_PREFIX`)
      await options.begin()
      const files = await restoreFiles(room)
      return { ...files, wrong: options.isVerified ? await verifyFiles(room) : [] }
    })
  } finally {
    connections.close()
  }
}

/** The journal of a restored household: nothing is under way, and revisions that are kept elsewhere stay right. */
export const journalAfterRestore = ({ journal: { rev, floor } }: Moment) => ({
  _id: 'journal',
  rev,
  floor,
  body: packBody({ ops: [], closed: [] }),
})

/** Where a place (a text of `pathText`, right at a revision) is once its backup is restored. */
export function placeAfterRestore(
  { journal, bucketPrefix: before }: Moment,
  bucketPrefix: string,
  { place, rev }: { place: string; rev: number },
): string {
  const now = whereNow(journal, place, rev) ?? place
  return now.startsWith(before) ? bucketPrefix + now.slice(before.length) : now
}
