import { expect, it } from '@jest/globals'
import { partitionPoint } from './partition-point.ts'

it('tells where a list is divided', () => {
  for (let length = 0; length < 20; length += 1) {
    const items = Array.from({ length }, (_, index) => index)
    for (let point = 0; point <= length; point += 1) expect(partitionPoint(items, (item) => item < point)).toBe(point)
  }
})
