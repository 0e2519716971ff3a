// Reads BMP, which the picture library does not support: the uncompressed forms of Microsoft's BITMAPINFOHEADER and its
// successors.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../lib/app-error.ts'
import { checkPixels } from './limits.ts'

/** Decoded pixels: top row first, red, green, blue and, with four channels, alpha. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

const FILE_HEADER = 14
const [RGB, BITFIELDS, ALPHABITFIELDS] = [0, 3, 6]
/** Rows decoded at a time, so that others get their turn. */
const ROWS = 64

const broken = (why: string) => new AppError('unsupportedMediaType', `the bitmap cannot be read: ${why}`)

interface Layout {
  width: number
  height: number
  isTopDown: boolean
  bits: number
  dataAt: number
  stride: number
  masks: number[]
  palette: Buffer
  paletteStep: number
}

/** @throws AppError `unsupportedMediaType` for a broken or compressed file, `tooLarge` for too many pixels */
export async function decodeBitmap(file: Buffer): Promise<Pixels> {
  const layout = readLayout(file)
  const { width, height, stride, isTopDown, dataAt } = layout
  const hasAlpha = layout.bits === 32 && (layout.masks[3] ?? 0) !== 0
  const channels = hasAlpha ? 4 : 3
  const data = Buffer.alloc(width * height * channels)
  const readPixel = pixelReader(file, layout)
  for (let row = 0; row < height; row++) {
    if (row % ROWS === ROWS - 1) await nextTurn()
    const from = dataAt + stride * (isTopDown ? row : height - 1 - row)
    let to = row * width * channels
    for (let x = 0; x < width; x++) {
      const pixel = readPixel(from, x)
      data[to++] = pixel >>> 16
      data[to++] = pixel >>> 8
      data[to++] = pixel
      if (hasAlpha) data[to++] = pixel >>> 24
    }
  }
  return { data, width, height, channels }
}

function readLayout(file: Buffer): Layout {
  if (file.length < FILE_HEADER + 12 || file.toString('latin1', 0, 2) !== 'BM') throw broken('no header')
  const headerSize = file.readUInt32LE(FILE_HEADER)
  const isOld = headerSize === 12
  if ((!isOld && headerSize < 40) || file.length < FILE_HEADER + headerSize) throw broken('an unknown header')
  const at = FILE_HEADER + 4
  const width = isOld ? file.readUInt16LE(at) : file.readInt32LE(at)
  const signedHeight = isOld ? file.readUInt16LE(at + 2) : file.readInt32LE(at + 4)
  const bits = file.readUInt16LE(at + (isOld ? 6 : 10))
  const compression = isOld ? RGB : file.readUInt32LE(at + 12)
  const height = Math.abs(signedHeight)
  if (width <= 0 || height === 0 || ![1, 4, 8, 16, 24, 32].includes(bits)) throw broken('an impossible size')
  checkPixels({ width, height }, true)
  const hasMasks = compression === BITFIELDS || compression === ALPHABITFIELDS
  if (compression !== RGB && !(hasMasks && bits >= 16)) throw broken('it is compressed')
  const stride = Math.ceil((width * bits) / 32) * 4
  const dataAt = file.readUInt32LE(10)
  if (dataAt + stride * height > file.length) throw broken('it ends early')
  const paletteStep = isOld ? 3 : 4
  // Masks are in the newer headers, or right after the old one.
  const paletteAt =
    FILE_HEADER + headerSize + (hasMasks && headerSize === 40 ? (compression === ALPHABITFIELDS ? 16 : 12) : 0)
  const masks = hasMasks
    ? readMasks(file, { headerSize, compression })
    : bits === 16
      ? [0x7c00, 0x3e0, 0x1f, 0]
      : [0xff0000, 0xff00, 0xff, 0]
  return {
    width,
    height,
    isTopDown: signedHeight < 0,
    bits,
    dataAt,
    stride,
    masks,
    palette: file.subarray(paletteAt, Math.max(paletteAt, dataAt)),
    paletteStep,
  }
}

function readMasks(file: Buffer, { headerSize, compression }: { headerSize: number; compression: number }): number[] {
  const at = FILE_HEADER + 40
  if (file.length < at + 16) throw broken('it ends early')
  const hasAlpha = headerSize >= 56 || compression === ALPHABITFIELDS
  return [0, 4, 8].map((step) => file.readUInt32LE(at + step)).concat(hasAlpha ? file.readUInt32LE(at + 12) : 0)
}

/** Reads a pixel of the row at an offset of the file, as alpha, red, green and blue of one byte each. */
function pixelReader(file: Buffer, { bits, masks, palette, paletteStep }: Layout): (row: number, x: number) => number {
  if (bits <= 8) {
    const perByte = 8 / bits
    const colours = Array.from({ length: Math.min(1 << bits, Math.floor(palette.length / paletteStep)) }, (_, index) =>
      palette.readUIntLE(index * paletteStep, 3),
    )
    return (row, x) => {
      const byte = file[row + Math.floor(x / perByte)] ?? 0
      return colours[(byte >> (8 - bits * ((x % perByte) + 1))) & ((1 << bits) - 1)] ?? 0
    }
  }
  if (bits === 24) return (row, x) => file.readUIntLE(row + x * 3, 3)
  const fields = masks.map((mask) => ({
    mask,
    shift: mask === 0 ? 0 : 31 - Math.clz32(mask & -mask),
    most: mask === 0 ? 0 : mask >>> (31 - Math.clz32(mask & -mask)),
  }))
  const [red, green, blue, alpha] = fields
  type Field = (typeof fields)[number] | undefined
  const valueOf = (field: Field, value: number) =>
    !field || field.most === 0 ? 0 : Math.round((((value & field.mask) >>> field.shift) * 255) / field.most)
  return (row, x) => {
    const value = bits === 16 ? file.readUInt16LE(row + x * 2) : file.readUInt32LE(row + x * 4)
    return (
      ((valueOf(alpha, value) << 24) |
        (valueOf(red, value) << 16) |
        (valueOf(green, value) << 8) |
        valueOf(blue, value)) >>>
      0
    )
  }
}

/** A bitmap of 24 bits without alpha; `data` has three channels. */
export function encodeBitmap({ data, width, height }: Pixels): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4
  const dataAt = FILE_HEADER + 40
  const file = Buffer.alloc(dataAt + stride * height)
  file.write('BM', 0, 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(dataAt, 10)
  file.writeUInt32LE(40, FILE_HEADER)
  file.writeInt32LE(width, FILE_HEADER + 4)
  file.writeInt32LE(height, FILE_HEADER + 8)
  file.writeUInt16LE(1, FILE_HEADER + 12)
  file.writeUInt16LE(24, FILE_HEADER + 14)
  file.writeUInt32LE(stride * height, FILE_HEADER + 20)
  for (let row = 0; row < height; row++) {
    let from = (height - 1 - row) * width * 3
    let to = dataAt + row * stride
    for (let x = 0; x < width; x++, from += 3, to += 3) file.writeUIntLE(data.readUIntBE(from, 3), to, 3)
  }
  return file
}
