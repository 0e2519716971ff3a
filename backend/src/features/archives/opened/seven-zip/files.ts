// The files of a 7z, from its header.
import { ARCHIVE_ENTRIES_MAX } from '../../../../../contract/archives.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { damaged } from '../unpacking.ts'
import { HeaderReader } from './header-reader.ts'

export interface FileEntry {
  name: string
  kind: 'file' | 'folder' | 'links' | 'devices'
  /** Milliseconds since 1970; null if unknown. */
  modified: number | null
  /** Whether a part of a block has its bytes. Others are empty. */
  hasBytes: boolean
  /** Whether it stands for a file that an update of the archive is to delete. */
  isAnti: boolean
}

const ID = { end: 0, noBytes: 14, emptyFiles: 15, anti: 16, names: 17, modified: 20, attributes: 21 }

/** Attributes of Windows. Programs on POSIX systems set the last one, and keep the mode in the upper half. */
const IS_REPARSE_POINT = 0x400
const HAS_MODE = 0x8000
const TYPES: Readonly<Record<number, FileEntry['kind']>> = {
  0: 'file',
  0x8000: 'file',
  0x4000: 'folder',
  0xa000: 'links',
}
const TYPE_BITS = 0xf000

/** Times are in units of 100 ns since 1601. */
const UNITS_PER_MS = 10_000n
const FROM_1601_TO_1970_MS = 11_644_473_600_000

interface Properties {
  hasNoBytes: boolean[]
  isEmptyFile: boolean[]
  isAnti: boolean[]
  names: string[]
  times: (number | null)[]
  attributes: (number | null)[]
}

/** @throws AppError `unsupportedMediaType`, `tooLarge` */
export function readFiles(reader: HeaderReader): FileEntry[] {
  const count = reader.number()
  if (count > ARCHIVE_ENTRIES_MAX)
    throw new AppError('tooLarge', `the archive holds more than ${ARCHIVE_ENTRIES_MAX} entries`)
  const properties = readProperties(reader, count)
  let empty = 0
  return Array.from({ length: count }, (_, at) => {
    const hasBytes = properties.hasNoBytes[at] !== true
    const isFolder = !hasBytes && properties.isEmptyFile[empty] !== true
    const isAnti = !hasBytes && properties.isAnti[empty] === true
    if (!hasBytes) empty += 1
    const name = properties.names[at]
    if (name === undefined) throw damaged()
    const kind = isFolder ? 'folder' : kindOf(properties.attributes[at] ?? 0)
    return { name, kind, modified: properties.times[at] ?? null, hasBytes, isAnti }
  })
}

function readProperties(reader: HeaderReader, count: number): Properties {
  const found: Properties = { hasNoBytes: [], isEmptyFile: [], isAnti: [], names: [], times: [], attributes: [] }
  const countEmpty = () => found.hasNoBytes.filter(Boolean).length
  for (let id = reader.byte(); id !== ID.end; id = reader.byte()) {
    const property = new HeaderReader(reader.take(reader.number()))
    if (id === ID.noBytes) found.hasNoBytes = property.bits(count)
    else if (id === ID.emptyFiles) found.isEmptyFile = property.bits(countEmpty())
    else if (id === ID.anti) found.isAnti = property.bits(countEmpty())
    else if (id === ID.names) found.names = readNames(property, count)
    else if (id === ID.modified) found.times = readEach(property, count, () => timeOf(property.take(8)))
    else if (id === ID.attributes) found.attributes = readEach(property, count, () => property.take(4).readUInt32LE())
  }
  return found
}

/** Names in UTF-16, each with a zero at its end. */
function readNames(reader: HeaderReader, count: number): string[] {
  reader.expectInline()
  const names = reader.rest().toString('utf16le').split('\0')
  if (names.length !== count + 1) throw damaged()
  return names.slice(0, count)
}

function readEach(reader: HeaderReader, count: number, read: () => number): (number | null)[] {
  const isThere = reader.sparseBits(count)
  reader.expectInline()
  return isThere.map((is) => (is ? read() : null))
}

const timeOf = (bytes: Buffer): number => Number(bytes.readBigUInt64LE() / UNITS_PER_MS) - FROM_1601_TO_1970_MS

function kindOf(attributes: number): FileEntry['kind'] {
  if ((attributes & IS_REPARSE_POINT) !== 0) return 'links'
  return (attributes & HAS_MODE) === 0 ? 'file' : (TYPES[(attributes >>> 16) & TYPE_BITS] ?? 'devices')
}
