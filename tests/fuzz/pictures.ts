// The size of pictures, read from the first bytes of modified files.
import sharp from 'sharp'
import { pictureSizeOf } from '../../backend/src/lib/picture-size.ts'
import { heicOfSizes, planarTiff } from '../helpers/hostile-files.ts'
import { hold, isEqual } from './holding.ts'
import { bytesLike } from './inputs.ts'
import type { Target } from './target.ts'

const square = () => sharp({ create: { width: 7, height: 5, channels: 3, background: '#369' } })
const onItsSide = () => square().withMetadata({ orientation: 6 })
const FILES: readonly Buffer[] = [
  ...(await Promise.all(
    [
      square().png(),
      square().gif(),
      square().tiff(),
      square().avif(),
      square().webp({ lossless: true }),
      onItsSide().jpeg(),
      onItsSide().webp(),
    ].map((picture) => picture.toBuffer()),
  )),
  heicOfSizes(2),
  planarTiff(8),
  Buffer.from('424d4600000000000000360000002800000007000000050000000100180000000000', 'hex'),
  Buffer.from('000001000100070500000100200010000000160000000000000000000000', 'hex'),
  Buffer.from('384250530001000000000000000300000005000000070008000300000000', 'hex'),
  Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="7mm" height="5" viewBox="0 0 7 5"/>',
  ),
]

const SIDE_LIMIT = 1_000_000

export const pictures: Target<Buffer> = {
  name: 'sizes of pictures',
  inputs: bytesLike(FILES),
  check(bytes) {
    const found = pictureSizeOf(bytes)
    if (found === null) return
    const sides = [found.width, found.height]
    hold(
      sides.every((side) => Number.isInteger(side) && side > 0 && side <= SIDE_LIMIT),
      'sides that a picture can have',
    )
    // The same bytes with others after them, in one piece of memory.
    for (const neighbour of [0x01, 0xff]) {
      const around = Buffer.concat([bytes, Buffer.alloc(64, neighbour)]).subarray(0, bytes.length)
      hold(isEqual(pictureSizeOf(around), found), 'nothing of what lies behind the bytes')
    }
  },
}
