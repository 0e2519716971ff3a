// The connection to the database. Only what real MongoDB and FerretDB 1.24 both have is used: no transactions, no
// change streams, no TTL indexes, no update pipelines. Documents have string ids (FerretDB scans for any other), and
// collections stay at some hundreds.
import mongoose, { type Connection } from 'mongoose'
import { wakeDrainWaitersOnClose } from './dead-sockets.ts'

export type { Connection } from 'mongoose'

/** How long an answer of the database is waited for before a request is told to try again. */
const SERVER_SELECTION_MS = 5_000

/**
 * Connects, and waits until the database answers.
 * @throws the driver's error when it does not answer within five seconds
 */
export async function connectDatabase(url: string): Promise<Connection> {
  wakeDrainWaitersOnClose()
  const hasName = /^[^/]+\/\/[^/]+\/[^?]/.test(url)
  return mongoose
    .createConnection(url, {
      ...(hasName ? {} : { dbName: 'nido' }),
      // What was acknowledged survives the loss of a node, and is what every replica reads.
      writeConcern: { w: 'majority' },
      readConcern: { level: 'majority' },
      readPreference: 'primary',
      serverSelectionTimeoutMS: SERVER_SELECTION_MS,
      connectTimeoutMS: SERVER_SELECTION_MS,
      socketTimeoutMS: 30_000,
      maxPoolSize: 20,
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
    })
    .asPromise()
}

/**
 * Which server it is and its version; an embedded FerretDB does not know its own.
 * @throws the driver's error when the database does not answer
 */
export async function databaseVersion(connection: Connection): Promise<string> {
  const told = await connection.db?.command({ buildInfo: 1 })
  const { version, ferretdbVersion } = (told ?? {}) as { version?: unknown; ferretdbVersion?: unknown }
  if (typeof ferretdbVersion !== 'string') return `MongoDB ${String(version)}`
  return /\d/.test(ferretdbVersion) ? `FerretDB ${ferretdbVersion}` : 'FerretDB'
}

/** @throws the driver's error when the database does not answer */
export async function pingDatabase(connection: Connection): Promise<void> {
  await connection.db?.command({ ping: 1 })
  if (!connection.db) throw new Error('the database is not connected')
}
