import { describe, expect, it } from '@jest/globals'
import { backOff } from './back-off.ts'

describe('waiting before another try', () => {
  it('is longer each time, up to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((failures) => backOff(failures, () => 1))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })
  it('is half by chance', () => expect(backOff(1, () => 0)).toBe(1000))
})
