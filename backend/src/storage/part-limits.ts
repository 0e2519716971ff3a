// What S3 says of objects and parts (S3 API, "Amazon S3 multipart upload limits").

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
