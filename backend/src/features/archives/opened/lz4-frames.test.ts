import { describe, expect, it } from '@jest/globals'
import { compressFrameSync } from 'lz4-napi'
import { unpackLz4 } from './lz4-frames.ts'

const TEXT = 'All happy families are alike. '.repeat(5_000)
/** TEXT by `lz4 -9 -BD -B4 -BX --content-size`: blocks that refer to those before them, and every checksum. */
const LINKED = Buffer.from(
  'BCJNGFRArikBAAD/D0FsbCBoYXBweSBmYW1pbGllcyBhcmUgYWxpa2UuIB4A////////////////////////////////////////' +
    '////////////////////////////////////////////////////////////////////////////////////////////////////' +
    '////////////////////////////////////////////////////////////////////////////////////////////////////' +
    '////////////////////////////////////////////////////////////////////////////////////////////////////' +
    '/8pQYW1pbGkBiXf4CgEAAA8eAP//////////////////////////////////////////////////////////////////////////' +
    '////////////////////////////////////////////////////////////////////////////////////////////////////' +
    '////////////////////////////////////////////////////////////////////////////////////////////////////' +
    '///////////////////////////////////////////////////////////////////oUGUuIEFs3RvgmlQAAAAPHgD/////////' +
    '/////////////////////////////////////////////////////////////////////////////////////////yJQaWtlLiCJ' +
    'qXS0AAAAAEjSRcE=',
  'base64',
)
/** A frame of something else: its length, and as many bytes. */
const SKIPPED = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])

async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}
const unpack = async (bytes: Buffer) => Buffer.concat(await Array.fromAsync(unpackLz4(inPieces(bytes)))).toString()

describe('LZ4', () => {
  it('is unpacked, with blocks that refer to others, several frames, and frames of something else', async () => {
    expect(await unpack(LINKED)).toBe(TEXT)
    expect(await unpack(Buffer.concat([compressFrameSync('one '), SKIPPED, compressFrameSync('two')]))).toBe('one two')
    expect(await unpack(compressFrameSync(''))).toBe('')
  })

  it('that is broken, cut or something else is refused', async () => {
    for (let at = 0; at < LINKED.length; at += 3) {
      const broken = Buffer.from(LINKED)
      broken[at] = (broken[at] ?? 0) ^ 0x10
      await expect(unpack(broken).then((text) => [at, text.length])).rejects.toThrow(/./)
    }
    for (const length of [0, 3, 6, 20, LINKED.length - 1])
      await expect(unpack(LINKED.subarray(0, length))).rejects.toThrow('damaged')
    await expect(unpack(Buffer.alloc(100))).rejects.toThrow('damaged')
  })
})
