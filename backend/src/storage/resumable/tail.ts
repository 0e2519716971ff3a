// The tail of an upload: bytes that are too few for a part, as small objects in the system bucket. A new object is
// joined with earlier ones that are not much larger. So a byte is sent about twenty times at most, however small the
// chunks are, and a tail has about twenty objects. The tail of an upload without length grows in the storage. S3
// requires at least 5 MiB in all parts but the last, so a new object consists of the last 5 MiB of the previous one,
// which the storage copies, and of new bytes, which are the only ones sent. Bytes in it that are older than the tail
// are skipped; in the first object these are zeros. Small chunks wait beside it as in any other tail, until a copy is
// worthwhile.
import { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'
import { SMALLEST_PART } from '../part-limits.ts'
import type { Place } from '../paths.ts'
import type { Part, Storage } from '../types.ts'
import { sizeOfPieces, type TailPiece } from './held.ts'

export type Stores = Pick<Storage, 'multiparts' | 'scratch' | 'capabilities'>

/** From this size on, the tail of an upload without length grows in the storage, so that only new bytes are sent. */
const GROWING_MIN = 1024 * 1024
/** A copy of 5 MiB within the storage is worthwhile for this many new bytes. */
const GROWING_STEP = 256 * 1024

/** The destination of a part. */
export interface PartPlace {
  at: Place
  uploadId: string
  number: number
}

const lengthOf = ({ size, skip = 0 }: TailPiece): number => skip + size

/** Whether a tail begins with an object that is large enough to grow in the storage. */
export const isGrowing = ([first]: TailPiece[]): boolean =>
  first?.skip !== undefined && lengthOf(first) >= SMALLEST_PART

/** What is kept of a tail whose bytes are now elsewhere, so that a growing one can continue from it. */
export const spareOf = (pieces: TailPiece[]): TailPiece[] => {
  const [first] = pieces
  return first && isGrowing(pieces) ? [{ key: first.key, size: 0, skip: lengthOf(first) }] : []
}

const PIECE_LOST = 'a piece of the upload is gone'

export interface Tail {
  pieces: TailPiece[]
  /** The key of the object to create. */
  key: string
  /** Whether it may grow in the storage. */
  mayGrow: boolean
  /** The size of a part. Below it, a growing tail is one object. */
  enough: number
}

export interface AddedTail {
  pieces: TailPiece[]
  spent: string[]
}

/**
 * Adds bytes to a tail. Returns the new tail, and the objects that it no longer needs, to be removed once the record
 * says so.
 */
export async function addToTail(
  storage: Stores,
  { pieces, key, mayGrow, enough }: Tail,
  bytes: Buffer,
): Promise<AddedTail> {
  if (bytes.length === 0) return { pieces, spent: [] }
  const [first, ...others] = pieces
  if (first && isGrowing(pieces)) {
    const waiting = sizeOfPieces(others) + bytes.length
    if (waiting >= GROWING_STEP || first.size + waiting >= enough) return grow(storage, pieces, { key, bytes })
    const { pieces: small, spent } = await addSmall(storage, { pieces: others, key }, bytes)
    return { pieces: [first, ...small], spent }
  }
  const all = sizeOfPieces(pieces) + bytes.length
  const begins = mayGrow && storage.capabilities.partCopy && all >= GROWING_MIN && all <= SMALLEST_PART + bytes.length
  if (!begins) return addSmall(storage, { pieces, key }, bytes)
  const content = await joined(storage, pieces, bytes)
  await storage.scratch.put(key, Buffer.concat([Buffer.alloc(SMALLEST_PART), content]))
  return { pieces: [{ key, size: content.length, skip: SMALLEST_PART }], spent: keysOf(pieces) }
}

const keysOf = (pieces: TailPiece[]): string[] => pieces.map(({ key }) => key)

/** Joins a growing tail, what waits beside it, and new bytes into one object. */
async function grow(
  storage: Stores,
  pieces: TailPiece[],
  { key, bytes }: { key: string; bytes: Buffer },
): Promise<AddedTail> {
  const [first, ...others] = pieces
  if (!first) throw new Error('nothing grows')
  const kept = Math.max(SMALLEST_PART, first.size)
  const length = lengthOf(first)
  const rest = await joined(storage, others, bytes)
  const from = { key: first.key, start: length - kept, end: length - 1 }
  await stillThere(storage.scratch.append(key, from, rest), PIECE_LOST)
  return { pieces: [{ key, size: first.size + rest.length, skip: kept - first.size }], spent: keysOf(pieces) }
}

/** Joins bytes with the last pieces that are less than twice as large as everything after them. */
async function addSmall(
  storage: Stores,
  { pieces, key }: Pick<Tail, 'pieces' | 'key'>,
  bytes: Buffer,
): Promise<AddedTail> {
  let size = bytes.length
  let from = pieces.length
  for (
    let last = pieces[from - 1];
    last && last.size < 2 * size && last.size + size <= SMALLEST_PART;
    last = pieces[from - 1]
  ) {
    size += last.size
    from -= 1
  }
  const taken = pieces.slice(from)
  await storage.scratch.put(key, await joined(storage, taken, bytes))
  return { pieces: [...pieces.slice(0, from), { key, size }], spent: keysOf(taken) }
}

async function joined(storage: Pick<Storage, 'scratch'>, pieces: TailPiece[], bytes: Buffer): Promise<Buffer> {
  return pieces.length === 0
    ? bytes
    : Buffer.concat([...(await Promise.all(pieces.map((piece) => pieceBytes(storage, piece)))), bytes])
}

/** @throws AppError `goneMeanwhile` if the storage has lost it */
async function pieceBytes(storage: Pick<Storage, 'scratch'>, piece: TailPiece): Promise<Buffer> {
  if (piece.size === 0) return Buffer.alloc(0)
  const bytes = await storage.scratch.get(piece.key)
  if (bytes?.length !== lengthOf(piece)) throw lost(PIECE_LOST)
  return bytes.subarray(piece.skip ?? 0)
}

const lost = (what: string, cause?: unknown) => new AppError('goneMeanwhile', what, { cause })

/**
 * Pieces one after another as a stream, and what follows them. Fails with `goneMeanwhile` if the storage has lost one.
 */
export function joinPieces(
  storage: Pick<Storage, 'scratch'>,
  pieces: TailPiece[],
  ...rests: (Readable | Buffer)[]
): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield await pieceBytes(storage, piece)
    for (const rest of rests) {
      if (Buffer.isBuffer(rest)) yield rest
      else yield* rest
    }
  }
  return Readable.from(bytes(), { objectMode: false, highWaterMark: 256 * 1024 })
}

