import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, it } from '@jest/globals'
import { throttledTo } from './throttle.ts'

async function msFor(pieces: number[], rate: number): Promise<number> {
  const began = performance.now()
  let come = 0
  await pipeline(
    Readable.from(pieces.map((length) => Buffer.alloc(length))),
    throttledTo(async () => rate, new AbortController().signal),
    async (all) => {
      for await (const piece of all) come += (piece as Buffer).length
    },
  )
  expect(come).toBe(pieces.reduce((sum, length) => sum + length, 0))
  return performance.now() - began
}

it('lets bytes pass no faster than it may', async () => {
  expect(await msFor([10_000, 10_000, 10_000], 100_000)).toBeGreaterThan(290)
  await msFor([10_000_000], 0)
})
