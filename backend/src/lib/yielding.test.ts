import { describe, expect, it } from '@jest/globals'
import { turnsDuring } from '../../../tests/helpers/turns.ts'
import { eachYielding, mapYielding, walkYielding } from './yielding.ts'

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
    const turns = await turnsDuring(() =>
      mapYielding(
        Array.from({ length: 1_000 }, () => null),
        busy,
      ),
    )
    expect(turns).toBeGreaterThan(5)
  })
})

describe('a long list, item by item', () => {
  it('comes whole and in order', async () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    expect(await Array.fromAsync(eachYielding(numbers))).toEqual(numbers)
  })

  it('lets others have their turn in between', async () => {
    const turns = await turnsDuring(async () => {
      for await (const _ of eachYielding(Array.from({ length: 1_000 }))) busy()
    })
    expect(turns).toBeGreaterThan(5)
  })
})

describe('walking through a long list', () => {
  it('passes each item on, in order', async () => {
    const seen: number[] = []
    await walkYielding([1, 2, 3], (number) => seen.push(number))
    expect(seen).toEqual([1, 2, 3])
  })

  it('lets others have their turn in between', async () => {
    expect(await turnsDuring(() => walkYielding(Array.from({ length: 1_000 }), busy))).toBeGreaterThan(5)
  })
})
