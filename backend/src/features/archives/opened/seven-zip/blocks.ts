// The packed blocks of a 7z, from its header. A block holds the bytes of one file or of many, packed by one coder or by
// several in turn.
import { damaged } from '../unpacking.ts'
import type { HeaderReader } from './header-reader.ts'

/** The ids of the header's parts. */
const ID = { end: 0, pack: 6, unpack: 7, substreams: 8, sizes: 9, checksums: 10, blocks: 11, unpacked: 12, counts: 13 }
const CODERS_MAX = 32

export interface Coder {
  /** The id of the method, in hexadecimal digits. */
  method: string
  properties: Buffer
  /** Bytes that it unpacks to. */
  size: number
}

/** A part of the unpacked bytes: what a file holds. */
export interface Substream {
  size: number
  crc32: number | null
}

export interface Block {
  /** In the order in which they unpack. */
  coders: Coder[]
  /** Whether each coder unpacks what the one before it returns. Otherwise their order means nothing. */
  isChain: boolean
  /** The position of the packed bytes of a chain in the file. */
  start: number
  packed: number
  /** Bytes when unpacked. */
  size: number
  crc32: number | null
  substreams: Substream[]
}

/** A block as the header describes it: coders have inputs and outputs, which are connected. */
interface Description {
  coders: { method: string; properties: Buffer; inputs: number; outputs: number }[]
  pairs: { input: number; output: number }[]
  packedStreams: number
}

/** The blocks of `StreamsInfo`. @throws AppError `unsupportedMediaType` */
export function readBlocks(reader: HeaderReader, dataStart: number): Block[] {
  let packed = { start: 0, sizes: [] as number[] }
  let blocks: Block[] = []
  for (let id = reader.byte(); id !== ID.end; id = reader.byte()) {
    if (id === ID.pack) packed = readPacked(reader, dataStart)
    else if (id === ID.unpack) blocks = readUnpacked(reader, packed)
    else if (id === ID.substreams) readSubstreams(reader, blocks)
    else throw damaged()
  }
  return blocks
}

function readPacked(reader: HeaderReader, dataStart: number): { start: number; sizes: number[] } {
  const start = dataStart + reader.number()
  const count = reader.count()
  let sizes: number[] = []
  for (let id = reader.byte(); id !== ID.end; id = reader.byte()) {
    if (id === ID.sizes) sizes = reader.numbers(count)
    else if (id === ID.checksums) reader.checksums(count)
    else throw damaged()
  }
  return { start, sizes }
}

function readUnpacked(reader: HeaderReader, packed: { start: number; sizes: readonly number[] }): Block[] {
  reader.expect(ID.blocks)
  const count = reader.count()
  reader.expectInline()
  const descriptions = Array.from({ length: count }, () => readDescription(reader))
  reader.expect(ID.unpacked)
  const sizes = descriptions.map(({ coders }) => reader.numbers(coders.reduce((sum, { outputs }) => sum + outputs, 0)))
  let checksums: (number | null)[] = []
  for (let id = reader.byte(); id !== ID.end; id = reader.byte()) {
    if (id !== ID.checksums) throw damaged()
    checksums = reader.checksums(count)
  }
  let { start } = packed
  let stream = 0
  return descriptions.map((description, at) => {
    const block = blockOf(description, sizes[at] ?? [])
    const own = packed.sizes.slice(stream, stream + description.packedStreams)
    if (own.length < description.packedStreams) throw damaged()
    const bytes = own.reduce((sum, size) => sum + size, 0)
    const crc32 = checksums[at] ?? null
    const whole = { ...block, start, packed: bytes, crc32, substreams: [{ size: block.size, crc32 }] }
    start += bytes
    stream += description.packedStreams
    return whole
  })
}

/** Flags of a coder: the bytes of its id, and whether numbers of streams and properties follow. */
const ID_BYTES = 0x0f
const HAS_STREAMS = 0x10
const HAS_PROPERTIES = 0x20

