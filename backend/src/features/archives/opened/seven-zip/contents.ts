// What a 7z holds, by its header, which lies at its end.
import { crc32 } from 'node:zlib'
import { ARCHIVE_ENTRIES_MAX } from '../../../../../contract/archives.ts'
import { RANGE_MAX_BYTES } from '../../../../lib/child/serve.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { ChildFile } from '../cursor.ts'
import { damaged } from '../unpacking.ts'
import { type Block, readBlocks } from './blocks.ts'
import { type FileEntry, readFiles } from './files.ts'
import { HeaderReader } from './header-reader.ts'
import { troubleWith, unpackBlock } from './unpack.ts'

export interface Contents {
  blocks: Block[]
  files: FileEntry[]
  /** Whether even the names are encrypted. */
  isLocked: boolean
}

/** The first 32 bytes: a signature, and where the header lies. Positions count from their end. */
const START = { bytes: 32, signature: '377abcaf271c', crcAt: 8, offsetAt: 12, sizeAt: 20, headerCrcAt: 28 }
const ID = { end: 0, header: 1, properties: 2, moreStreams: 3, streams: 4, files: 5, packedHeader: 23 }
/** For a hundred thousand long names. */
const HEADER_MAX_BYTES = 64 * 1024 * 1024
/** A header may be packed, and the description of how, too. */
const PACKED_TIMES_MAX = 4

/** @throws AppError `unsupportedMediaType`, `tooLarge` */
export async function readContents(file: ChildFile): Promise<Contents> {
  let header = await readHeader(file)
  for (let times = 0; times < PACKED_TIMES_MAX; times += 1) {
    if (header.length === 0) return { blocks: [], files: [], isLocked: false }
    const reader = new HeaderReader(header)
    const id = reader.byte()
    if (id === ID.header) return { ...readParts(reader), isLocked: false }
    if (id !== ID.packedHeader) throw damaged()
    const [block] = readBlocks(reader, START.bytes)
    if (!block) throw damaged()
    if (troubleWith(block) === 'encrypted') return { blocks: [], files: [], isLocked: true }
    header = await unpackHeader(file, block)
  }
  throw damaged()
}

async function readHeader(file: ChildFile): Promise<Buffer> {
  const start = Buffer.from(await file.parent.read(0, START.bytes))
  if (start.length < START.bytes || start.toString('hex', 0, 6) !== START.signature) throw damaged()
  if (crc32(start.subarray(START.offsetAt)) !== start.readUInt32LE(START.crcAt)) throw damaged()
  const offset = Number(start.readBigUInt64LE(START.offsetAt))
  const size = Number(start.readBigUInt64LE(START.sizeAt))
  const from = START.bytes + offset
  if (from + size > file.size) throw damaged()
  if (size > HEADER_MAX_BYTES) throw tooManyNames()
  const parts: Uint8Array[] = []
  for (let at = 0; at < size; at += RANGE_MAX_BYTES)
    parts.push(await file.parent.read(from + at, Math.min(RANGE_MAX_BYTES, size - at)))
  const header = Buffer.concat(parts)
  if (header.length !== size || (size > 0 && crc32(header) !== start.readUInt32LE(START.headerCrcAt))) throw damaged()
  return header
}

async function unpackHeader(file: ChildFile, block: Block): Promise<Buffer> {
  if (block.size > HEADER_MAX_BYTES) throw tooManyNames()
  const header = Buffer.concat(await Array.fromAsync(unpackBlock(file, block)))
  if (block.crc32 !== null && crc32(header) !== block.crc32) throw damaged()
  return header
}

function readParts(reader: HeaderReader): Pick<Contents, 'blocks' | 'files'> {
  let blocks: Block[] = []
  let files: FileEntry[] = []
  for (let id = reader.byte(); id !== ID.end; id = reader.byte()) {
    if (id === ID.properties) skipProperties(reader)
    else if (id === ID.moreStreams) readBlocks(reader, START.bytes)
    else if (id === ID.streams) blocks = readBlocks(reader, START.bytes)
    else if (id === ID.files) files = readFiles(reader)
    else throw damaged()
  }
  if (files.length > ARCHIVE_ENTRIES_MAX) throw tooManyNames()
  return { blocks, files }
}

function skipProperties(reader: HeaderReader): void {
  while (reader.byte() !== ID.end) reader.take(reader.number())
}

const tooManyNames = () => new AppError('tooLarge', 'the archive holds too many names')
