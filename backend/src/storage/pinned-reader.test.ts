import { setTimeout as wait } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { readPinned } from './pinned-reader.ts'
import type { ByteRange } from './types.ts'

const MIB = 1024 * 1024
const file = Buffer.alloc(20 * MIB, 'nido')

/** A store that remembers what was asked and which requests are still open. */
function store() {
  const asked: ByteRange[] = []
  const open = new Set<Readable>()
  const ask = async (range: ByteRange) => {
    asked.push(range)
    const chunks: Buffer[] = []
    for (let at = range.start; at <= range.end; at += 65_536)
      chunks.push(file.subarray(at, Math.min(at + 65_536, range.end + 1)))
    const body = Readable.from(chunks, { objectMode: false })
    open.add(body)
    body.once('close', () => open.delete(body))
    return body
  }
  return { asked, open, ask }
}

describe('reading a pinned version', () => {
  it('gives the bytes of the range, in requests that follow each other', async () => {
    const { ask, asked } = store()
    const bytes = Buffer.concat((await readPinned(ask, { start: 3, end: file.length - 2 }).toArray()) as Buffer[])
    expect(bytes.equals(file.subarray(3, -1))).toBe(true)
    expect(asked[0]).toEqual({ start: 3, end: 3 + 8 * MIB - 1 })
    expect(asked.at(-1)?.end).toBe(file.length - 2)
  })

  it('lets go of the store when its reader stalls, and goes on from the byte reached', async () => {
    const { ask, asked, open } = store()
    const stream = readPinned(ask, { start: 0, end: file.length - 1 })
    const got: Buffer[] = []
    const reader = stream.iterator()
    got.push((await reader.next()).value as Buffer)
    await wait(2_600)
    expect(open.size).toBe(0)
    for await (const chunk of reader) got.push(chunk as Buffer)
    expect(Buffer.concat(got).equals(file)).toBe(true)
    expect(asked.length).toBeGreaterThan(1)
  })

  it('ends its request when its reader goes away', async () => {
    const { ask, open } = store()
    const stream = readPinned(ask, { start: 0, end: file.length - 1 })
    await stream.iterator({ destroyOnReturn: true }).next()
    stream.destroy()
    await wait(50)
    expect(open.size).toBe(0)
  })
})
