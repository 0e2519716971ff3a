// What S3 says of objects and parts (S3 API, "Amazon S3 multipart upload limits"), and how bytes are cut into parts.

const MIB = 1024 * 1024
/** Bytes of a part, at least; of the last one there may be fewer. */
export const SMALLEST_PART = 5 * MIB
export const S3_PARTS_MAX = 10_000
/** A margin is kept to S3's own limit. */
export const PARTS_MAX = 9_000
/** Bytes of an object: 5 TiB. */
export const OBJECT_MAX_BYTES = 5 * 1024 ** 4

/** Bytes of each part of so many, where parts are not to be smaller than wanted and not too many. */
export const partSizeFor = (bytes: number, wanted: number): number => Math.max(wanted, Math.ceil(bytes / PARTS_MAX))

/** Longer chunks of uploads are cut into parts of this size: big enough to be fast, small enough to be sent again. */
export const PREFERRED_PART = 32 * MIB
/**
 * A file that comes in one chunk up to this is one put. A longer one goes in parts, so that a broken connection loses a
 * part at most.
 */
export const ONE_PUT_MAX = 64 * MIB
/** From so many parts on of an upload whose length nobody knows, each is larger. */
const MANY_PARTS = 1_000

/** The fewest bytes that may become the next part of a file of `length` bytes; null: nobody knows how many. */
export function smallestPart(length: number | null, parts: number): number {
  if (length !== null) return partSizeFor(length, SMALLEST_PART)
  return parts < MANY_PARTS ? SMALLEST_PART : 2 * PREFERRED_PART
}
