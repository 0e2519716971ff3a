// When backups of this household ended, for the metrics and `nido status`.
import type { Connection } from './connection.ts'

/** The last backup that ended well. Times in milliseconds since 1970. */
export interface BackupRecord {
  /** The moment that it holds. */
  at: number
  ended: number
  objects: number
  bytes: number
}

const LAST = 'last'
const records = (database: Connection) => database.collection<BackupRecord & { _id: string }>('backups')

/** Null before the first one. */
export async function lastBackup(database: Connection): Promise<BackupRecord | null> {
  return records(database).findOne({ _id: LAST })
}

export async function noteBackup(database: Connection, record: BackupRecord): Promise<void> {
  await records(database).updateOne({ _id: LAST }, { $set: record }, { upsert: true })
}

const RESTORE = 'restore'

/** Says that a restore has begun, until it is over: what it leaves behind is neither empty nor whole. */
export const markRestore = (database: Connection): Promise<unknown> =>
  database
    .collection<{ _id: string }>('backups')
    .updateOne({ _id: RESTORE }, { $set: { begun: true } }, { upsert: true })

export const endRestore = (database: Connection): Promise<unknown> =>
  database.collection<{ _id: string }>('backups').deleteOne({ _id: RESTORE })

/** Whether a restore into this database was interrupted. */
export const isHalfRestored = async (database: Connection): Promise<boolean> =>
  (await database.collection<{ _id: string }>('backups').findOne({ _id: RESTORE })) !== null
