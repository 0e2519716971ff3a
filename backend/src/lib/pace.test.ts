import { describe, expect, it } from '@jest/globals'
import { PACE_BYTES, PACE_MS } from '../../contract/fair-shares.ts'
import { createPace } from './pace.ts'

const KIB = 1024
async function* pieces(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield Buffer.alloc(size)
}

/** A reader, and a clock that says how long it takes over each piece. */
function reading(...sizes: number[]) {
  const clock = { now: 0 }
  const pace = createPace(() => clock.now)
  const bytes = pace.follow(pieces(...sizes))
  return {
    pace,
    clock,
    take: async (ms: number) => {
      clock.now += ms
      return (await bytes.next()).value
    },
  }
}

describe('the pace of a reader', () => {
  it('is none after a minute in which it has taken less than 64 KiB', async () => {
    const { pace, clock, take } = reading(32 * KIB, 31 * KIB, 32 * KIB)
    await take(0)
    await take(PACE_MS / 2)
    clock.now += PACE_MS / 2 - 1
    expect(pace.isStalled()).toBe(false)
    clock.now += 1
    expect(pace.isStalled()).toBe(true)
  })

  it('is one as long as a minute brings 64 KiB, for hours', async () => {
    const { pace, take } = reading(...Array.from({ length: 500 }, () => 32 * KIB))
    await take(0)
    for (let piece = 1; piece < 500; piece += 1) {
      await take(PACE_MS / 2 - 1)
      expect(pace.isStalled()).toBe(false)
    }
  })

  it('is not ours: while nothing is there to take, nobody stands still', async () => {
    const clock = { now: 0 }
    const pace = createPace(() => clock.now)
    const slow = async function* () {
      clock.now += 10 * PACE_MS
      yield Buffer.alloc(KIB)
      clock.now += 10 * PACE_MS
      expect(pace.isStalled()).toBe(false)
      yield Buffer.alloc(KIB)
    }
    expect(pace.isStalled()).toBe(false)
    for await (const _ of pace.follow(slow())) expect(pace.isStalled()).toBe(false)
  })

  it('is told in small pieces, whole as they are', async () => {
    const { take } = reading(5 * PACE_BYTES)
    const lengths = [await take(0), await take(0), await take(0)].map((piece) => piece?.length)
    expect(lengths).toEqual([2 * PACE_BYTES, 2 * PACE_BYTES, PACE_BYTES])
  })
})
