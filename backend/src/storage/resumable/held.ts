// Where the bytes of an upload are that comes in chunks.
import type { Place } from '../paths.ts'
import type { Part } from '../types.ts'

/**
 * A tail too small for a part, kept as a small object of the system bucket until the next chunk joins it. `skip`: so
 * many bytes of the object come before it and are none of it (`tail.ts`).
 */
export interface TailPiece {
  key: string
  size: number
  skip?: number
}

export interface Held {
  /** The upload in parts; '' until its first part. */
  uploadId: string
  parts: Part[]
  /** What comes after the parts, in order. */
  pieces: TailPiece[]
}

export const NOTHING_HELD: Held = { uploadId: '', parts: [], pieces: [] }

export const sizeOfPieces = (pieces: TailPiece[]): number => pieces.reduce((sum, { size }) => sum + size, 0)

/** An upload that comes in chunks, as whoever keeps its record knows it. */
export interface ResumableUpload {
  /** The place that the file will have. */
  at: Place
  /** Bytes in all; null where nobody has said. */
  length: number | null
  /** Bytes that are durable. */
  offset: number
  held: Held
  /** The time the file is to have. */
  modified: Date
  /** Names what it writes (`WriteOptions.writeId`). */
  writeId: string
  /** What the keys of its small objects begin with. */
  tailPrefix: string
}
