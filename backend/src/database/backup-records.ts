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
