import { describe, expect, it } from '@jest/globals'
import { gather } from './stream.ts'

const KIB = 1024

/** Pieces of 1 KiB, and the time that passes before each. */
function pieces(count: number, msEach: number) {
  const clock = { ms: 0 }
  return {
    now: () => clock.ms,
    source: (async function* () {
      for (let made = 0; made < count; made += 1) {
        clock.ms += msEach
        yield new Uint8Array(KIB)
      }
    })(),
  }
}

async function sizesOf(chunks: AsyncIterable<Uint8Array>): Promise<number[]> {
  const sizes: number[] = []
  for await (const { length } of chunks) sizes.push(length / KIB)
  return sizes
}

describe('small pieces', () => {
  it('go together while they come fast', async () => {
    const { source, now } = pieces(150, 1)
    expect(await sizesOf(gather(source, 150 * KIB, now))).toEqual([64, 64, 22])
  })

  it('go out once a second while they come slowly', async () => {
    const { source, now } = pieces(10, 400)
    expect(await sizesOf(gather(source, null, now))).toEqual([3, 3, 3, 1])
  })

  it.each([149, 151])('fail when %i KiB were announced and 150 came', async (announced) => {
    const { source, now } = pieces(150, 1)
    await expect(sizesOf(gather(source, announced * KIB, now))).rejects.toMatchObject({ code: 'internal' })
  })
})
