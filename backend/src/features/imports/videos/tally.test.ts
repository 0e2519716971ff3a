import { describe, expect, it } from '@jest/globals'
import { createTally } from './tally.ts'

const told = (downloaded: number, total: number, isFinished = false) => ({
  downloaded,
  total,
  isFinished,
  speed: 0,
  secondsLeft: null,
})

describe('the tally of a video', () => {
  it('adds up its files', () => {
    const tally = createTally(0)
    expect(tally.add(told(50, 100))).toEqual({ downloaded: 50, total: 100 })
    expect(tally.add(told(100, 100, true))).toEqual({ downloaded: 100, total: 100 })
    expect(tally.add(told(5, 20))).toEqual({ downloaded: 105, total: 120 })
    expect(tally.add(told(20, 20, true))).toEqual({ downloaded: 120, total: 120 })
  })

  it('has the total that is expected, unless more comes', () => {
    const tally = createTally(120)
    expect(tally.add(told(50, 100))).toEqual({ downloaded: 50, total: 120 })
    expect(tally.add(told(150, 0))).toEqual({ downloaded: 150, total: 150 })
  })
})
