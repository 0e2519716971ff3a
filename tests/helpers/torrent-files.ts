// Makes torrent files (BEP 3), right ones and wrong ones.
import { createHash } from 'node:crypto'

/** What bencode can hold. Texts are UTF-8. */
export type Bencodable = number | string | Buffer | readonly Bencodable[] | { readonly [key: string]: Bencodable }

export function bencode(value: Bencodable): Buffer {
  if (typeof value === 'number') return Buffer.from(`i${value}e`)
  if (typeof value === 'string') return bencode(Buffer.from(value))
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.from(`${value.length}:`), value])
  if (Array.isArray(value)) return wrapped('l', (value as readonly Bencodable[]).map(bencode))
  const entries = Object.entries(value as Record<string, Bencodable>).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return wrapped(
    'd',
    entries.flatMap(([key, one]) => [bencode(key), bencode(one)]),
  )
}

const wrapped = (letter: string, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(letter), ...parts, Buffer.from('e')])

export const PIECE_BYTES = 16 * 1024

/** The torrent of one file, or of several in a folder. `more`: other entries, such as `announce` or `url-list`. */
export function torrentOf(
  name: string,
  content: Buffer | Record<string, Buffer>,
  more: Record<string, Bencodable> = {},
): Buffer {
  const files = Buffer.isBuffer(content) ? { '': content } : content
  const all = Buffer.concat(Object.values(files))
  const pieces: Buffer[] = []
  for (let at = 0; at < all.length; at += PIECE_BYTES)
    pieces.push(
      createHash('sha1')
        .update(all.subarray(at, at + PIECE_BYTES))
        .digest(),
    )
  const shape: Record<string, Bencodable> = Buffer.isBuffer(content)
    ? { length: content.length }
    : { files: Object.entries(files).map(([path, { length }]) => ({ path: path.split('/'), length })) }
  return bencode({ ...more, info: { name, 'piece length': PIECE_BYTES, pieces: Buffer.concat(pieces), ...shape } })
}

/** A form with one file, as browsers send it (RFC 7578), and its content type. */
export function formWith(field: string, fileName: string, bytes: Buffer): { body: Buffer; type: string } {
  const boundary = 'nido-form-boundary'
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n` +
    'Content-Type: application/x-bittorrent\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}
