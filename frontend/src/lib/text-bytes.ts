// Converts between the bytes of a text file and its text. The encoding is detected, and kept when the file is saved.

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding of a text in its file. */
export interface Lettering {
  encoding: Encoding
  /** Whether the file begins with a byte order mark. */
  hasMark: boolean
}

export interface DecodedText extends Lettering {
  text: string
}

export const PLAIN_LETTERING: Lettering = { encoding: 'utf-8', hasMark: false }

const MARKS: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The text of a file; null if it is binary. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const [marked, mark] = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [null, []]
  const body = bytes.subarray(mark.length)
  const guesses: readonly Encoding[] = marked ? [marked] : guessesFor(body)
  for (const encoding of guesses) {
    const text = tryDecode(body, encoding)
    if (text !== null && (marked !== null || encoding === 'utf-8' || !hasControls(text)))
      return { text, encoding, hasMark: marked !== null }
  }
  return null
}

/** The bytes of a text; null if the encoding lacks one of its characters. */
export function encodeText(text: string, { encoding, hasMark }: Lettering): Uint8Array<ArrayBuffer> | null {
  const mark = hasMark ? (MARKS.find(([marked]) => marked === encoding)?.[1] ?? []) : []
  const body = encoding === 'utf-8' ? new TextEncoder().encode(text) : encodeUnits(text, encoding)
  if (body === null || mark.length === 0) return body
  const bytes = new Uint8Array(mark.length + body.length)
  bytes.set(mark)
  bytes.set(body, mark.length)
  return bytes
}

/** How many bytes at the beginning decide about a file. */
const LOOKED_AT = 64 * 1024

/** The possible encodings of bytes without a mark. Only UTF-16 has zeros, in every other byte of most letters. */
function guessesFor(bytes: Uint8Array): readonly Encoding[] {
  const zeros = [0, 0]
  bytes.subarray(0, LOOKED_AT).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (even + odd === 0) return bytes.includes(0) ? [] : ['utf-8', 'windows-1252']
  const most = Math.max(even, odd)
  const isTwoByte = most > Math.min(even, odd) * 10 && most * 5 > Math.min(bytes.length, LOOKED_AT) / 2
  return isTwoByte ? [odd > even ? 'utf-16le' : 'utf-16be'] : []
}

function tryDecode(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Almost any bytes can be decoded this way. Control characters, which no text has, show that it is wrong. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const hasControls = (text: string): boolean => /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)

function encodeUnits(text: string, encoding: Exclude<Encoding, 'utf-8'>): Uint8Array<ArrayBuffer> | null {
  if (encoding === 'windows-1252') return encodeSingle(text)
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index++)
    view.setUint16(index * 2, text.charCodeAt(index), encoding === 'utf-16le')
  return new Uint8Array(view.buffer)
}

/** The byte for each character of Windows-1252. */
const SINGLE = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter.charCodeAt(0), byte],
  ),
)

function encodeSingle(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const byte = SINGLE.get(text.charCodeAt(index))
    if (byte === undefined) return null
    bytes[index] = byte
  }
  return bytes
}
