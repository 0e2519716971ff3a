import { describe, expect, it } from '@jest/globals'
import { decodeBitmap, encodeBitmap } from './bitmap.ts'

/** A bitmap by its header's facts and its rows as they stand in the file. */
function bitmap({
  width,
  height,
  bits,
  compression = 0,
  extra = Buffer.alloc(0),
  rows,
}: {
  width: number
  height: number
  bits: number
  compression?: number
  extra?: Buffer
  rows: Buffer
}): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM', 0, 'latin1')
  head.writeUInt32LE(54 + extra.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(bits, 28)
  head.writeUInt32LE(compression, 30)
  return Buffer.concat([head, extra, rows])
}
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('reading bitmaps', () => {
  it('turns 24 bits upside up, red first, without the padding', async () => {
    const { data, channels } = await decodeBitmap(
      bitmap({ width: 1, height: 2, bits: 24, rows: hex('0000ff00 ff000000') }),
    )
    expect(channels).toBe(3)
    expect(data.toString('hex')).toBe('0000ffff0000')
  })

  it('leaves rows that begin at the top where they are', async () => {
    const { data, height } = await decodeBitmap(
      bitmap({ width: 1, height: -2, bits: 24, rows: hex('0000ff00 ff000000') }),
    )
    expect(height).toBe(2)
    expect(data.toString('hex')).toBe('ff00000000ff')
  })

  it('looks colours up in a palette', async () => {
    const extra = hex('00000000 0000ff00 00ff0000 ff000000')
    expect(
      (await decodeBitmap(bitmap({ width: 3, height: 1, bits: 4, extra, rows: hex('12300000') }))).data.toString('hex'),
    ).toBe('ff000000ff000000ff')
    expect(
      (await decodeBitmap(bitmap({ width: 2, height: 1, bits: 1, extra, rows: hex('40000000') }))).data.toString('hex'),
    ).toBe('000000ff0000')
  })

  it('knows 16 bits, and fields anywhere in 32', async () => {
    expect(
      (await decodeBitmap(bitmap({ width: 1, height: 1, bits: 16, rows: hex('007c0000') }))).data.toString('hex'),
    ).toBe('ff0000')
    const extra = hex('ff000000 00ff0000 0000ff00 000000ff')
    const { data, channels } = await decodeBitmap(
      bitmap({ width: 1, height: 1, bits: 32, compression: 6, extra, rows: hex('11223380') }),
    )
    expect([channels, data.toString('hex')]).toEqual([4, '11223380'])
  })

  it('refuses what is cut, compressed, too large or no bitmap', async () => {
    const whole = bitmap({ width: 2, height: 2, bits: 24, rows: Buffer.alloc(16) })
    await expect(decodeBitmap(whole.subarray(0, -1))).rejects.toMatchObject({ code: 'unsupportedMediaType' })
    await expect(
      decodeBitmap(bitmap({ width: 2, height: 2, bits: 8, compression: 1, rows: Buffer.alloc(16) })),
    ).rejects.toMatchObject({ code: 'unsupportedMediaType' })
    await expect(
      decodeBitmap(bitmap({ width: 10_001, height: 1, bits: 1, rows: Buffer.alloc(2000) })),
    ).rejects.toMatchObject({ code: 'tooLarge' })
    await expect(decodeBitmap(Buffer.from('BM, but no bitmap at all; just words'))).rejects.toMatchObject({
      code: 'unsupportedMediaType',
    })
  })

  it('reads what it writes', async () => {
    const data = Buffer.from(Array.from({ length: 3 * 5 * 3 }, (_, at) => at * 5))
    expect(await decodeBitmap(encodeBitmap({ data, width: 5, height: 3, channels: 3 }))).toEqual({
      data,
      width: 5,
      height: 3,
      channels: 3,
    })
  })
})
