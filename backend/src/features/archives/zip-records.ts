// The records of a zip file (PKWARE APPNOTE 6.3.10). Files are stored uncompressed: most household files are compressed
// already, and the total length is known before the first byte.
import type { ArchiveEntry } from './entry-log.ts'
import { SMALL_FILE_BYTES } from './read-ahead.ts'

const UINT16_MAX = 0xffff
const UINT32_MAX = 0xffffffff
/** Bit 11: names are UTF-8. Bit 3: the checksum follows the data. */
const UTF8 = 0x0800
const CHECKSUM_BEHIND = 0x0008
const VERSION_PLAIN = 20
const VERSION_ZIP64 = 45
const MADE_BY_UNIX = 3 << 8
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o40755
const DOS_FOLDER = 0x10

/** Length of the end records, without those of zip64. */
const END_LENGTH = 22
const END64_LENGTH = 56 + 20
const TIME_EXTRA_LENGTH = 9

const sizeOf = (entry: ArchiveEntry): number => entry.file?.stat.size ?? 0
const nameOf = (entry: ArchiveEntry): Buffer => Buffer.from(entry.file ? entry.name : `${entry.name}/`)
const is64 = (value: number): boolean => value >= UINT32_MAX

/** Whether the checksum is only known after the data has been sent. */
export const isChecksumBehind = (entry: ArchiveEntry): boolean => sizeOf(entry) > SMALL_FILE_BYTES

/**
 * The local header, before an entry's data (section 4.3.7). `crc` only matters if the checksum does not follow the
 * data.
 */
export function localHeader(entry: ArchiveEntry, crc: number): Buffer {
  const isBehind = isChecksumBehind(entry)
  const size = isBehind ? 0 : sizeOf(entry)
  const wide = is64(sizeOf(entry))
  const extra = Buffer.concat([timeExtra(entry), wide ? wideExtra([0, 0]) : Buffer.alloc(0)])
  const name = nameOf(entry)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  writeCommon(head, 4, entry)
  head.writeUInt32LE(isBehind ? 0 : crc, 14)
  head.writeUInt32LE(wide ? UINT32_MAX : size, 18)
  head.writeUInt32LE(wide ? UINT32_MAX : size, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

/** The data descriptor, after the data of an entry whose checksum was not known before (section 4.3.9). */
export function descriptor(entry: ArchiveEntry, crc: number): Buffer {
  const size = sizeOf(entry)
  const wide = is64(size)
  const record = Buffer.alloc(wide ? 24 : 16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  if (wide) {
    record.writeBigUInt64LE(BigInt(size), 8)
    record.writeBigUInt64LE(BigInt(size), 16)
  } else {
    record.writeUInt32LE(size, 8)
    record.writeUInt32LE(size, 12)
  }
  return record
}

/** An entry of the central directory (section 4.3.12). `offset`: where its local header begins. */
export function centralHeader(entry: ArchiveEntry, { crc, offset }: { crc: number; offset: number }): Buffer {
  const size = sizeOf(entry)
  const wide = [...(is64(size) ? [size, size] : []), ...(is64(offset) ? [offset] : [])]
  const extra = Buffer.concat([timeExtra(entry), wide.length > 0 ? wideExtra(wide) : Buffer.alloc(0)])
  const name = nameOf(entry)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 4)
  writeCommon(head, 6, entry)
  if (is64(offset)) head.writeUInt16LE(VERSION_ZIP64, 6)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(Math.min(size, UINT32_MAX), 20)
  head.writeUInt32LE(Math.min(size, UINT32_MAX), 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE(entry.file ? FILE_MODE * 0x10000 : FOLDER_MODE * 0x10000 + DOS_FOLDER, 38)
  head.writeUInt32LE(Math.min(offset, UINT32_MAX), 42)
  return Buffer.concat([head, name, extra])
}

/**
 * The end of the file: position and size of the directory, also in 64 bits if they need it (sections 4.3.14 to 4.3.16).
 */
export function endRecords({ count, start, length }: { count: number; start: number; length: number }): Buffer {
  const end = Buffer.alloc(END_LENGTH)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, UINT16_MAX), 8)
  end.writeUInt16LE(Math.min(count, UINT16_MAX), 10)
  end.writeUInt32LE(Math.min(length, UINT32_MAX), 12)
  end.writeUInt32LE(Math.min(start, UINT32_MAX), 16)
  if (!needsEnd64({ count, start, length })) return end
  const wide = Buffer.alloc(END64_LENGTH)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12)
  wide.writeUInt16LE(VERSION_ZIP64, 14)
  wide.writeBigUInt64LE(BigInt(count), 24)
  wide.writeBigUInt64LE(BigInt(count), 32)
  wide.writeBigUInt64LE(BigInt(length), 40)
  wide.writeBigUInt64LE(BigInt(start), 48)
  wide.writeUInt32LE(0x07064b50, 56)
  wide.writeBigUInt64LE(BigInt(start + length), 64)
  wide.writeUInt32LE(1, 72)
  return Buffer.concat([wide, end])
}

const needsEnd64 = ({ count, start, length }: { count: number; start: number; length: number }): boolean =>
  count >= UINT16_MAX || is64(start) || is64(length)

/** Bytes of an entry with its headers; of its entry in the directory; and of the end. */
export const entryLength = (entry: ArchiveEntry): number =>
  30 +
  nameOf(entry).length +
  TIME_EXTRA_LENGTH +
  (is64(sizeOf(entry)) ? 20 : 0) +
  sizeOf(entry) +
  (isChecksumBehind(entry) ? (is64(sizeOf(entry)) ? 24 : 16) : 0)
export const centralLength = (entry: ArchiveEntry, offset: number): number => {
  const wide = (is64(sizeOf(entry)) ? 16 : 0) + (is64(offset) ? 8 : 0)
  return 46 + nameOf(entry).length + TIME_EXTRA_LENGTH + (wide > 0 ? 4 + wide : 0)
}
export const endLength = (end: { count: number; start: number; length: number }): number =>
  END_LENGTH + (needsEnd64(end) ? END64_LENGTH : 0)

// Version needed, flags, method (0: stored), time and date: the same in both headers.
function writeCommon(head: Buffer, at: number, entry: ArchiveEntry): void {
  const { date, time } = dosTime(entry.modified)
  head.writeUInt16LE(is64(sizeOf(entry)) ? VERSION_ZIP64 : VERSION_PLAIN, at)
  head.writeUInt16LE(UTF8 | (isChecksumBehind(entry) ? CHECKSUM_BEHIND : 0), at + 2)
  head.writeUInt16LE(time, at + 6)
  head.writeUInt16LE(date, at + 8)
}

// MS-DOS times have no time zone and no years before 1980. The exact time is in the extra field.
function dosTime(modified: Date): { date: number; time: number } {
  const year = modified.getUTCFullYear()
  if (Number.isNaN(year) || year < 1980) return { date: 0x21, time: 0 }
  if (year > 2107) return { date: 0xff9f, time: 0xbf7d }
  return {
    date: ((year - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate(),
    time: (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1),
  }
}

/** The "extended timestamp" field of Info-ZIP (0x5455): seconds since 1970, in UTC. */
function timeExtra({ modified }: ArchiveEntry): Buffer {
  const extra = Buffer.alloc(TIME_EXTRA_LENGTH)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeInt32LE(Math.max(-0x80000000, Math.min(0x7fffffff, Math.floor(modified.getTime() / 1000))), 5)
  return extra
}

/** Values that do not fit into 32 bits (section 4.5.3). */
function wideExtra(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index))
  return extra
}
