import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { FileSink, type FileSinkOptions } from './file-sink.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-sink-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writes pieces, and answers what is in the file then, how far it was told to be, and how long it took. */
async function write(name: string, pieces: readonly string[], options: Partial<FileSinkOptions> = {}) {
  const file = path.join(folder, name)
  const told: number[] = []
  const began = performance.now()
  const sink = new FileSink({
    file,
    come: 0,
    most: Infinity,
    rate: async () => 0,
    signal: new AbortController().signal,
    onBytes: (bytes) => told.push(bytes),
    ...options,
  })
  await pipeline(
    Readable.from(
      pieces.map((piece) => Buffer.from(piece)),
      { objectMode: true },
    ),
    sink,
  )
  return { content: (await readFile(file)).toString(), bytes: sink.bytes, told, ms: performance.now() - began }
}

describe('the file of a download', () => {
  it('gets what comes, and what comes behind it later', async () => {
    const long = 'x'.repeat(100_000)
    const pieces = Array.from({ length: 60 }, (_, index) => `${index}${long}`)
    const whole = await write('one', pieces)
    expect([whole.content === pieces.join(''), whole.bytes, whole.told.at(-1)]).toEqual([
      true,
      pieces.join('').length,
      pieces.join('').length,
    ])
    await write('two', ['begin'])
    expect(await write('two', [' and', ' end'], { come: 5 })).toMatchObject({ content: 'begin and end', bytes: 13 })
    expect((await write('two', ['new'])).content).toBe('new')
  })

  it('gets no more than allowed', async () => {
    await expect(write('most', ['abc', 'def', 'g'], { most: 6 })).rejects.toMatchObject({ code: 'ETOOLARGE' })
    expect(await write('most', ['abc', 'def'], { most: 6 })).toMatchObject({ content: 'abcdef' })
  })

  it('gets it no faster than it may', async () => {
    const piece = 'x'.repeat(10_000)
    const { ms, told } = await write('slow', [piece, piece, piece], { rate: async () => 100_000 })
    expect(ms).toBeGreaterThan(290)
    expect(told.at(-1)).toBe(30_000)
    // Many small pieces are told of several times a second.
    const many = await write('drops', Array<string>(50).fill('x'.repeat(1_000)), { rate: async () => 100_000 })
    expect(many.told.length).toBeGreaterThanOrEqual(2)
    expect(many.ms).toBeGreaterThan(490)
  })
})
