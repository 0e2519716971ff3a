import { beforeEach, describe, expect, it } from '@jest/globals'
import { OtherClock } from './other-clock.ts'

const T = 1_700_000_000_000
const said: string[] = []
const log = {
  warn: (_: unknown, words: string) => void said.push(words),
  info: (_: unknown, words: string) => void said.push(words),
} as never
/** An answer by a clock in whole seconds that is so far ahead, at a moment of ours. */
const told = (at: number, ahead: number, tripMs = 20) => {
  const from = Math.floor((at + tripMs / 2 + ahead) / 1000) * 1000
  return { sentAt: at, receivedAt: at + tripMs, from, to: from + 999 }
}

describe('A7: the clock of another machine', () => {
  beforeEach(() => {
    said.length = 0
  })

  it('is unknown until it was heard', () => expect(new OtherClock('storage', log).offset).toBeNull())

  it('is known closer with each answer, though it tells whole seconds', () => {
    const clock = new OtherClock('storage', log)
    clock.hear(told(T, 10_300))
    expect(Math.abs((clock.offset ?? 0) - 10_300)).toBeLessThan(600)
    for (let step = 1; step < 20; step += 1) clock.hear(told(T + step * 130, 10_300))
    expect(Math.abs((clock.offset ?? 0) - 10_300)).toBeLessThan(100)
    expect(said).toEqual(['clocks differ: this machine or that one should set its clock'])
  })

  it('is believed anew when it, or ours, was set', () => {
    const clock = new OtherClock('storage', log)
    for (let step = 0; step < 20; step += 1) clock.hear(told(T + step * 130, -8_000))
    for (let step = 20; step < 40; step += 1) clock.hear(told(T + step * 130, 40))
    expect(Math.abs((clock.offset ?? 99_999) - 40)).toBeLessThan(100)
    expect(said.at(-1)).toBe('clocks agree again')
    const back = T - 3_600_000
    for (let step = 0; step < 20; step += 1) clock.hear(told(back + step * 130, 3_600_000))
    expect(Math.abs((clock.offset ?? 0) - 3_600_000)).toBeLessThan(100)
  })

  it('a slow answer tells little, and spoils nothing', () => {
    const clock = new OtherClock('storage', log)
    for (let step = 0; step < 20; step += 1) clock.hear(told(T + step * 130, 500))
    clock.hear(told(T + 5_000, 500, 9_000))
    expect(Math.abs((clock.offset ?? 0) - 500)).toBeLessThan(100)
  })
})
