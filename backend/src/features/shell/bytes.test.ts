import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { bytesOf, OUTPUT_LINE_MAX_BYTES, lines } from './bytes.ts'

const all = async <T>(each: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(each)
async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describe('lines', () => {
  it('are found over the ends of chunks', async () => {
    expect(await all(lines(chunks('a\nb', 'c\n', '\nd')))).toEqual(['a', 'bc', '', 'd'])
    expect(await all(lines(chunks('', '')))).toEqual([])
    expect(await all(lines(chunks('a\n')))).toEqual(['a'])
  })
  it('keep characters that chunks cut', async () => {
    const [first, second] = [Buffer.from('é\n').subarray(0, 1), Buffer.from('é\n').subarray(1)]
    expect(
      await all(
        lines(
          (async function* cut() {
            yield first
            yield second
          })(),
        ),
      ),
    ).toEqual(['é'])
  })
  it('are cut where they have no end', async () => {
    const found = await all(lines(chunks('x'.repeat(OUTPUT_LINE_MAX_BYTES * 2 + 10), 'y\n', 'z')))
    expect(found.map((line) => line.length)).toEqual([OUTPUT_LINE_MAX_BYTES, OUTPUT_LINE_MAX_BYTES, 11, 1])
  })
})

describe('the bytes of a stream', () => {
  it('end with a failure at the signal, and the stream is let go of', async () => {
    const gone = new AbortController()
    const stream = new Readable({ read: () => undefined })
    const reading = all(bytesOf(stream, gone.signal))
    gone.abort(new Error('nobody waits'))
    await expect(reading).rejects.toThrow('nobody waits')
    expect(stream.destroyed).toBe(true)
  })
  it('let go of the stream when no more are wanted', async () => {
    const stream = Readable.from([Buffer.from('a'), Buffer.from('b')])
    for await (const _ of bytesOf(stream, new AbortController().signal)) break
    expect(stream.destroyed).toBe(true)
  })
})
