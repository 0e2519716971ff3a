// `nido restore`: makes a household of a backup, where there is none or beside another one.
import { endRestore, isHalfRestored, markRestore } from '../database/backup-records.ts'
import { countProcesses } from '../database/versions.ts'
import { isFresh, loadHousehold, type Rename } from '../database/household-dump.ts'
import { s3SettingsOf } from '../building/storage.ts'
import {
  databaseName,
  findBackup,
  journalAfterRestore,
  type Moment,
  needed,
  placeAfterRestore,
  putFilesBack,
} from '../storage/backup/index.ts'
import { withTarget } from './backup.ts'
import { type DatabaseAccess, defineCommand, withDatabase } from './command.ts'
import { many } from './fsck.ts'
import { print } from './terminal.ts'

const USAGE = `Usage: nido restore [--snapshot ID] [--database-of ID] [--verify] [--continue] [--json]
  --snapshot     the backup; the newest one if left out
  --database-of  take people, settings and links from another backup than the files
  --verify       read everything back in the end and compare the hashes
  --continue     go on with a restore that was interrupted
  --json         print the result as JSON
Puts a backup into the buckets of BUCKET_PREFIX and the database of MONGO_URL, which must be empty or those of a Nido
that was just installed and is stopped. To restore beside a household that runs, choose others. Where from: as
\`nido backup\`. Everybody has
to sign in again; the trash and older versions of files are in no backup.
Exit code: 0 done, 1 --verify found differences, 2 the household is not whole.`

export const restore = defineCommand({
  about: 'makes a household of a backup',
  usage: USAGE,
  options: {
    snapshot: { type: 'string' },
    'database-of': { type: 'string' },
    verify: { type: 'boolean' },
    continue: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  failure: 'The household is not restored',
  run: (values) => withDatabase((access) => bringBack(access, values)),
})

interface Wishes {
  snapshot?: string
  'database-of'?: string
  verify?: boolean
  continue?: boolean
  json?: boolean
}

const bringBack = (access: DatabaseAccess, wishes: Wishes): Promise<number> =>
  withTarget(access, async (target) => {
    const { config, database, log } = access
    const { moment } = await findBackup(target, wishes.snapshot)
    const other = wishes['database-of']
    const { moment: booksMoment } = other === undefined ? { moment } : await findBackup(target, other)
    const dump = await needed(target, databaseName(booksMoment.id))
    await checkFree(access, wishes.continue === true)
    const files = await putFilesBack({
      s3: s3SettingsOf(config),
      bucketPrefix: config.BUCKET_PREFIX,
      target,
      moment,
      mayContinue: wishes.continue === true,
      begin: () => markRestore(database),
      isVerified: wishes.verify === true,
      log,
    })
    // The database comes last, and the journal at its end: without it, this is no household to `nido fsck`.
    const documents = await loadHousehold(database, dump, renaming(booksMoment, config.BUCKET_PREFIX))
    const { _id, ...journal } = journalAfterRestore(booksMoment)
    await database.collection<{ _id: string }>('journal').replaceOne({ _id }, journal as never, { upsert: true })
    await endRestore(database)
    const { objects, bytes, wrong } = files
    const told = { id: moment.id, database: booksMoment.id, objects, bytes, documents, wrong }
    print(wishes.json ? JSON.stringify(told, null, 2) : describe(told, wishes.verify === true))
    return wrong.length > 0 ? 1 : 0
  })

/** @throws Error if something would be lost, or somebody is at work there */
async function checkFree({ database, now }: DatabaseAccess, mayContinue: boolean): Promise<void> {
  const { replicas, workers } = await countProcesses(database, now)
  if (replicas + workers > 0) throw new Error('a Nido runs on this database: stop it first')
  const isHalf = await isHalfRestored(database)
  if (isHalf && !mayContinue) throw new Error('a restore was interrupted here: go on with it by --continue')
  if (mayContinue && !isHalf) throw new Error('no restore was interrupted here')
  if (!isHalf && !(await isFresh(database))) throw new Error('the database has people already: name another MONGO_URL')
}

/** Gives places the names that they have in this household. */
function renaming(moment: Moment, bucketPrefix: string): Rename {
  const renamed = <T>(kept: T): T => {
    const { place, rev = 0 } = kept as { place?: unknown; rev?: number }
    return typeof place === 'string'
      ? { ...kept, place: placeAfterRestore(moment, bucketPrefix, { place, rev }) }
      : kept
  }
  return (collection, document) => {
    if (collection === 'shares') return renamed(document)
    if (collection === 'places') return { ...document, places: (document['places'] as unknown[]).map(renamed) }
    const { home } = document as { home?: unknown }
    // A value that begins so is no place (UserDocument).
    if (collection !== 'users' || typeof home !== 'string' || home.startsWith('=')) return document
    return { ...document, home: placeAfterRestore(moment, bucketPrefix, { place: home, rev: Infinity }) }
  }
}

interface Told {
  id: string
  database: string
  objects: number
  bytes: number
  documents: number
  wrong: string[]
}

const describe = ({ id, database, objects, bytes, documents, wrong }: Told, isVerified: boolean): string =>
  [
    `Restored ${many(objects, 'object', 'objects')}, ${bytes} bytes, of ${id}, and ` +
      `${many(documents, 'document', 'documents')} of ${database}.`,
    ...wrong.map((name) => `  ${name} is not as it was backed up`),
    ...(isVerified && wrong.length === 0 ? ['All files are as they were backed up.'] : []),
  ].join('\n')
