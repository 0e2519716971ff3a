import { describe, expect, it } from '@jest/globals'
import { playTimeOf } from './hours.ts'

const at = (hour: number, minute: number, second = 0) => new Date(2026, 5, 1, hour, minute, second).getTime()

describe('the hours of play', () => {
  it.each([
    ['', at(3, 0), true, null],
    ['16:00-20:00', at(15, 59, 59), false, null],
    ['16:00-20:00', at(16, 0), true, 4 * 3600],
    ['16:00-20:00', at(19, 59, 30), true, 30],
    ['16:00-20:00', at(20, 0), false, null],
    ['22:00-01:30', at(23, 30), true, 2 * 3600],
    ['22:00-01:30', at(1, 29), true, 60],
    ['22:00-01:30', at(1, 30), false, null],
    ['22:00-01:30', at(12, 0), false, null],
  ])('%s at %d', (hours, now, isOpen, closesIn) => {
    expect(playTimeOf(hours, now)).toEqual({ hours, isOpen, closesIn })
  })
})
