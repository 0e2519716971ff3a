// Unpacks bzip2 as a stream. The library only takes whole streams from memory, so each block becomes a stream of its
// own. A block begins with a magic number, at any bit. Concatenated streams are unpacked as one.
import BZip2 from 'bzip2-wasm'
import { AppError } from '../../../lib/app-error.ts'

/**
 * The magic numbers, 48 bits each, in halves: pi before each block, and the square root of pi before the checksum at
 * the end.
 */
const BLOCK = { high: 0x314159, low: 0x265359 }
const END = { high: 0x177245, low: 0x385090 }
const MAGIC_BITS = 48
const HALF = 0xffffff
const HEAD = Buffer.from('BZh9')
const END_BYTES = Buffer.from('177245385090', 'hex')
const CRC_BYTES = 4
/** A block unpacks to up to 900,000 bytes, in which 5 bytes may stand for up to 255 equal ones. */
const ROOM_BYTES = 1_000_000
const ROOM_MAX_BYTES = 46_000_000
/** No block has more bits than this. */
const PACKED_MAX_BYTES = 2_000_000

/** The unpacked bytes, block by block. @throws AppError `unsupportedMediaType` for what is no bzip2, or is cut */
export async function* unpackBzip2(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const library = await (loading ??= load())
  for await (const stream of streamsOf(packed)) yield unpack(library, stream)
}

/** Loaded only once, because the library adds listeners to the process and never removes them. */
let loading: Promise<BZip2> | undefined

async function load(): Promise<BZip2> {
  const library = new BZip2()
  await library.init()
  return library
}

function unpack(library: BZip2, stream: Uint8Array): Uint8Array {
  try {
    return library.decompress(stream, ROOM_BYTES)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('BZ_OUTBUFF_FULL'))) throw error
    // The library keeps using the memory from before a growth. So the memory grows before the library is used.
    library.wasmModule._free(library.wasmModule._malloc(3 * ROOM_MAX_BYTES))
    return library.decompress(stream, ROOM_MAX_BYTES)
  }
}

/** Each block as a stream of its own. */
async function* streamsOf(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const scan = { high: 0, low: 0 }
  let held = Buffer.alloc(0)
  /** The first bit of the block in `held`; null between blocks. */
  let begin: number | null = null
  let isFirst = true
  for await (const piece of packed) {
    let at = held.length
    held = Buffer.concat([held, piece])
    if (isFirst && held.toString('latin1', 0, 3) !== 'BZh') throw damaged()
    isFirst = false
    for (; at < held.length; at += 1) {
      const found = magicIn(scan, held[at] ?? 0)
      if (found === null) continue
      const start = at * 8 + found.bit + 1 - MAGIC_BITS
      if (begin !== null) yield streamOf(held, begin, start)
      begin = found.isBlock ? start : null
    }
    const kept = Math.floor((begin ?? held.length * 8 - MAGIC_BITS) / 8)
    if (held.length - kept > PACKED_MAX_BYTES + piece.length) throw damaged()
    held = held.subarray(Math.max(0, kept))
    if (begin !== null) begin -= Math.max(0, kept) * 8
  }
  if (begin !== null || isFirst) throw damaged()
}

/** Takes eight more bits. Returns the bit at which a magic number ends. */
function magicIn(scan: { high: number; low: number }, byte: number): { bit: number; isBlock: boolean } | null {
  let found: { bit: number; isBlock: boolean } | null = null
  for (let bit = 0; bit < 8; bit += 1) {
    scan.high = ((scan.high << 1) | (scan.low >>> 23)) & HALF
    scan.low = ((scan.low << 1) | ((byte >>> (7 - bit)) & 1)) & HALF
    if (scan.high === BLOCK.high && scan.low === BLOCK.low) found = { bit, isBlock: true }
    else if (scan.high === END.high && scan.low === END.low) found = { bit, isBlock: false }
  }
  return found
}

/**
 * A stream with one block, from the bits between two magic numbers. The checksum of the stream is that of the block.
 */
function streamOf(held: Buffer, begin: number, end: number): Uint8Array {
  const bits = end - begin
  const block = new Uint8Array(Math.ceil(bits / 8))
  const shift = begin % 8
  for (let at = 0, from = Math.floor(begin / 8); at < block.length; at += 1, from += 1)
    block[at] = ((held[from] ?? 0) << shift) | ((held[from + 1] ?? 0) >>> (8 - shift))
  const crc = block.subarray(MAGIC_BITS / 8, MAGIC_BITS / 8 + CRC_BYTES)
  const stream = new Uint8Array(HEAD.length + Math.ceil(bits / 8) + END_BYTES.length + CRC_BYTES + 1)
  stream.set(HEAD)
  stream.set(block, HEAD.length)
  const over = bits % 8
  let to = HEAD.length + Math.floor(bits / 8)
  // The bits after the last one belong to the next block.
  stream[to] = (stream[to] ?? 0) & (0xff00 >>> over)
  for (const byte of [...END_BYTES, ...crc]) {
    stream[to] = (stream[to] ?? 0) | (byte >>> over)
    stream[to + 1] = byte << (8 - over)
    to += 1
  }
  return stream
}

const damaged = () => new AppError('unsupportedMediaType', 'the archive is damaged')
