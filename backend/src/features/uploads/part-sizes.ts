// How an upload's bytes are cut into parts.
import { partSizeFor, SMALLEST_PART } from '../../storage/part-limits.ts'
import { isDeferred, type TailPiece, type UploadRecord } from './record.ts'

const MIB = 1024 * 1024
/** Chunks that are longer are cut into parts of this size: big enough to be fast, small enough to be sent again. */
export const PREFERRED_PART = 32 * MIB
/** What is held in memory at once of a tail, or of a body whose length nobody declared. */
export const PIECE_MAX = 8 * MIB
/**
 * A file that comes in one chunk up to this is one put. A longer one goes in parts, so that a broken connection loses a
 * part at most.
 */
export const ONE_PUT_MAX = 64 * MIB

/** The fewest bytes that may become the next part. Where nobody knows the length, parts grow with their number. */
export function smallestPart(record: Pick<UploadRecord, 'length'>, parts: number): number {
  if (!isDeferred(record)) return partSizeFor(record.length, SMALLEST_PART)
  return parts < 1_000 ? SMALLEST_PART : 2 * PREFERRED_PART
}

/** From so many bytes on a tail of an upload without length grows at the storage, by what comes alone. */
export const GROWING_MIN = MIB
/** So many bytes at least are worth it that the storage copies 5 MiB. */
export const GROWING_STEP = 256 * 1024

export const sizeOfPieces = (pieces: TailPiece[]): number => pieces.reduce((sum, { size }) => sum + size, 0)
