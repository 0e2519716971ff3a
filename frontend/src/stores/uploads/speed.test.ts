import { describe, expect, it } from '@jest/globals'
import { nextTimeLeft, secondsLeft, SpeedMeter } from './speed.ts'

function metered(...bytes: number[]): number {
  const meter = new SpeedMeter()
  bytes.forEach((sum, second) => meter.read(sum, second * 1000))
  return meter.speed
}

describe('measuring the speed', () => {
  it('knows nothing after one reading', () => {
    expect(metered(500)).toBe(0)
  })
  it('takes the first second as it is', () => {
    expect(metered(0, 1000)).toBe(1000)
  })
  it('stays the same while the speed does', () => {
    expect(metered(0, 1000, 2000, 3000, 4000, 5000, 6000)).toBe(1000)
  })
  it('gives the newest mean a weight of a fifth', () => {
    expect(metered(0, 1000, 4000)).toBeCloseTo(0.2 * 2000 + 0.8 * 1000)
  })
  it('looks back over five readings only', () => {
    const slowThenFast = metered(0, 10, 20, 30, 40, 50, 1050, 2050, 3050, 4050, 5050, 6050, 7050, 8050)
    expect(slowThenFast).toBeGreaterThan(700)
  })
  it('does not fall below nothing when an upload is cancelled', () => {
    expect(metered(0, 1000, 200)).toBe(1000)
  })
})

describe('the time left', () => {
  it('is unknown while nothing moves', () => {
    expect(secondsLeft(100, 0)).toBeNull()
  })
  it('is rounded up', () => {
    expect(secondsLeft(1001, 1000)).toBe(2)
  })
  it('counts down while the estimate stays about the same', () => {
    expect(nextTimeLeft(60, 64)).toBe(59)
    expect(nextTimeLeft(60, 52)).toBe(59)
  })
  it('moves half the way to an estimate that is clearly different', () => {
    expect(nextTimeLeft(60, 119)).toBe(89)
    expect(nextTimeLeft(61, 20)).toBe(40)
  })
  it('never ends early, and becomes unknown as soon as the estimate does', () => {
    expect(nextTimeLeft(1, 2)).toBe(1)
    expect(nextTimeLeft(1, 0)).toBe(0)
    expect([nextTimeLeft(null, 7), nextTimeLeft(7, null)]).toEqual([7, null])
  })
})
