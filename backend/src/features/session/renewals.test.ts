import { describe, expect, it } from '@jest/globals'
import { isSuperseded, withRenewal } from './renewals.ts'

describe('tokens after a renewal', () => {
  it('are good while nothing was renewed', () => expect(isSuperseded(1000, [], 9_999_000)).toBe(false))
  it('go on for five minutes when they are older', () => {
    expect(isSuperseded(1000, [2000], 2_299_999)).toBe(false)
    expect(isSuperseded(1000, [2000], 2_300_000)).toBe(true)
  })
  it('are good when they were issued with it or after', () =>
    expect([2000, 2001].map((issued) => isSuperseded(issued, [2000], 9_999_000))).toEqual([false, false]))
  it('are not kept alive by further renewals', () => {
    const renewals = withRenewal(withRenewal([], 2000), 2200)
    expect(isSuperseded(1000, renewals, 2_300_000)).toBe(true)
    expect(isSuperseded(2100, renewals, 2_300_000)).toBe(false)
  })
})

describe('the renewals to remember', () => {
  it('are those whose grace runs and the last before', () =>
    expect(withRenewal([100, 200, 900], 1000)).toEqual([200, 900, 1000]))
  it('hold a second once', () => expect(withRenewal([1000], 1000)).toEqual([1000]))
  it('stay few, however often one renews', () => {
    let renewals: number[] = []
    for (let at = 0; at < 5000; at++) renewals = withRenewal(renewals, at)
    expect(renewals.length).toBeLessThanOrEqual(302)
  })
})
