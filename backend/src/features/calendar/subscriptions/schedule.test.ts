import { describe, expect, it } from '@jest/globals'
import { isStopping, pauseAfter } from './schedule.ts'

const HOUR_MS = 3_600_000
const hours = (failures: number, chance: number) => pauseAfter(failures, chance) / HOUR_MS

describe('an outside calendar', () => {
  it('is fetched after six to nine hours, and less often while that fails', () => {
    expect([hours(0, 0), hours(0, 0.999)]).toEqual([6, expect.closeTo(9, 1)])
    expect([1, 2, 3, 4, 40].map((failures) => hours(failures, 0))).toEqual([6, 12, 24, 24, 24])
    expect(hours(2, 1)).toBe(18)
  })
  it('stops where its person has to change something', () => {
    expect(
      ['badLink', 'privateAddress', 'forbidden', 'gone', 'unreachable'].map((code) => isStopping({ code })),
    ).toEqual([true, true, true, false, false])
  })
})
