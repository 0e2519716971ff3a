// Torrent files of version 1 (BEP 3) that name files nobody has.
import { createHash } from 'node:crypto'

type Value = number | string | Buffer | readonly Value[] | { readonly [key: string]: Value }

function bencode(value: Value): Buffer {
  if (typeof value === 'number') return Buffer.from(`i${value}e`)
  if (typeof value === 'string') return bencode(Buffer.from(value))
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.from(`${value.length}:`), value])
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('l'), ...value.map(bencode), Buffer.from('e')])
  // Keys are in the order of their bytes.
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const parts = entries.flatMap(([key, inner]) => [bencode(key), bencode(inner as Value)])
  return Buffer.concat([Buffer.from('d'), ...parts, Buffer.from('e')])
}

/** A torrent of one piece with these files, by their paths and sizes; a single one without a folder is the torrent. */
export function smallTorrent(name: string, files: Readonly<Record<string, number>>): Buffer {
  const sizes = Object.entries(files)
  const info = {
    name,
    'piece length': 1 << 20,
    pieces: createHash('sha1').update(name).digest(),
    ...(sizes.length === 1 && sizes[0]?.[0] === name
      ? { length: sizes[0][1] }
      : { files: sizes.map(([path, length]) => ({ length, path: path.split('/') })) }),
  }
  return bencode({ info })
}
