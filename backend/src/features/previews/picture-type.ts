// Signatures of the picture types that we produce (WHATWG MIME Sniffing, section 6.1; TIFF 6.0, section 2).
const SIGNATURES: [number, string, string][] = [
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [8, 'WEBPVP', 'image/webp'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, 'BM', 'image/bmp'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
]

/** The MIME type of a picture that we produced, by its first bytes; null for anything else. */
export function pictureTypeOf(bytes: Buffer): string | null {
  return SIGNATURES.find(([at, text]) => bytes.toString('latin1', at, at + text.length) === text)?.[2] ?? null
}
