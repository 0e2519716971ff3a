import { setImmediate as turn } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { OwnBytes, type Pourable, pourOut, PouredStream } from './poured-stream.ts'

/** A source that writes each piece into the same memory, as soon as it has it back. */
function source(texts: readonly string[]): Pourable & { closed: number; lent: number } {
  const memory = Buffer.alloc(16)
  return {
    closed: 0,
    lent: 0,
    async pour(take) {
      for (const text of texts) {
        const length = memory.write(text)
        this.lent += 1
        await take(memory.subarray(0, length))
        memory.fill('x')
      }
    },
    close() {
      this.closed += 1
    },
  }
}

describe('a stream that can be poured', () => {
  it('gives its readers copies', async () => {
    const stream = new PouredStream(source(['one ', 'two ', 'three']))
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('one two three')
  })

  it('lends the pieces themselves to who pours it, once', async () => {
    const pieces: string[] = []
    const lent: Buffer[] = []
    const stream = new PouredStream(source(['one', 'two']))
    await stream.pour(async (piece) => {
      pieces.push(String(piece))
      lent.push(piece)
    })
    expect(pieces).toEqual(['one', 'two'])
    expect(String(lent.at(-1))).toBe('xxx')
    expect(stream.destroyed).toBe(true)
    await expect(stream.pour(async () => undefined)).rejects.toThrow('being read')
  })

  it('asks for no more than its reader takes', async () => {
    const half = 'x'.repeat(15)
    const made = source(Array.from({ length: 100_000 }, () => half))
    const stream = new PouredStream(made)
    stream.read(1)
    for (let turns = 0; turns < 100_000 && made.lent < 100_000; turns += 1) if (turns % 1000 === 0) await turn()
    expect(made.lent).toBeLessThan(20_000)
    stream.destroy()
    expect(made.closed).toBe(1)
  })

  it('fails with its source', async () => {
    const failing: Pourable = { pour: () => Promise.reject(new Error('broken')), close: () => undefined }
    await expect(new PouredStream(failing).toArray()).rejects.toThrow('broken')
    await expect(new PouredStream(failing).pour(async () => undefined)).rejects.toThrow('broken')
  })
})

describe('pouring any stream', () => {
  it('hands over its chunks', async () => {
    const pieces: string[] = []
    await pourOut(Readable.from([Buffer.from('a'), Buffer.from('b')]), async (piece) => {
      pieces.push(String(piece))
    })
    expect(pieces).toEqual(['a', 'b'])
  })

  it('frees chunks that nobody else has once they are given back, and no others', async () => {
    const chunkOf = (text: string) => Buffer.from(Uint8Array.from(Buffer.from(text)).buffer)
    const chunks = ['a', 'b', 'refused'].map(chunkOf)
    const given = Promise.withResolvers<void>()
    const own = new OwnBytes({ transform: (bytes, _encoding, done) => done(null, bytes) })
    const pouring = pourOut(own, async (piece) => {
      if (piece === chunks[0]) await given.promise
      if (piece === chunks[2]) throw new Error('refused')
    })
    for (const chunk of chunks.slice(0, 2)) own.write(chunk)
    await turn()
    expect(chunks.map(({ length }) => length)).toEqual([1, 0, 7])
    given.resolve()
    await turn()
    own.write(chunks[2])
    await expect(pouring).rejects.toThrow('refused')
    expect(chunks.map(({ length }) => length)).toEqual([0, 0, 7])

    const theirs = chunkOf('theirs')
    await pourOut(Readable.from([theirs]), async () => undefined)
    expect(String(theirs)).toBe('theirs')
  })
})
