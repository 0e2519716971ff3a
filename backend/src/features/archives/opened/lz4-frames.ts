// Unpacks LZ4 as a stream (lz4_Frame_format.md of LZ4). The library only takes whole frames or single blocks, and a
// frame may be as long as the file, so it gets the blocks.
import { uncompressSync } from 'lz4-napi'
import { createStreamCursor, type Cursor } from './cursor.ts'
import { damaged } from './unpacking.ts'
import { Xxh32, xxh32 } from './xxh32.ts'

const FRAME = 0x184d2204
/** Frames of anything else, whose last four bits are anyhow. */
const SKIPPED = 0x184d2a50
const VERSION_BITS = 0xc0
const VERSION = 0x40
/** What the flags of a frame say. */
const IS_INDEPENDENT = 0x20
const HAS_BLOCK_SUMS = 0x10
const HAS_SIZE = 0x08
const HAS_SUM = 0x04
const HAS_DICTIONARY = 0x01
/** The largest block, by the bits of the second byte that name it. */
const BLOCK_MAX: Readonly<Record<number, number>> = { 4: 0x1_0000, 5: 0x4_0000, 6: 0x10_0000, 7: 0x40_0000 }
/** A block that is not packed has this bit in its length. */
const IS_STORED = 0x8000_0000
/** How far a block may refer back to those before it. */
const REACH = 0x1_0000

interface Head {
  blockMax: number
  isIndependent: boolean
  hasBlockSums: boolean
  hasSum: boolean
}

/** The unpacked bytes, block by block. @throws AppError `unsupportedMediaType` for what is no LZ4, or is cut */
export async function* unpackLz4(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const cursor = createStreamCursor(packed)
  for (let isFirst = true; ; isFirst = false) {
    const magic = await cursor.read(4)
    if (magic.length === 0 && !isFirst) return
    if (magic.length < 4) throw damaged()
    const kind = magic.readUInt32LE()
    if (kind === FRAME) yield* readFrame(cursor)
    else if ((kind & ~0xf) >>> 0 !== SKIPPED || !(await cursor.skip(await readNumber(cursor)))) throw damaged()
  }
}

async function* readFrame(cursor: Cursor): AsyncGenerator<Uint8Array> {
  const head = await readHead(cursor)
  const whole = new Xxh32()
  let before = Buffer.alloc(0)
  for (let word = await readNumber(cursor); word !== 0; word = await readNumber(cursor)) {
    const block = await readBlock(cursor, word, head)
    const bytes = word >= IS_STORED ? block : unpackBlock(block, head.blockMax, before)
    if (!head.isIndependent) before = Buffer.concat([before, bytes]).subarray(-REACH)
    if (head.hasSum) whole.update(bytes)
    yield bytes
  }
  if (head.hasSum && (await readNumber(cursor)) !== whole.digest()) throw damaged()
}

async function readHead(cursor: Cursor): Promise<Head> {
  const start = await exactly(cursor, 2)
  const [flags = 0, sizes = 0] = start
  const rest = (flags & HAS_SIZE ? 8 : 0) + (flags & HAS_DICTIONARY ? 4 : 0)
  const more = await exactly(cursor, rest)
  const [sum] = await exactly(cursor, 1)
  const blockMax = BLOCK_MAX[(sizes >> 4) & 7]
  const isSound = (flags & VERSION_BITS) === VERSION && ((xxh32(Buffer.concat([start, more])) >> 8) & 0xff) === sum
  // A frame with a dictionary needs one that is not in it.
  if (!isSound || blockMax === undefined || (flags & HAS_DICTIONARY) !== 0) throw damaged()
  return {
    blockMax,
    isIndependent: (flags & IS_INDEPENDENT) !== 0,
    hasBlockSums: (flags & HAS_BLOCK_SUMS) !== 0,
    hasSum: (flags & HAS_SUM) !== 0,
  }
}

async function readBlock(cursor: Cursor, word: number, { blockMax, hasBlockSums }: Head): Promise<Buffer> {
  const length = word % IS_STORED
  if (length > blockMax) throw damaged()
  const block = await exactly(cursor, length)
  if (hasBlockSums && (await readNumber(cursor)) !== xxh32(block)) throw damaged()
  return block
}

/** The library wants the room that the bytes need at most before them. */
function unpackBlock(block: Buffer, room: number, before: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(room)
  return uncompressSync(Buffer.concat([size, block]), before.length === 0 ? undefined : before)
}

async function exactly(cursor: Cursor, length: number): Promise<Buffer> {
  const bytes = await cursor.read(length)
  if (bytes.length < length) throw damaged()
  return bytes
}

const readNumber = async (cursor: Cursor): Promise<number> => (await exactly(cursor, 4)).readUInt32LE()