function readDescription(reader: HeaderReader): Description {
  const count = reader.number()
  if (count === 0 || count > CODERS_MAX) throw damaged()
  const coders = Array.from({ length: count }, () => {
    const flags = reader.byte()
    const method = reader.take(flags & ID_BYTES).toString('hex')
    const isComplex = (flags & HAS_STREAMS) !== 0
    const [inputs, outputs] = isComplex ? [reader.number(), reader.number()] : [1, 1]
    if (inputs > CODERS_MAX || outputs > CODERS_MAX) throw damaged()
    const properties = (flags & HAS_PROPERTIES) === 0 ? Buffer.alloc(0) : reader.take(reader.count())
    return { method, properties, inputs, outputs }
  })
  const inputs = coders.reduce((sum, coder) => sum + coder.inputs, 0)
  const outputs = coders.reduce((sum, coder) => sum + coder.outputs, 0)
  const pairs = Array.from({ length: Math.max(0, outputs - 1) }, () => ({
    input: reader.number(),
    output: reader.number(),
  }))
  const packedStreams = inputs - pairs.length
  if (packedStreams < 1) throw damaged()
  if (packedStreams > 1) reader.numbers(packedStreams)
  return { coders, pairs, packedStreams }
}

/** Puts the coders in the order in which they unpack. */
function blockOf({ coders, pairs }: Description, sizes: readonly number[]): Pick<Block, 'coders' | 'isChain' | 'size'> {
  const last = sizes.findIndex((_, output) => !pairs.some((pair) => pair.output === output))
  const size = sizes[last]
  if (size === undefined) throw damaged()
  const all = coders.map(({ method, properties }, at) => ({ method, properties, size: sizes[at] ?? 0 }))
  if (coders.some(({ inputs, outputs }) => inputs !== 1 || outputs !== 1)) return { coders: all, isChain: false, size }
  const ordered: Coder[] = []
  for (let at: number | undefined = last; at !== undefined; at = pairs.find(({ input }) => input === at)?.output) {
    const coder = all[at]
    if (coder === undefined || ordered.length === all.length) throw damaged()
    ordered.unshift(coder)
  }
  if (ordered.length < all.length) throw damaged()
  return { coders: ordered, isChain: true, size }
}

function readSubstreams(reader: HeaderReader, blocks: readonly Block[]): void {
  let id = reader.byte()
  let counts = blocks.map(() => 1)
  if (id === ID.counts) {
    counts = blocks.map(() => reader.count())
    id = reader.byte()
  }
  const sizes = readSizes(reader, { blocks, counts, areGiven: id === ID.sizes })
  if (id === ID.sizes) id = reader.byte()
  // A block with one file has its checksum already.
  const isKnown = (block: Block, count: number) => count === 1 && block.crc32 !== null
  const missing = blocks.reduce((sum, block, at) => sum + (isKnown(block, counts[at] ?? 0) ? 0 : (counts[at] ?? 0)), 0)
  let checksums: (number | null)[] = []
  for (; id !== ID.end; id = reader.byte()) {
    if (id !== ID.checksums) throw damaged()
    checksums = reader.checksums(missing)
  }
  let next = 0
  blocks.forEach((block, at) => {
    const own = sizes[at] ?? []
    block.substreams = own.map((size) => ({
      size,
      crc32: isKnown(block, own.length) ? block.crc32 : (checksums[next++] ?? null),
    }))
  })
}

/** The sizes of the substreams. That of a block's last one is what the others leave. */
function readSizes(
  reader: HeaderReader,
  { blocks, counts, areGiven }: { blocks: readonly Block[]; counts: readonly number[]; areGiven: boolean },
): number[][] {
  return blocks.map(({ size }, at) => {
    const count = counts[at] ?? 0
    if (count === 0) return []
    if (count > 1 && !areGiven) throw damaged()
    const given = reader.numbers(count - 1)
    const last = size - given.reduce((sum, one) => sum + one, 0)
    if (last < 0) throw damaged()
    return [...given, last]
  })
}
