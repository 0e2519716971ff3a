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
  'calendars',
  'calendarParts',
  'ownReminders',
  'calendarSubscriptions',
  'calendarSubscribed',
  'importHistory',
  'branding',
  'known-addresses',
  'jobs',
] as const

/** Of jobs, what people follow and subscribe to: such a job is never done. Imports under way are not kept. */
const KEPT_JOBS = { kind: { $in: ['follow', 'calendarSubscription'] } }

/**
 * Those that it does not have: what processes know of each other, what is under way, the trash (whose older versions
 * are in no backup), what people did lately, and what is counted again.
 */
export const LEFT_COLLECTIONS = [
  'versions',
  'leases',
  'journal',
  'sessions',
  'calendarKeys',
  'reminderAnswers',
  'pushDevices',
  'pushKeys',
  'pushPlans',
  'failures',
  'departures',
  'uploads',
  'uploadreports',
  'openparts',
  'operations',
  'trash',
  'doubts',
  'replacing',
  'upgrades',
  'quotas',
  'histories',
  'indexes',
  'backups',
  'activity',
] as const

interface Line {
  collection: string
  document: Record<string, unknown> & { _id: string }
}

/** All that is kept, as lines of EJSON: some megabytes at most. */
export async function dumpHousehold(database: Connection): Promise<Buffer> {
  const lines: string[] = []
  for (const collection of KEPT_COLLECTIONS)
    for await (const document of database.collection(collection).find(collection === 'jobs' ? KEPT_JOBS : {}))
      lines.push(`${EJSON.stringify({ collection, document }, { relaxed: false })}\n`)
  return Buffer.from(lines.join(''))
}

/** How a document comes back, such as with other names of buckets. */
export type Rename = (collection: string, document: Line['document']) => Line['document']

/** Puts a dump in the place of what a database knows of a household. Answers how many documents it has. */
export async function loadHousehold(database: Connection, dump: Buffer, rename: Rename): Promise<number> {
  for (const collection of KEPT_COLLECTIONS) await database.collection(collection).deleteMany({})
  const lines = dump
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => EJSON.parse(line) as Line)
  for (const { collection, document } of lines)
    await database.collection<{ _id: string }>(collection).insertOne(rename(collection, document))
  return lines.length
}

/** Whether a database has no household, or one that has just been installed: its first administrator alone. */
export async function isFresh(database: Connection): Promise<boolean> {
  const [people, links] = await Promise.all(
    ['users', 'shares'].map((name) => database.collection(name).countDocuments()),
  )
  return (people ?? 0) <= 1 && links === 0
}
