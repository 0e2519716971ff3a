import { describe, expect, it } from '@jest/globals'
import { reusedKeys } from './reused-keys.ts'

const before = reusedKeys([], ['a', 'b', 'c', 'd'])
const keysOf = (...wanted: string[]) => reusedKeys(before, wanted).map(([, key]) => key)

describe('the elements of rows', () => {
  it('are their own at first', () =>
    expect(before).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ]))

  it('stay with the rows that stay', () => {
    expect(keysOf('b', 'c', 'd', 'e')).toEqual([2, 3, 4, 5])
    expect(keysOf('0', 'a', 'b', 'c')).toEqual([5, 1, 2, 3])
    expect(keysOf('a', 'b', 'between', 'c', 'd')).toEqual([1, 2, 5, 3, 4])
    expect(keysOf('d', 'c', 'b', 'a')).toEqual([4, 3, 2, 1])
  })

  it('go in the same order to rows that come in the place of all', () => {
    expect(keysOf('w', 'x', 'y', 'z')).toEqual([1, 2, 3, 4])
    expect(keysOf('x', 'y')).toEqual([1, 2])
    expect(keysOf('v', 'w', 'x', 'y', 'z')).toEqual([1, 2, 3, 4, 5])
  })

  it('are never moved past one that stays', () => {
    expect(keysOf('b', 'x', 'y', 'z')).toEqual([2, 3, 4, 5])
    expect(keysOf('x', 'y', 'z', 'c')).toEqual([1, 2, 5, 3])
    expect(keysOf('a', 'renamed', 'c', 'd')).toEqual([1, 2, 3, 4])
  })

  it('are different even if two rows have the same name', () => {
    const twins = reusedKeys([], ['a', 'a', 'b'])
    for (const rows of [twins, reusedKeys(twins, ['a', 'a', 'b', 'c'])])
      expect(new Set(rows.map(([, key]) => key)).size).toBe(rows.length)
  })
})
