// `nido backup`: copies a household to another S3 server or into a folder, while it is at work.
import type { Config } from '../config.ts'
import { noteBackup } from '../database/backup-records.ts'
import { dumpHousehold } from '../database/household-dump.ts'
import { DatabaseLeases, type Lease } from '../database/leases.ts'
import { s3SettingsOf } from '../building/storage.ts'
import {
  type BackupTarget,
  backUp,
  type CheckReport,
  checkBackup,
  findBackup,
  listBackups,
  openTarget,
  type Removed,
  removeOldBackups,
  type RetentionOptions,
  type Summary,
  type TargetPlace,
} from '../storage/backup/index.ts'
import { type DatabaseAccess, defineCommand, Misuse, withDatabase } from './command.ts'
import { many } from './fsck.ts'
import { complain, print, sentenceOf } from './terminal.ts'

const USAGE = `Usage: nido backup [--keep N] [--json]
       nido backup --list [--json]
       nido backup --check [--snapshot ID] [--json]
  --keep      keep the newest N backups, this one among them, and delete older ones; else as BACKUP_KEEP says
  --list      print the backups that are there
  --check     read all bytes of a backup, the newest or the one named, and compare them with their hashes
  --snapshot  the id of a backup
  --json      print the result as JSON
Copies all files, as they are at one moment, and the people with their settings and links. Where to: BACKUP_FOLDER, or
BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY and BACKUP_S3_BUCKET. Nido may be at work; changes wait
for ten seconds at most. What an earlier backup has, even an interrupted one, is not copied again.
Exit code: 0 done, 1 --check found damage, or older backups could not be deleted, 2 there is no whole backup.`

export const backup = defineCommand({
  about: 'copies the household to another S3 server or into a folder',
  usage: USAGE,
  options: {
    keep: { type: 'string' },
    list: { type: 'boolean' },
    check: { type: 'boolean' },
    snapshot: { type: 'string' },
    json: { type: 'boolean' },
  },
  failure: 'The backup was not made',
  run: ({ keep, list, check, snapshot, json = false }) => {
    if (list && check) throw new Misuse('--list and --check exclude each other')
    if (snapshot !== undefined && !check) throw new Misuse('--snapshot goes with --check')
    if (keep !== undefined && (list || check || !/^[1-9]\d{0,4}$/.test(keep)))
      throw new Misuse('--keep takes a number from 1 on, and goes with nothing but --json')
    return withDatabase(async (access) =>
      withTarget(access, (target) => {
        if (list) return tellAll(target, json)
        if (check) return look(target, { snapshot, json })
        return take(access, target, { json, keep: Number(keep ?? access.config.BACKUP_KEEP) })
      }),
    )
  },
})

/** Does some work with the target that the settings name. @throws Misuse if they name none, or the household itself */
export async function withTarget<T>(
  { config, log }: Pick<DatabaseAccess, 'config' | 'log'>,
  work: (target: BackupTarget) => Promise<T>,
): Promise<T> {
  const target = await openTarget(placeOf(config), log)
  try {
    return await work(target)
  } finally {
    target.close()
  }
}

function placeOf(config: Config): TargetPlace {
  const { BACKUP_FOLDER: folder, BACKUP_S3_BUCKET: bucket, BACKUP_S3_ENDPOINT: endpoint } = config
  if ((folder === '') === (bucket === '')) throw new Misuse('set either BACKUP_FOLDER or BACKUP_S3_BUCKET')
  if (folder !== '') return { folder }
  if (bucket.startsWith(config.BUCKET_PREFIX))
    throw new Misuse(`BACKUP_S3_BUCKET must not begin with ${config.BUCKET_PREFIX}, as the household's own buckets do`)
  const own = s3SettingsOf(config)
  return {
    bucket,
    s3: {
      endpoint: endpoint || own.endpoint,
      region: config.BACKUP_S3_REGION,
      accessKey: config.BACKUP_S3_ACCESS_KEY || own.accessKey,
      secretKey: config.BACKUP_S3_SECRET_KEY || own.secretKey,
    },
  }
}

