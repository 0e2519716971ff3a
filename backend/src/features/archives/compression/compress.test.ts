import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { decompress as decompressXz } from 'lzma-native'
import { Decompressor } from 'snappy'
import { run } from '../../../../../tests/helpers/unpack.ts'
import { Blocks, blocksOf, compressInBlocks } from './blocks.ts'
import { COMPRESSIONS } from './compress.ts'

const text = Buffer.from('All happy families are alike. '.repeat(100_000))
const noise = randomBytes(1_500_000)
const cut = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function unsnap(bytes: Buffer): Promise<Buffer> {
  const decompressor = new Decompressor()
  const first = decompressor.update(bytes)
  return Buffer.concat([first, await decompressor.finish()])
}
const stream = (chunks: Buffer[]) => Readable.from(chunks, { objectMode: false })
const joined = async (pieces: AsyncIterable<Uint8Array>) => Buffer.concat(await Readable.from(pieces).toArray())
const unxz = (bytes: Buffer) => new Promise<Buffer>((resolve) => decompressXz(bytes, {}, resolve))
/** Programs that know the format, and what is here anyway. */
const READERS: {
  [Format in keyof typeof COMPRESSIONS]: { programs: string[]; library?: (bytes: Buffer) => Buffer | Promise<Buffer> }
} = {
  targz: { programs: ['gzip'], library: (bytes) => gunzipSync(bytes) },
  tarbz2: { programs: ['bzip2'] },
  tarxz: { programs: ['xz'], library: unxz },
  // The library reads the first of several frames only.
  tarlz4: { programs: ['lz4'] },
  tarsz: { programs: [], library: unsnap },
  tarbr: { programs: ['brotli'], library: (bytes) => brotliDecompressSync(bytes) },
  tarzst: { programs: ['zstd'], library: (bytes) => zstdDecompressSync(bytes) },
}

/** Hashes of what every reader makes of the bytes. */
async function readBack(format: keyof typeof COMPRESSIONS, packed: Buffer): Promise<string[]> {
  const { programs, library } = READERS[format]
  const read = programs.flatMap((program) => run(program, ['-dc'], packed) ?? []).map(({ stdout }) => sha(stdout))
  return library ? [...read, sha(await library(packed))] : read
}

describe.each(Object.keys(COMPRESSIONS) as (keyof typeof COMPRESSIONS)[])('%s', (format) => {
  it.each([
    ['text', cut(text, 10_000)],
    ['noise', cut(noise, 65_536)],
    ['one byte', [Buffer.from('a')]],
    ['nothing', []],
  ])('brings back %s', async (_, chunks) => {
    const packed = await joined(COMPRESSIONS[format](stream(chunks)))
    const before = sha(Buffer.concat(chunks))
    expect((await readBack(format, packed)).filter((after) => after !== before)).toEqual([])
  })

  it('fails when its source does', async () => {
    const failing = async function* () {
      yield Buffer.from('a')
      throw new Error('unreadable')
    }
    await expect(joined(COMPRESSIONS[format](Readable.from(failing(), { objectMode: false })))).rejects.toThrow(
      'unreadable',
    )
  })
})

describe('blocks', () => {
  it('have one size, but for the last', async () => {
    const sizes: number[] = []
    for await (const block of blocksOf(stream(cut(Buffer.alloc(1000), 7)), new Blocks(300, 0))) sizes.push(block.length)
    expect(sizes).toEqual([300, 300, 300, 100])
  })

  it('are handed on shorter when their source is slow', async () => {
    let ms = 0
    async function* slow() {
      for (let count = 0; count < 10; count += 1) {
        yield Buffer.alloc(20)
        ms += 2_000
      }
    }
    const sizes: number[] = []
    for await (const block of blocksOf(slow(), new Blocks(300, 0), () => ms)) sizes.push(block.length)
    expect(sizes).toEqual([80, 60, 60])
  })

  it('are used again, and by one at a time', async () => {
    const seen = new Set<ArrayBufferLike>()
    const inUse = new Set<ArrayBufferLike>()
    const compress = compressInBlocks({
      blockBytes: 10,
      parallel: 2,
      compress: async (block) => {
        expect(inUse.has(block.buffer)).toBe(false)
        inUse.add(block.buffer)
        seen.add(block.buffer)
        await new Promise((resolve) => setTimeout(resolve, Math.random()))
        inUse.delete(block.buffer)
        return Buffer.from(block)
      },
    })
    const leave = async () => {
      for await (const _ of compress(stream(cut(Buffer.alloc(100), 7)))) break
    }
    for (let round = 0; round < 20; round += 1)
      await Promise.all([joined(compress(stream(cut(Buffer.alloc(205), 7)))), joined(compress(stream([]))), leave()])
    expect(seen.size).toBeLessThan(60)
  })

  it('are compressed side by side within the limit, and come in their order', async () => {
    let running = 0
    let most = 0
    const compress = compressInBlocks({
      blockBytes: 10,
      parallel: 2,
      compress: async (block) => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 10 * Math.random()))
        running -= 1
        return Buffer.from(block)
      },
    })
    const all = Buffer.from(Array.from({ length: 205 }, (_, index) => index))
    const [one, other] = await Promise.all([
      joined(compress(stream(cut(all, 13)))),
      joined(compress(stream(cut(all, 17)))),
    ])
    expect(one.equals(all) && other.equals(all)).toBe(true)
    expect(most).toBe(2)
  })

  it('that nobody wants any more are not compressed', async () => {
    let compressed = 0
    const compress = compressInBlocks({
      blockBytes: 10,
      parallel: 1,
      compress: async (block) => {
        compressed += 1
        return Buffer.from(block)
      },
    })
    for await (const block of compress(stream(cut(Buffer.alloc(200), 200)))) if (block.length > 0) break
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(compressed).toBeLessThan(5)
  })
})
