// Writes zips with any inconsistency that a test needs, in both of APPNOTE's header formats.
import { crc32, deflateRawSync } from 'node:zlib'

/** One entry. Missing fields are computed from its body. */
export interface Packed {
  name: string
  body?: string | Buffer
  size?: number
  sum?: number
  attributes?: number
  flags?: number
  method?: number
  /** Its packed bytes. */
  data?: Buffer
  /** The number of the entry that it shares its bytes with. */
  like?: number
  /** Extra fields of the central directory (APPNOTE 4.5), unchanged. */
  extra?: Buffer
}

/** The bytes of a zip. */
export function pack(entries: Packed[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  for (const {
    name,
    body = '',
    size,
    sum,
    attributes = 0,
    flags = 0x800,
    method = 8,
    like,
    extra,
    data: packed,
  } of entries) {
    const bytes = Buffer.from(body)
    const data = packed ?? (method === 8 ? deflateRawSync(bytes) : bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(0x5a21_0000, 6)
    fields.writeUInt32LE(sum ?? crc32(bytes), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(size ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), data])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(attributes, 6)
    central.writeUInt32LE(like === undefined ? offset : (offsets[like] ?? 0), 10)
    const own = Buffer.from(fields)
    if (extra) own.writeUInt16LE(extra.length, 24)
    centrals.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002'),
        Buffer.from([20, 3]),
        own,
        central,
        Buffer.from(name),
        extra ?? Buffer.alloc(0),
      ]),
    )
    offsets.push(offset)
    if (like !== undefined) continue
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}
