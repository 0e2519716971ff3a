import { describe, expect, it } from '@jest/globals'
import { OBJECT_MAX_BYTES, SMALLEST_PART, smallestPart } from './part-limits.ts'

describe('the smallest part', () => {
  it('is 5 MiB, and more where 9,000 of them would not do', () => {
    expect(smallestPart(1024 ** 3, 0)).toBe(SMALLEST_PART)
    expect(smallestPart(OBJECT_MAX_BYTES, 0) * 9_000).toBeGreaterThanOrEqual(OBJECT_MAX_BYTES)
  })
  it('grows with the number of parts where nobody knows the length', () => {
    expect(smallestPart(null, 0)).toBe(SMALLEST_PART)
    expect(smallestPart(null, 5_000)).toBeGreaterThan(SMALLEST_PART)
  })
})
