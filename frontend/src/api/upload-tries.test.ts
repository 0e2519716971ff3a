import { describe, expect, it } from '@jest/globals'
import { retryDelays } from './upload-tries.ts'

describe('waiting before another try', () => {
  it('tries at once, then waits a second, doubling up to twenty', () => {
    expect(retryDelays(8)).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000])
  })
  it('does not try again where the settings say so', () => {
    expect(retryDelays(0)).toEqual([])
  })
})