/**
 * Makes a part of a tail, copied by the storage if it has grown there. What waits beside it is temporarily joined with
 * it under `key`.
 * @throws AppError `goneMeanwhile` if the storage has lost it
 */
export async function putTail(
  storage: Stores,
  { at, uploadId, number }: PartPlace,
  { pieces, key }: Pick<Tail, 'pieces' | 'key'>,
): Promise<Part> {
  if (!isGrowing(pieces)) {
    const body = joinPieces(storage, pieces)
    return storage.multiparts.putPart({ at, uploadId }, { number, body, length: sizeOfPieces(pieces) })
  }
  const isOne = pieces.length === 1
  const [piece] = isOne ? pieces : (await grow(storage, pieces, { key, bytes: Buffer.alloc(0) })).pieces
  if (!piece) throw new Error('nothing grows')
  const from = { scratch: piece.key, start: piece.skip ?? 0, end: lengthOf(piece) - 1 }
  try {
    return await stillThere(storage.multiparts.copyPart({ at, uploadId }, number, from), PIECE_LOST)
  } finally {
    // If this fails, what is left is removed with the upload.
    if (!isOne) await storage.scratch.delete([key]).catch(() => undefined)
  }
}

/** Wraps a copy within the storage. @throws AppError `goneMeanwhile` if its source is gone; `what` is the message */
export const stillThere = <T>(copied: Promise<T>, what: string): Promise<T> =>
  copied.catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'notFound' ? lost(what, error) : error
  })
