// Files that are made to cost their readers time and memory.
import { deflateSync } from 'node:zlib'

/**
 * An image of one colour whose three planes are each a single strip (TIFF 6.0, PlanarConfiguration 2): about 1 MB that
 * decodes to `side` × `side` × 3 numbers of `bits` bits.
 */
export function planarTiff(side: number, bits: 8 | 16 = 8): Buffer {
  const plane = deflateSync(Buffer.alloc((side * side * bits) / 8, 0x80), { level: 1 })
  const [shorts, offsets, lengths] = [8, 16, 28]
  const dataAt = 40
  const directoryAt = dataAt + 3 * plane.length
  const extras = Buffer.alloc(dataAt - shorts)
  for (const at of [0, 2, 4]) extras.writeUInt16LE(bits, at)
  for (const index of [0, 1, 2]) {
    extras.writeUInt32LE(dataAt + index * plane.length, offsets - shorts + index * 4)
    extras.writeUInt32LE(plane.length, lengths - shorts + index * 4)
  }
  const [SHORT, LONG] = [3, 4]
  const fields: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, side],
    [257, LONG, 1, side],
    [258, SHORT, 3, shorts],
    [259, SHORT, 1, 8],
    [262, SHORT, 1, 2],
    [273, LONG, 3, offsets],
    [277, SHORT, 1, 3],
    [278, LONG, 1, side],
    [279, LONG, 3, lengths],
    [284, SHORT, 1, 2],
  ]
  const directory = Buffer.alloc(2 + fields.length * 12 + 4)
  directory.writeUInt16LE(fields.length)
  for (const [index, [tag, type, count, value]] of fields.entries()) {
    const at = 2 + index * 12
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(count, at + 4)
    directory.writeUInt32LE(value, at + 8)
  }
  const head = Buffer.from('49492a0000000000', 'hex')
  head.writeUInt32LE(directoryAt, 4)
  return Buffer.concat([head, extras, plane, plane, plane, directory])
}

/**
 * A HEIC with `count` size properties. A reader that searches from the start for each property passes all of them every
 * time. `free`: the number of meaningless bytes before them.
 */
export function heicOfSizes(count: number, free = 0): Buffer {
  const box = (type: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat(content)
    const head = Buffer.alloc(8, type, 'latin1')
    head.writeUInt32BE(8 + body.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const size = box('ispe', Buffer.from('000000000000004000000040', 'hex'))
  const version = Buffer.alloc(4)
  return Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0heic')),
    ...(free > 0 ? [box('free', Buffer.alloc(free))] : []),
    box('meta', version, box('iprp', box('ipco', ...Array.from({ length: count }, () => size)))),
  ])
}

/** A drawing of a few kilobytes that shows the same large picture `count` times. `png`: the picture. */
export function svgWith(png: Buffer, count: number): Buffer {
  const image = `<image width="100" height="100" href="data:image/png;base64,${png.toString('base64')}"/>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${image.repeat(count)}</svg>`)
}

/** A SubStation Alpha file whose format line names `fields` fields, filled with lines up to `bytes` bytes. */
export function assOfFields(fields: number, bytes: number): string {
  const head = `[Events]\nFormat:${','.repeat(fields)}\n`
  return head + 'Dialogue:\n'.repeat(Math.floor((bytes - head.length) / 10))
}
