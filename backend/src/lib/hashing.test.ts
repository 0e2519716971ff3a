import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { beginHash, type Hashing } from './hashing.ts'

async function feed(hashing: Hashing, pieces: Buffer[]): Promise<string> {
  for (const piece of pieces) while (!hashing.take(piece)) await hashing.room()
  return hashing.digest()
}

describe('hashing in threads', () => {
  it.each(['md5', 'sha1', 'sha256', 'sha512'])(
    'makes the same %s as node:crypto, of pieces of any size',
    async (algorithm) => {
      const pieces = [0, 1, 65_536, 1_048_576, 3_000_001, 17].map((size) => randomBytes(size))
      const expected = createHash(algorithm).update(Buffer.concat(pieces)).digest('hex')
      expect(await feed(beginHash(algorithm), pieces)).toBe(expected)
    },
  )

  it('keeps several streams apart, and takes bytes that change afterwards', async () => {
    const streams = Array.from({ length: 6 }, (_, index) => ({ hashing: beginHash('sha256'), byte: index }))
    const piece = Buffer.alloc(300_000)
    for (let round = 0; round < 9; round += 1) {
      for (const { hashing, byte } of streams) {
        piece.fill(byte)
        while (!hashing.take(piece)) await hashing.room()
      }
    }
    const sums = await Promise.all(streams.map(({ hashing }) => hashing.digest()))
    expect(sums).toEqual(
      streams.map(({ byte }) => createHash('sha256').update(Buffer.alloc(2_700_000, byte)).digest('hex')),
    )
  })

  it('uses the memory of streams that have ended again', async () => {
    const piece = randomBytes(3 * 1024 * 1024)
    const expected = createHash('sha256').update(piece).digest('hex')
    const sums = []
    const before = process.memoryUsage().arrayBuffers
    for (let count = 0; count < 20; count += 1) sums.push(await feed(beginHash('sha256'), [piece]))
    expect(new Set(sums)).toEqual(new Set([expected]))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  })

  it('takes no more than it has buffers for, and goes on after one that was dropped', async () => {
    const dropped = beginHash('md5')
    const piece = Buffer.alloc(1_000_000)
    let taken = 0
    while (dropped.take(piece)) taken += 1
    expect(taken).toBe(4)
    dropped.drop()
    expect(await feed(beginHash('md5'), [Buffer.from('abc')])).toBe('900150983cd24fb0d6963f7d28e17f72')
  })
})
