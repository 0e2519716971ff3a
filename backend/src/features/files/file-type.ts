// The type of a file: by its name, or else by its first bytes.
import mime from 'mime'
import { SNIFF_BYTES, TEXT_CONTENT_MAX_BYTES, type FileType } from '../../../contract/resources.ts'
import { extensionOf } from '../../storage/paths.ts'

/** What films in an MPEG transport stream and TypeScript are both named. Their bytes tell them apart. */
const isAmbiguous = (name: string): boolean => /^\.m?ts$/i.test(extensionOf(name))

/** The MIME type for a name's extension, in either case; null if it has none, or one of several meanings. */
export function mimeOfName(name: string): string | null {
  const extension = extensionOf(name).slice(1)
  return extension === '' || isAmbiguous(name) ? null : mime.getType(extension)
}

// Beginnings of files, at an offset: what WHATWG's MIME sniffing standard lists for the kinds that browsers show.
const SIGNATURES: [number, string, string][] = [
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [8, 'WEBPVP', 'image/webp'],
  [4, 'ftypavif', 'image/avif'],
  [4, 'ftypheic', 'image/heic'],
  [0, '%PDF-', 'application/pdf'],
  [8, 'WAVE', 'audio/wav'],
  [8, 'AVI ', 'video/avi'],
  [0, 'ID3', 'audio/mpeg'],
  [0, 'OggS\0', 'application/ogg'],
  [0, 'fLaC', 'audio/flac'],
  [4, 'ftyp', 'video/mp4'],
  [0, '\x1aE\xdf\xa3', 'video/webm'],
]

/** The MIME type of a file by its first 512 bytes. */
export function mimeOfBytes(first: Buffer): string {
  for (const [at, text, type] of SIGNATURES) {
    if (first.toString('latin1', at, at + text.length) === text) return type
  }
  if (!isBinary(first)) return 'text/plain'
  return isTransportStream(first) ? 'video/mp2t' : 'application/octet-stream'
}

const SYNC_BYTE = 0x47
/** Packets are 188 bytes long; in the films of cameras a time of 4 bytes precedes each. */
const PACKETS = [
  { start: 0, length: 188 },
  { start: 4, length: 192 },
]

/** Whether bytes are an MPEG transport stream, by the sync bytes of three packets (ISO/IEC 13818-1). */
const isTransportStream = (first: Buffer): boolean =>
  PACKETS.some(({ start, length }) => [0, 1, 2].every((packet) => first[start + packet * length] === SYNC_BYTE))

/**
 * Whether bytes are binary: a control character up to 8, or invalid UTF-8 that is not just cut off at the end of the
 * 512 bytes.
 */
export function isBinary(first: Buffer): boolean {
  const bytes = first.subarray(0, SNIFF_BYTES)
  if (bytes.some((byte) => byte <= 8)) return true
  try {
    // With `stream`, a character that is cut off at the end is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length === SNIFF_BYTES })
    return false
  } catch {
    return true
  }
}

/**
 * What is known about a file when its type is needed. `sniffed` is the MIME type by its bytes; null if they have not
 * been read.
 */
export interface Known {
  name: string
  size: number
  sniffed: string | null
}

/** Whether the type does not follow from the name, so that the bytes have to decide. */
export function needsSniffing(name: string, size: number): boolean {
  const type = mimeOfName(name)
  return size > 0 && (type === null || kindOf(type) === null)
}

/** The type, checked in the contract's order: video, audio, image, pdf, text up to 10 MiB, else blob. */
export function fileTypeOf({ name, size, sniffed }: Known): FileType {
  const named = mimeOfName(name)
  const kind = kindOf(named ?? sniffed ?? (isAmbiguous(name) ? guessBySize(size) : ''))
  if (kind !== null && kind !== 'text') return kind
  if (size > TEXT_CONTENT_MAX_BYTES) return 'blob'
  return kind === 'text' || size === 0 || (sniffed === null ? looksTextual(named) : sniffed === 'text/plain')
    ? 'text'
    : 'blob'
}

function kindOf(type: string): FileType | null {
  for (const kind of ['video', 'audio', 'image', 'text'] as const) {
    if (type.startsWith(`${kind}/`)) return kind
  }
  return type.endsWith('pdf') ? 'pdf' : null
}

// Until the bytes have been read. Code is never that long.
const guessBySize = (size: number): string => (size > TEXT_CONTENT_MAX_BYTES ? 'video/mp2t' : 'text/plain')

// Until the bytes have been read, common text formats count as text.
const looksTextual = (type: string | null): boolean =>
  type !== null && /json|xml|javascript|yaml|toml|x-sh$|sql$/.test(type)
