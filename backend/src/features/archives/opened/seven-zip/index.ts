// Opens 7z archives. Their header is read, and of the rest only what is to be unpacked.
import { crc32 } from 'node:zlib'
import { WHOLE_ARCHIVE_MAX_BYTES } from '../../../../../contract/archives.ts'
import { type ChildFile, createStreamCursor } from '../cursor.ts'
import type { EntryList } from '../entry-list.ts'
import { damaged } from '../unpacking.ts'
import type { Block, Substream } from './blocks.ts'
import { readContents } from './contents.ts'
import type { FileEntry } from './files.ts'
import { troubleWith, unpackBlock } from './unpack.ts'

/** A file, and the part of a block that has its bytes; null if it is empty. */
interface Filled {
  entry: FileEntry
  bytes: { block: OpenBlock; part: Substream } | null
}

interface OpenBlock {
  block: Block
  trouble: 'encrypted' | 'method' | null
  /** Its parts. Links have bytes, too, which are not given. */
  parts: { part: Substream; isGiven: boolean }[]
}

interface SevenZip {
  files: Filled[]
  blocks: OpenBlock[]
  isLocked: boolean
  /** Whether libarchive has to unpack it, because nothing else here knows some method. */
  isForLibrary: boolean
}

const PIECE_BYTES = 256 * 1024

async function openSevenZip(file: ChildFile): Promise<SevenZip> {
  const { blocks, files, isLocked } = await readContents(file)
  const troubles = blocks.map(troubleWith)
  const isForLibrary =
    file.size <= WHOLE_ARCHIVE_MAX_BYTES && troubles.includes('library') && !troubles.includes('method')
  const opened = blocks.map((block, at): OpenBlock => {
    const trouble = troubles[at] ?? null
    return { block, trouble: trouble === 'library' ? (isForLibrary ? null : 'method') : trouble, parts: [] }
  })
  return { files: fill(files, opened), blocks: opened, isLocked, isForLibrary }
}

/** Files take the parts of the blocks in their order. */
function fill(files: readonly FileEntry[], blocks: readonly OpenBlock[]): Filled[] {
  const parts = blocks.flatMap((block) => block.block.substreams.map((part) => ({ block, part })))
  let next = 0
  const filled = files.map((entry): Filled => {
    if (!entry.hasBytes) return { entry, bytes: null }
    const bytes = parts[next]
    if (bytes === undefined) throw damaged()
    next += 1
    bytes.block.parts.push({ part: bytes.part, isGiven: entry.kind === 'file' })
    return { entry, bytes }
  })
  if (next < parts.length) throw damaged()
  return filled
}

/**
 * Lists the archive. Returns whether even its names are encrypted.
 * @throws AppError `unsupportedMediaType`, `tooLarge`
 */
export async function listSevenZip(file: ChildFile, list: EntryList): Promise<{ isEncrypted: boolean }> {
  const { files, isLocked } = await openSevenZip(file)
  let at = 0
  for (const { entry, bytes } of files) {
    const { name, kind, modified, isAnti } = entry
    if (isAnti) continue
    if (kind === 'links' || kind === 'devices') {
      list.leaveOut(kind)
      continue
    }
    const size = bytes?.part.size ?? 0
    const trouble = bytes?.block.trouble ?? null
    const packing = { packed: 0, isDeflated: false, crc32: null }
    list.add({ name, isFolder: kind === 'folder', size, modified, at, trouble, ...packing })
    if (trouble === null) at += size
  }
  return { isEncrypted: isLocked }
}

/** The bytes of all readable files one after another, beginning at a position in them. */
export async function* readSevenZip(file: ChildFile, from: number): AsyncGenerator<Uint8Array> {
  const { blocks, isForLibrary } = await openSevenZip(file)
  if (isForLibrary) return yield* (await import('../whole-archive.ts')).readWhole(file, from)
  let at = 0
  for (const block of blocks) {
    if (block.trouble !== null) continue
    const end = at + block.parts.reduce((sum, { part, isGiven }) => sum + (isGiven ? part.size : 0), 0)
    if (end > from) yield* readParts(file, block, Math.max(0, from - at))
    at = end
  }
}

/** The given parts of a block, without the first `skipped` bytes. Whatever is unpacked is checked. */
async function* readParts(file: ChildFile, { block, parts }: OpenBlock, skipped: number): AsyncGenerator<Uint8Array> {
  const cursor = createStreamCursor(unpackBlock(file, block))
  let at = 0
  for (const { part, isGiven } of parts) {
    let sum = 0
    for (let left = part.size; left > 0;) {
      const piece = await cursor.read(Math.min(left, PIECE_BYTES))
      if (piece.length === 0) throw damaged()
      left -= piece.length
      sum = crc32(piece, sum)
      if (!isGiven) continue
      if (at + piece.length > skipped) yield piece.subarray(Math.max(0, skipped - at))
      at += piece.length
    }
    if (part.crc32 !== null && sum !== part.crc32) throw damaged()
  }
}
