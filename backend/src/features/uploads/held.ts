// What unfinished uploads hold in S3, for who looks for what nobody holds.
import type { Connection } from 'mongoose'
import { generationOfKey, readHeld } from './record.ts'
import { createRecords } from './records.ts'

/** Ids of uploads in parts, and whether a small object of the system bucket is one of an upload's. */
export async function heldByUploads(
  database: Connection,
  now: () => number,
): Promise<{ multiparts: ReadonlySet<string>; isPiece: (key: string) => boolean }> {
  const all = await createRecords(database, now).all()
  const generations = new Set(all.map(({ generation }) => generation))
  return {
    multiparts: new Set(all.map((record) => readHeld(record).uploadId)),
    isPiece: (key) => generations.has(generationOfKey(key)),
  }
}
