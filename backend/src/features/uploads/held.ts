// What unfinished uploads store in S3, for those who look for objects without an owner.
import type { Connection } from 'mongoose'
import { generationOfKey, readHeld } from './record.ts'
import { UploadRecords } from './records.ts'

/** The ids of multipart uploads, and whether a small object of the system bucket belongs to an upload. */
export async function heldByUploads(
  database: Connection,
  now: () => number,
): Promise<{ multiparts: ReadonlySet<string>; isPiece: (key: string) => boolean }> {
  const all = await new UploadRecords(database, now).all()
  const generations = new Set(all.map(({ generation }) => generation))
  return {
    multiparts: new Set(all.map((record) => readHeld(record).uploadId)),
    isPiece: (key) => generations.has(generationOfKey(key)),
  }
}
