// The connection to the database. It only uses what both real MongoDB and FerretDB 1.24 support: no transactions,
// change streams, TTL indexes or update pipelines. Documents have string ids (FerretDB scans for others), and
// collections stay at some hundred documents.
import mongoose, { type Connection } from 'mongoose'
import { wakeDrainWaitersOnClose } from './dead-sockets.ts'

export type { Connection } from 'mongoose'

/** How long to wait for an answer of the database before a request is told to try again. */
const SERVER_SELECTION_MS = 5_000
/**
 * How often the driver looks whether a pool of connections has fewer or older ones than it should; Nido sets no such
 * limits. By default it looks ten times a second, which took much of the processor time of an idle process.
 */
const POOL_LOOK_MS = 10_000

/** Called for each command: its name, whether it failed, and how long it took. */
export type ObserveCommand = (command: string, hasFailed: boolean, seconds: number) => void

/**
 * Connects, and waits until the database responds.
 * @throws the driver's error if it does not respond within five seconds
 */
export async function connectDatabase(url: string, observe?: ObserveCommand): Promise<Connection> {
  wakeDrainWaitersOnClose()
  const client = clientFor(url, observe !== undefined)
  if (observe) {
    client.on('commandSucceeded', ({ commandName, duration }) => observe(commandName, false, duration / 1000))
    client.on('commandFailed', ({ commandName, duration }) => observe(commandName, true, duration / 1000))
  }
  await client.connect()
  const connection = mongoose.createConnection()
  Object.assign(connection.config, { autoIndex: false, autoCreate: false, bufferCommands: false })
  return connection.setClient(client)
}

function clientFor(url: string, monitorCommands: boolean) {
  const hasName = /^[^/]+\/\/[^/]+\/[^?]/.test(url)
  const client = new mongoose.mongo.MongoClient(url, {
    ...(hasName ? {} : { dbName: 'nido' }),
    // Acknowledged writes survive the loss of a node, and every replica reads them.
    writeConcern: { w: 'majority' },
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    connectTimeoutMS: SERVER_SELECTION_MS,
    socketTimeoutMS: 30_000,
    maxPoolSize: 20,
    monitorCommands,
  })
  // The pools read it, but it is not among the options that may be passed.
  Object.assign(client.options, { minPoolSizeCheckFrequencyMS: POOL_LOOK_MS })
  return client
}

/**
 * The server's kind and version; an embedded FerretDB does not know its own.
 * @throws the driver's error if the database does not respond
 */
export async function databaseVersion(connection: Connection): Promise<string> {
  const told = await connection.db?.command({ buildInfo: 1 })
  const { version, ferretdbVersion } = (told ?? {}) as { version?: unknown; ferretdbVersion?: unknown }
  if (typeof ferretdbVersion !== 'string') return `MongoDB ${String(version)}`
  return /\d/.test(ferretdbVersion) ? `FerretDB ${ferretdbVersion}` : 'FerretDB'
}

/** @throws the driver's error if the database does not respond */
export async function pingDatabase(connection: Connection): Promise<void> {
  await connection.db?.command({ ping: 1 })
  if (!connection.db) throw new Error('the database is not connected')
}
