import { describe, expect, it } from '@jest/globals'
import { clock, playingTime } from './clock.ts'

describe('lengths of time', () => {
  it('shows hours, minutes and seconds', () => {
    expect(clock(62)).toBe('00:01:02')
    expect(clock(360_000)).toBe('100:00:00')
  })
  it('shows dashes while unknown', () => {
    expect(clock(null)).toBe('--:--:--')
    expect(clock(Infinity)).toBe('--:--:--')
  })
  it('shows a position in a film without leading noughts', () => {
    expect([0, 94, 754, 3754].map(playingTime)).toEqual(['0:00', '1:34', '12:34', '1:02:34'])
  })
})
