// Where the bytes are of an upload that arrives in chunks.
import type { Place } from '../paths.ts'
import type { Part } from '../types.ts'

/**
 * A piece too small for a part, kept as a small object in the system bucket until the next chunk joins it. `skip`: this
 * many bytes at the start of the object do not belong to it (`tail.ts`).
 */
export interface TailPiece {
  key: string
  size: number
  skip?: number
}

export interface Held {
  /** The id of the multipart upload; '' before its first part. */
  uploadId: string
  parts: Part[]
  /** What comes after the parts, in order. */
  pieces: TailPiece[]
}

export const NOTHING_HELD: Held = { uploadId: '', parts: [], pieces: [] }

export const sizeOfPieces = (pieces: TailPiece[]): number => pieces.reduce((sum, { size }) => sum + size, 0)

/** An upload that arrives in chunks, as the keeper of its record knows it. */
export interface ResumableUpload {
  /** The place that the file will have. */
  at: Place
  /** The total number of bytes; null if nobody has declared it. */
  length: number | null
  /** The number of bytes that are durable. */
  offset: number
  held: Held
  /** The time that the file will have. */
  modified: Date
  /** Identifies what it writes (`WriteOptions.writeId`). */
  writeId: string
  /** The person who puts it there (`WriteOptions.putBy`). */
  putBy?: number | undefined
  /** The prefix of the keys of its small objects. */
  tailPrefix: string
}
