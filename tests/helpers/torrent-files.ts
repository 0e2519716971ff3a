// Makes torrent files (BEP 3), right ones and wrong ones.
import { createHash } from 'node:crypto'

export type Value =
  | number
  | bigint
  | string
  | Uint8Array
  | readonly Value[]
  | { readonly [key: string]: Value | undefined }

/** Keys in their order, as bencode wants them. */
export function bencode(value: Value): Buffer {
  if (typeof value === 'number' || typeof value === 'bigint') return Buffer.from(`i${value}e`)
  if (typeof value === 'string') return bencode(Buffer.from(value))
  if (value instanceof Uint8Array) return Buffer.concat([Buffer.from(`${value.length}:`), value])
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('l'), ...value.map(bencode), Buffer.from('e')])
  const pairs = Object.entries(value as Record<string, Value | undefined>)
    .filter((pair): pair is [string, Value] => pair[1] !== undefined)
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return Buffer.concat([Buffer.from('d'), ...pairs.flatMap((pair) => pair.map(bencode)), Buffer.from('e')])
}

/** A file of a torrent. `attr`: what BEP 47 says of it. */
export interface MadeFile {
  path: string[]
  bytes: Uint8Array
  attr?: string
}

export interface MadeTorrent {
  name?: string
  /** One without a path is the torrent's only file. */
  files: readonly MadeFile[]
  pieceLength?: number
  /** More of `info`, or instead of what it would be. */
  info?: Record<string, Value | undefined>
  trackers?: readonly string[]
  webSeeds?: readonly string[]
  /** More entries beside `info`. */
  more?: Record<string, Value>
}

export const PIECE_BYTES = 16 * 1024

/** The torrent of one file, or of several in a folder, by their paths. `more`: other entries, such as `announce`. */
export function torrentOf(name: string, content: Buffer | Record<string, Buffer>, more: Record<string, Value> = {}) {
  const files = Buffer.isBuffer(content)
    ? [{ path: [], bytes: content }]
    : Object.entries(content).map(([path, bytes]) => ({ path: path.split('/'), bytes }))
  return makeTorrent({ name, files, more })
}

/** The bytes of a torrent file. */
export function makeTorrent({
  name = 'made',
  files,
  pieceLength = PIECE_BYTES,
  info,
  trackers,
  webSeeds,
  more,
}: MadeTorrent): Buffer {
  const content = Buffer.concat(files.map(({ bytes }) => bytes))
  const [only] = files
  const isSingle = files.length === 1 && only?.path.length === 0
  return bencode({
    announce: trackers?.[0],
    'announce-list': trackers?.map((tracker) => [tracker]),
    'url-list': webSeeds,
    ...more,
    info: {
      name,
      'piece length': pieceLength,
      pieces: hashesOf(content, pieceLength),
      ...(isSingle
        ? { length: content.length }
        : { files: files.map(({ path, bytes, attr }) => ({ path, length: bytes.length, attr })) }),
      ...info,
    },
  })
}

function hashesOf(content: Uint8Array, pieceLength: number): Buffer {
  const hashes: Buffer[] = []
  for (let start = 0; start < content.length; start += pieceLength)
    hashes.push(sha1(content.subarray(start, start + pieceLength)))
  return Buffer.concat(hashes)
}

export const sha1 = (bytes: Uint8Array): Buffer => createHash('sha1').update(bytes).digest()

/** The hash of a torrent, in hex, by the library that others use. */
export function infoHashOf(torrent: Buffer): string {
  const start = torrent.indexOf('4:info') + '4:info'.length
  // In a torrent of ours nothing but `url-list` follows.
  const end = torrent.lastIndexOf('8:url-list') > start ? torrent.lastIndexOf('8:url-list') : torrent.length - 1
  return sha1(torrent.subarray(start, end)).toString('hex')
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
