// The headers of a tar: POSIX.1-1988 ustar, the pax records of POSIX.1-2001, and the long names of GNU tar.

export const TAR_BLOCK = 512

/** The fields of a header. `size` is the number of bytes after it, without the padding of the last block. */
export interface TarHeader {
  name: string
  size: number
  /** Milliseconds since 1970. */
  modified: number
  /** The type flag: one character. */
  type: string
  /** Whether another header of a GNU sparse file follows. */
  isExtended: boolean
}

const SUM_AT = 148
const SUM_BYTES = 8
const SECOND_MS = 1_000

export const isEmptyBlock = (block: Uint8Array): boolean => block.every((byte) => byte === 0)

/** Parses a block; null if it is not a header. */
export function readTarHeader(block: Buffer): TarHeader | null {
  if (block.length < TAR_BLOCK || !hasSum(block)) return null
  const size = numberAt(block, 124, 12)
  const seconds = numberAt(block, 136, 12)
  if (size === null) return null
  // GNU tars use the field for other data where ustar has the folders of a long name.
  const isUstar = block.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isUstar ? textAt(block, 345, 155) : ''
  const name = textAt(block, 0, 100)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size,
    modified: (seconds ?? 0) * SECOND_MS,
    type: String.fromCharCode(block[156] ?? 0),
    isExtended: (block[482] ?? 0) !== 0,
  }
}

// Whether the checksum is right: the sum of all bytes, with its own field read as spaces.
function hasSum(block: Buffer): boolean {
  const told = numberAt(block, SUM_AT, SUM_BYTES)
  let sum = SUM_BYTES * 0x20
  for (const [at, byte] of block.entries()) if (at < SUM_AT || at >= SUM_AT + SUM_BYTES) sum += byte
  return told === sum
}

/** Octal digits, or a base-256 number if the first bit is set. Null for anything else and for negative numbers. */
function numberAt(block: Buffer, at: number, length: number): number | null {
  const field = block.subarray(at, at + length)
  if (((field[0] ?? 0) & 0x80) !== 0) {
    const value = field.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & 0x7f : byte), 0)
    return Number.isSafeInteger(value) ? value : null
  }
  const digits = field.toString('latin1').replaceAll(/[\0 ]+$|^ +/g, '')
  if (digits === '') return 0
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null
}

function textAt(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length)
  const end = field.indexOf(0)
  return fieldTextOf(end < 0 ? field : field.subarray(0, end))
}

/** Decodes UTF-8, or Latin-1 if that fails. */
export function fieldTextOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** The records of a pax header: `LENGTH KEY=VALUE\n`, where LENGTH includes its own digits. Null if they are broken. */
export function readPaxRecords(bytes: Buffer): Map<string, string> | null {
  const records = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const digits = space < 0 ? '' : bytes.toString('latin1', at, space)
    const end = at + (/^\d{1,9}$/.test(digits) ? Number(digits) : 0)
    if (space < 0 || end <= space + 1 || end > bytes.length || bytes[end - 1] !== 0x0a) return null
    const record = fieldTextOf(bytes.subarray(space + 1, end - 1))
    const equals = record.indexOf('=')
    if (equals < 1) return null
    records.set(record.slice(0, equals), record.slice(equals + 1))
    at = end
  }
  return records
}
