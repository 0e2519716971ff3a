import { describe, expect, it } from '@jest/globals'
import { mapYielding } from './yielding.ts'

/** Work that takes a fifth of a millisecond. */
function busy(): void {
  const end = performance.now() + 0.2
  while (performance.now() < end);
}

describe('mapping in turns', () => {
  it('keeps the order and leaves out what is null', async () => {
    expect(
      await mapYielding(
        Array.from({ length: 100 }, (_, index) => index),
        (number) => (number % 3 === 0 ? number * 2 : null),
      ),
    ).toEqual(Array.from({ length: 34 }, (_, index) => index * 6))
    expect(await mapYielding([], () => 1)).toEqual([])
  })

  it('lets others have their turn in between', async () => {
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    })
    await mapYielding(
      Array.from({ length: 1_000 }, () => null),
      busy,
    )
    clearInterval(count)
    expect(turns).toBeGreaterThan(5)
  })
})
