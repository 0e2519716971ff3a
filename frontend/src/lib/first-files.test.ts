import { expect, it } from '@jest/globals'
import { IMPORT_FIRST_MAX } from '../../../backend/contract/limits.ts'
import { moved, toggledFirst } from './first-files.ts'

it('puts files first, and takes them out again', () => {
  expect(toggledFirst([], [3])).toEqual([3])
  expect(toggledFirst([3, 5], [1, 5])).toEqual([1, 5, 3])
  expect(toggledFirst([1, 5, 3], [1, 5])).toEqual([3])
  expect(toggledFirst([], [...Array(IMPORT_FIRST_MAX + 1).keys()])).toHaveLength(IMPORT_FIRST_MAX)
})

it('moves one a step, as far as there is one', () => {
  expect(moved([1, 2, 3], 2, -1)).toEqual([2, 1, 3])
  expect(moved([1, 2, 3], 2, 1)).toEqual([1, 3, 2])
  expect(moved([1, 2, 3], 1, -1)).toEqual([1, 2, 3])
  expect(moved([1, 2, 3], 3, 1)).toEqual([1, 2, 3])
  expect(moved([1, 2, 3], 9, 1)).toEqual([1, 2, 3])
})
