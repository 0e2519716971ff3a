// Reads a tar and lists its entries.
import { AppError } from '../../../lib/app-error.ts'
import type { Cursor } from './cursor.ts'
import type { EntryList } from './entry-list.ts'
import { isEmptyBlock, readPaxRecords, readTarHeader, TAR_BLOCK, type TarHeader, fieldTextOf } from './tar-header.ts'
import { damaged } from './unpacking.ts'

/** The most bytes of a long name or of pax records. */
const EXTRA_MAX_BYTES = 1024 * 1024
const FILES = ['0', '\0', '7']
const SPARSE = 'S'
const FOLDER = '5'
const LINKS = ['1', '2']
const DEVICES = ['3', '4', '6']

/** What preceding headers say about an entry. */
interface Extra {
  name?: string
  size?: number
  modified?: number
  isSparse?: boolean
}

/** @throws AppError `unsupportedMediaType` for a broken tar, and the errors of `EntryList.add` */
export async function listTar(tar: Cursor, list: EntryList): Promise<void> {
  let extra: Extra = {}
  let isFirst = true
  for (;;) {
    const block = await tar.read(TAR_BLOCK)
    if (block.length === 0 || isEmptyBlock(block)) {
      if (isFirst && block.length === 0) throw damaged()
      return
    }
    const header = readTarHeader(block)
    if (header === null)
      throw isFirst ? new AppError('unsupportedMediaType', 'the file is not a readable tar') : damaged()
    isFirst = false
    const more = await extraOf(tar, header)
    if (more !== null) {
      extra = { ...extra, ...more }
      continue
    }
    await addEntry(tar, header, { extra, list })
    extra = {}
  }
}

/** What a header says about the next entry; null if it is an entry itself. */
async function extraOf(tar: Cursor, { type, size }: TarHeader): Promise<Extra | null> {
  if (!['x', 'g', 'L', 'K'].includes(type)) return null
  if (size > EXTRA_MAX_BYTES) throw damaged()
  const bytes = await tar.read(size)
  if (bytes.length < size || !(await tar.skip(filling(size)))) throw damaged()
  // Nothing is needed of the records for all entries and of the targets of links.
  if (type === 'g' || type === 'K') return {}
  if (type === 'L') return { name: fieldTextOf(bytes.subarray(0, endOfText(bytes))) }
  const records = readPaxRecords(bytes)
  if (records === null) throw damaged()
  return extraOfRecords(records)
}

function extraOfRecords(records: ReadonlyMap<string, string>): Extra {
  const [name, size, modified] = ['path', 'size', 'mtime'].map((key) => records.get(key))
  const bytes = Number(size)
  if (size !== undefined && (!/^\d+$/.test(size) || !Number.isSafeInteger(bytes))) throw damaged()
  return {
    ...(name !== undefined && { name }),
    ...(size !== undefined && { size: bytes }),
    ...(modified !== undefined && Number.isFinite(Number(modified)) && { modified: Number(modified) * 1_000 }),
    ...([...records.keys()].some((key) => key.startsWith('GNU.sparse.')) && { isSparse: true }),
  }
}

async function addEntry(
  tar: Cursor,
  header: TarHeader,
  { extra, list }: { extra: Extra; list: EntryList },
): Promise<void> {
  const { type, isExtended } = header
  const { name, size, modified } = { ...header, ...extra }
  if (type === SPARSE && isExtended) await skipSparseMaps(tar)
  const at = tar.position
  const isFolder = type === FOLDER || (FILES.includes(type) && name.endsWith('/'))
  const isSparse = type === SPARSE || extra.isSparse === true
  if (LINKS.includes(type)) list.leaveOut('links')
  else if (DEVICES.includes(type)) list.leaveOut('devices')
  else if (isFolder || isSparse || FILES.includes(type))
    list.add({
      name,
      isFolder,
      size: isFolder ? 0 : size,
      modified: timeOf(modified),
      trouble: isSparse ? 'method' : null,
      at,
      packed: 0,
      isDeflated: false,
      crc32: null,
    })
  // Links have no content, whatever size the header says. Folders may have some.
  const behind = LINKS.includes(type) || DEVICES.includes(type) ? 0 : size
  if (!Number.isSafeInteger(at + behind + TAR_BLOCK)) throw damaged()
  if (!(await tar.skip(behind))) throw damaged()
  // Some tars end before their last block is full.
  await tar.skip(filling(behind))
}

/** Skips the additional headers of GNU's sparse files. Byte 504 of each says whether another one follows. */
async function skipSparseMaps(tar: Cursor): Promise<void> {
  for (let isMore = true; isMore;) {
    const block = await tar.read(TAR_BLOCK)
    if (block.length < TAR_BLOCK) throw damaged()
    isMore = block[504] !== 0
  }
}

const filling = (size: number): number => (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK

function endOfText(bytes: Buffer): number {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes.length : end
}

/** Null for a time that a Date cannot represent. */
const timeOf = (modified: number): number | null =>
  Number.isNaN(new Date(modified).getTime()) ? null : Math.trunc(modified)
