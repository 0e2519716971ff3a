import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { heicOfSizes } from '../../../tests/helpers/hostile-files.ts'
import { createChildren } from './child/index.ts'
import { createPictureSizes } from './picture-sizes.ts'
import { pictureSizeOf } from './picture-size.ts'

const children = createChildren(path.join(import.meta.dirname, '../child.ts'))
const sizeOf = createPictureSizes(children.looks)
afterAll(children.stop)

/** Bytes that come out as sides of a picture, whichever end they are read from. */
const SENTINELS = ['00010000', '00020000'].map((hex) => Buffer.from(hex.repeat(64), 'hex'))
const HEADER_BYTES = 160

const square = () => sharp({ create: { width: 7, height: 5, channels: 3, background: '#369' } })
const bitmap = Buffer.from('424d4600000000000000360000002800000007000000050000000100180000000000', 'hex')
const icon = Buffer.from('000001000100070500000100200010000000160000000000000000000000', 'hex')
const photoshop = Buffer.from('384250530001000000000000000300000005000000070008000300000000', 'hex')
const FORMATS: Record<string, () => Promise<Buffer>> = {
  png: () => square().png().toBuffer(),
  apng: () => square().png({ palette: true }).toBuffer(),
  jpeg: () => square().jpeg().toBuffer(),
  'jpeg with EXIF': () => square().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  gif: () => square().gif().toBuffer(),
  tiff: () => square().tiff().toBuffer(),
  'webp, lossy': () => square().webp().toBuffer(),
  'webp, lossless': () => square().webp({ lossless: true }).toBuffer(),
  'webp, extended': () => square().withMetadata({ orientation: 6 }).webp().toBuffer(),
  avif: () => square().avif().toBuffer(),
  heic: async () => heicOfSizes(2),
  bmp: async () => bitmap,
  ico: async () => icon,
  psd: async () => photoshop,
  svg: async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'),
}

describe.each(Object.keys(FORMATS))('the header of a picture: %s', (format) => {
  let whole: Buffer
  beforeAll(async () => {
    whole = (await FORMATS[format]?.()) ?? Buffer.alloc(0)
  })

  it('tells the pixels', async () => {
    expect(pictureSizeOf(whole)).not.toBeNull()
    expect(await sizeOf(whole)).toEqual(pictureSizeOf(whole))
  })

  it('C1: cut anywhere, tells nothing of the memory behind it', () => {
    for (let length = 0; length < Math.min(whole.length, HEADER_BYTES); length += 1) {
      const [one, other] = SENTINELS.map((sentinel) =>
        pictureSizeOf(Buffer.concat([whole.subarray(0, length), sentinel]).subarray(0, length)),
      )
      expect([length, one]).toEqual([length, other])
    }
  })

  it('C1: cut anywhere, tells nothing of its neighbours in a child either', async () => {
    const lengths = Array.from({ length: Math.min(whole.length, HEADER_BYTES) }, (_, length) => length)
    const [one, other] = await Promise.all(
      SENTINELS.map((sentinel) =>
        Promise.all(lengths.flatMap((length) => [sizeOf(whole.subarray(0, length)), sizeOf(sentinel)])),
      ),
    )
    expect(one).toEqual(other)
  })
})

describe('sizes of pictures', () => {
  it('C1: of nine bytes are none', async () => {
    expect(pictureSizeOf(Buffer.from('BM, words'))).toBeNull()
    expect(await sizeOf(Buffer.from('BM, words'))).toBeNull()
  })

  it('B2: are told of all others, where one takes too long to look at', async () => {
    const picture = await square().png().toBuffer()
    const found = await Promise.all([sizeOf(picture), sizeOf(heicOfSizes(80_000)), sizeOf(picture), sizeOf(picture)])
    expect(found).toEqual([{ width: 7, height: 5 }, null, { width: 7, height: 5 }, { width: 7, height: 5 }])
  })
})
