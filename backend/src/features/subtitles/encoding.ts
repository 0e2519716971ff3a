// Detects the encoding of a subtitle file, because files do not declare it and many are older than UTF-8.
import { detect } from 'chardet'

const FALLBACK = 'windows-1252'
/** Bytes used for a guess. */
const SAMPLE = 64 * 1024

/**
 * Decodes a file: by its byte order mark (Unicode 17, section 23.8), else as UTF-8 if it is valid, else in the code
 * page that its characters suggest.
 */
export function decodeText(bytes: Buffer): string {
  const marked = markedEncoding(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return legacyDecoder(detect(bytes.subarray(0, SAMPLE)) ?? FALLBACK).decode(bytes)
  }
}

function markedEncoding(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // In UTF-16 without a mark, every second byte of Latin text is zero. No other encoding has zeros.
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 200).entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd < 20) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function legacyDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder(FALLBACK)
  }
}
