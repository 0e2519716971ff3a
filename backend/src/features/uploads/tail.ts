// The tail of an upload: what is too small for a part, as small objects of the system bucket. That of an upload
// without length grows at the storage when its chunks are small: S3 wants 5 MiB of all parts but the last, so a new
// object is made of the last 5 MiB of the one before, which the storage copies, and of the chunk, which alone is sent.
// What of it is older than the tail is skipped; in the first one zeros are.
import { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'
import type { Place } from '../../storage/paths.ts'
import type { FileStat, Part, Storage } from '../../storage/types.ts'
import { GROWING_MIN, SMALLEST_PART, sizeOf } from './part-sizes.ts'
import type { Held, Piece, UploadRecord } from './record.ts'

type Stores = Pick<Storage, 'multiparts' | 'scratch' | 'features'>

/** Where a part goes. */
export interface PartPlace { at: Place; uploadId: string; number: number }

/** Parts that the storage copies of a file are no smaller, and no more than so many: there are to be more. */
const COPIED_PART = 64 * 1024 * 1024
const COPIED_PARTS_MAX = 1_000

const lengthOf = ({ size, skip = 0 }: Piece): number => skip + size

/** Whether a tail is one object that is long enough to grow at the storage. */
export const isGrowing = (pieces: Piece[]): boolean =>
  pieces.length === 1 && pieces.every((piece) => piece.skip !== undefined && lengthOf(piece) >= SMALLEST_PART)

/** What is kept of a tail whose bytes are elsewhere by now: a growing one goes on from it. */
export const spareOf = (pieces: Piece[]): Piece[] =>
  (isGrowing(pieces) ? pieces.map((piece) => ({ key: piece.key, size: 0, skip: lengthOf(piece) })) : [])

const PIECE_LOST = 'a piece of the upload is gone'

export interface Tail {
  pieces: Piece[]
  /** The key of the object that is to be made. */
  key: string
  /** Whether it may grow at the storage. */
  mayGrow: boolean
}

export interface AddedTail { pieces: Piece[]; spent: string[] }

/**
 * Adds bytes to a tail. Answers what it is then, and the objects that it does without: to be removed once the record
 * says so.
 */
export async function addToTail(storage: Stores, { pieces, key, mayGrow }: Tail, bytes: Buffer): Promise<AddedTail> {
  const last = pieces.at(-1)
  if (bytes.length === 0) return { pieces, spent: [] }
  if (last && isGrowing(pieces)) {
    const kept = Math.max(SMALLEST_PART, last.size)
    const length = lengthOf(last)
    const from = { key: last.key, start: length - kept, end: length - 1 }
    await stillThere(storage.scratch.append(key, from, bytes), PIECE_LOST)
    return { pieces: [{ key, size: last.size + bytes.length, skip: kept - last.size }], spent: [last.key] }
  }
  // Small pieces are joined, so that a file of a thousand tiny chunks is not a thousand objects.
  const isJoined = last !== undefined && last.size + bytes.length <= SMALLEST_PART
  const content = isJoined ? Buffer.concat([await pieceBytes(storage, last), bytes]) : bytes
  const before = pieces.slice(0, isJoined ? -1 : undefined)
  const grows = mayGrow && storage.features.partCopy && before.length === 0 && content.length >= GROWING_MIN
  const skip = grows ? SMALLEST_PART : 0
  await storage.scratch.put(key, grows ? Buffer.concat([Buffer.alloc(skip), content]) : content)
  const piece = { key, size: content.length, ...(grows && { skip }) }
  return { pieces: [...before, piece], spent: isJoined ? [last.key] : [] }
}

/** @throws AppError `goneMeanwhile` when the storage has lost it */
async function pieceBytes(storage: Pick<Storage, 'scratch'>, piece: Piece): Promise<Buffer> {
  if (piece.size === 0) return Buffer.alloc(0)
  const bytes = await storage.scratch.get(piece.key)
  if (bytes?.length !== lengthOf(piece)) throw lost(PIECE_LOST)
  return bytes.subarray(piece.skip ?? 0)
}

const lost = (what: string, cause?: unknown) => new AppError('goneMeanwhile', what, { cause })

/**
 * Pieces one after the other as a stream, and what follows them. It fails with `goneMeanwhile` when the storage has
 * lost one.
 */
export function joinPieces(storage: Pick<Storage, 'scratch'>, pieces: Piece[], rest: Readable | Buffer): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield await pieceBytes(storage, piece)
    if (Buffer.isBuffer(rest)) yield rest
    else yield* rest
  }
  return Readable.from(bytes(), { objectMode: false, highWaterMark: 256 * 1024 })
}

/**
 * Makes a part of a tail: copied at the storage where it has grown there.
 * @throws AppError `goneMeanwhile` when the storage has lost it
 */
export async function putTail(storage: Stores, { at, uploadId, number }: PartPlace, pieces: Piece[]): Promise<Part> {
  const [piece] = pieces
  if (!piece || !isGrowing(pieces)) {
    const body = joinPieces(storage, pieces, Buffer.alloc(0))
    return storage.multiparts.putPart(at, uploadId, number, body, sizeOf(pieces))
  }
  const from = { scratch: piece.key, start: piece.skip ?? 0, end: lengthOf(piece) - 1 }
  return stillThere(storage.multiparts.copyPart(at, uploadId, number, from), PIECE_LOST)
}

const stillThere = <T>(copied: Promise<T>, what: string): Promise<T> => copied.catch((error: unknown) => {
  throw error instanceof AppError && error.code === 'notFound' ? lost(what, error) : error
})

/**
 * Begins an upload in parts with the bytes of a file that it has made before: the storage copies them.
 * @throws AppError `goneMeanwhile`
 */
export async function copyFile(
  storage: Stores, { at, own }: { at: Place; own: FileStat }, { modified, generation }: UploadRecord,
): Promise<Omit<Held, 'pieces'>> {
  const uploadId = await storage.multiparts.create(at, { modified: new Date(modified), writeId: generation })
  const count = Math.max(1, Math.min(COPIED_PARTS_MAX, Math.floor(own.size / COPIED_PART)))
  const size = Math.ceil(own.size / count)
  try {
    const parts = await Promise.all(Array.from({ length: count }, (_, index) => {
      const end = Math.min((index + 1) * size, own.size) - 1
      const from = { version: own.version, start: index * size, end }
      return stillThere(storage.multiparts.copyPart(at, uploadId, index + 1, from), 'the file is another one by now')
    }))
    return { uploadId, parts }
  } catch (error) {
    await storage.multiparts.abort(at, uploadId).catch(() => undefined)
    throw error
  }
}