const LEASE = 'backup'
const LEASE_MS = 20_000
const RENEW_MS = 5_000

async function take(
  { config, database, log, now }: DatabaseAccess,
  target: BackupTarget,
  { json, keep }: { json: boolean; keep: number },
): Promise<number> {
  const leases = new DatabaseLeases(database, now)
  const lease = await leases.tryAcquire(LEASE, LEASE_MS)
  if (!lease) throw new Error('another backup of this household runs')
  const renewing = renew(lease)
  try {
    const storage = {
      s3: s3SettingsOf(config),
      bucketPrefix: config.BUCKET_PREFIX,
      retentionDays: 0,
      database,
      leases,
      log,
      now,
      observeJournal: () => undefined,
    }
    const summary = await backUp(storage, {
      target,
      dumpDatabase: () => dumpHousehold(database),
      tell: (objects) => complain(`${objects} objects so far`),
    })
    const { at, objects, bytes } = summary
    await noteBackup(database, { at, ended: now(), objects, bytes })
    const removed = keep === 0 ? NONE : await removeOld(target, { keep, isAlone: () => lease.isHeld() })
    print(json ? JSON.stringify({ ...shown(summary), removed }) : `${describe(summary)}${describeRemoved(removed)}`)
    return removed ? 0 : 1
  } finally {
    clearInterval(renewing)
    await lease.release()
  }
}

const NONE: Removed = { backups: 0, contents: 0 }

/** Null if it failed: the new backup is whole all the same, and the next one goes on with it. */
const removeOld = (target: BackupTarget, options: RetentionOptions): Promise<Removed | null> =>
  removeOldBackups(target, options).catch((error: unknown) => {
    complain(sentenceOf(error, 'Older backups could not be deleted'))
    return null
  })

const renew = (lease: Lease): NodeJS.Timeout =>
  setInterval(() => void lease.renew(LEASE_MS).catch(() => false), RENEW_MS)

async function tellAll(target: BackupTarget, json: boolean): Promise<number> {
  const all = await listBackups(target)
  if (json) print(JSON.stringify(all.map(shown), null, 2))
  else print(all.length > 0 ? all.map(describe).join('\n') : 'There is no backup here.')
  return 0
}

async function look(
  target: BackupTarget,
  { snapshot, json }: { snapshot: string | undefined; json: boolean },
): Promise<number> {
  const { moment } = await findBackup(target, snapshot)
  const report = await checkBackup(target, moment)
  print(json ? JSON.stringify(report, null, 2) : describeCheck(report))
  return report.damaged.length > 0 ? 1 : 0
}

const shown = ({ at, ...summary }: Summary) => ({ ...summary, at: new Date(at).toISOString() })

const describe = ({ id, objects, bytes, copiedBytes, gone, heldMs }: Summary): string =>
  `${id}: ${many(objects, 'object', 'objects')}, ${bytes} bytes, of which ${copiedBytes} were new; ` +
  `changes waited for ${(heldMs / 1000).toFixed(1)} s` +
  (gone > 0 ? `; ${many(gone, 'file was', 'files were')} deleted for good meanwhile` : '')

const describeRemoved = (removed: Removed | null): string =>
  removed && removed.backups + removed.contents > 0
    ? `\nDeleted ${many(removed.backups, 'older backup', 'older backups')} and ` +
      `${many(removed.contents, 'content', 'contents')} that no other one has.`
    : ''

const describeCheck = ({ id, objects, bytes, damaged }: CheckReport): string =>
  [
    `${id}: compared ${many(objects, 'object', 'objects')}, ${bytes} bytes.`,
    ...damaged.map(({ bucket, key, why }) => `  ${bucket}/${key} is ${why}`),
    damaged.length > 0 ? 'The backup is damaged.' : 'All are as they were backed up.',
  ].join('\n')
