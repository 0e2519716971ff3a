// What a backup has of the database, and how it comes back. Only what cannot be known again is kept: people and what
// they have set. Sessions end with a restore, so that nobody is signed in who was signed out since.
import mongoose from 'mongoose'
import type { Connection } from './connection.ts'

const { EJSON } = mongoose.mongo.BSON

/** Collections that a backup has. */
export const KEPT_COLLECTIONS = [
  'users',
  'settings',
  'counters',
  'shares',
  'places',
  'folderViews',
  'importHistory',
  'branding',
  'known-addresses',
] as const

/**
 * Those that it does not have: what processes know of each other, what is under way, the trash (whose older versions
 * are in no backup), and what is counted again.
 */
export const LEFT_COLLECTIONS = [
  'versions',
  'leases',
  'journal',
  'sessions',
  'failures',
  'jobs',
  'departures',
  'uploads',
  'uploadreports',
  'openparts',
  'operations',
  'trash',
  'doubts',
  'upgrades',
  'quotas',
  'histories',
  'backups',
] as const

interface Line {
  collection: string
  document: Record<string, unknown> & { _id: string }
}

/** All that is kept, as lines of EJSON: some megabytes at most. */
export async function dumpHousehold(database: Connection): Promise<Buffer> {
  const lines: string[] = []
  for (const collection of KEPT_COLLECTIONS)
    for await (const document of database.collection(collection).find())
      lines.push(`${EJSON.stringify({ collection, document }, { relaxed: false })}\n`)
  return Buffer.from(lines.join(''))
}

/** How a document comes back, such as with other names of buckets. */
export type Rename = (collection: string, document: Line['document']) => Line['document']

/** Writes a dump into a database, in place of documents with the same id. Answers how many it has. */
export async function loadHousehold(database: Connection, dump: Buffer, rename: Rename): Promise<number> {
  const lines = dump
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => EJSON.parse(line) as Line)
  for (const { collection, document } of lines) {
    const { _id, ...fields } = rename(collection, document)
    await database
      .collection<{ _id: string }>(collection)
      .replaceOne({ _id }, fields as { _id: string }, { upsert: true })
  }
  return lines.length
}

/** The first collection that holds anything of a household, or null for an empty database. */
export async function collectionInUse(database: Connection): Promise<string | null> {
  for (const collection of ['users', 'settings', 'shares', 'journal'])
    if ((await database.collection(collection).countDocuments()) > 0) return collection
  return null
}
