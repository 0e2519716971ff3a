// The storage without the API, for tests of what no route can show.
import type { Connection } from 'mongoose'
import { pino } from 'pino'
import { DatabaseLeases } from '../../backend/src/database/leases.ts'
import { createStorage, type StorageOptions } from '../../backend/src/storage/index.ts'
import type { Storage } from '../../backend/src/storage/types.ts'
import type { Servers } from './servers.ts'

export interface OpenedStorage extends Partial<StorageOptions> {
  bucketPrefix: string
  database: Connection
}

/** A replica of the storage that is not started yet. It keeps deleted files for 30 days and logs nothing. */
export const openStorage = (servers: Servers, options: OpenedStorage): Promise<Storage> =>
  createStorage({
    s3: { endpoint: servers.s3Endpoint, region: 'us-east-1', ...servers.keys },
    retentionDays: 30,
    leases: new DatabaseLeases(options.database),
    log: pino({ level: 'silent' }),
    observeJournal: () => undefined,
    ...options,
  })
