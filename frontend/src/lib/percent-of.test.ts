import { describe, expect, it } from '@jest/globals'
import { percentOf } from './percent-of.ts'

describe('how full a room is', () => {
  it.each([
    [0, 10, 0],
    [1, 3, 33],
    [10, 10, 100],
    [25, 10, 100],
  ])('%d of %d: %d percent', (used, total, percent) => expect(percentOf(used, total)).toBe(percent))
  it('is not known without an end', () => expect(percentOf(5, 0)).toBeNull())
})
