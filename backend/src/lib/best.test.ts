import { describe, expect, it } from '@jest/globals'
import { Best } from './best.ts'

const byNumber = (a: number, b: number) => a - b

function bestOf(numbers: readonly number[], most: number): number[] {
  const best = new Best<number>(most, byNumber)
  for (const number of numbers) best.offer(number)
  return best.items.toSorted(byNumber)
}

describe('the best of many items', () => {
  it('are kept in whatever order they come', () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => (index * 7919) % 1000)
    for (const order of [numbers, numbers.toSorted(byNumber), numbers.toSorted(byNumber).toReversed()])
      expect(bestOf(order, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('are all of them if there are few, including equal ones', () => {
    expect([bestOf([3, 1, 3, 2], 10), bestOf([2, 2, 2, 1], 2), bestOf([], 2)]).toEqual([[1, 2, 3, 3], [1, 2], []])
  })
})
