import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { Attention } from './attention.ts'

/** Whether a promise has resolved by now. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  let isOver = false
  void promise.then(() => (isOver = true))
  await Promise.resolve()
  await Promise.resolve()
  return isOver
}

describe('attention', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('is paid for a minute after the start, and after somebody was there last', () => {
    const attention = new Attention()
    jest.advanceTimersByTime(59_000)
    expect(attention.isPaid).toBe(true)
    attention.attend()
    jest.advanceTimersByTime(59_000)
    expect(attention.isPaid).toBe(true)
    jest.advanceTimersByTime(2_000)
    expect(attention.isPaid).toBe(false)
  })

  it('lets rest shortly while somebody is there', async () => {
    const attention = new Attention()
    const rest = attention.rest(500, 5_000)
    jest.advanceTimersByTime(499)
    expect(await isOver(rest)).toBe(false)
    jest.advanceTimersByTime(1)
    expect(await isOver(rest)).toBe(true)
  })

  it('lets rest long while nobody is there, until somebody comes', async () => {
    const attention = new Attention()
    jest.advanceTimersByTime(61_000)
    const whole = attention.rest(500, 5_000)
    jest.advanceTimersByTime(4_999)
    expect(await isOver(whole)).toBe(false)
    jest.advanceTimersByTime(1)
    expect(await isOver(whole)).toBe(true)
    const cut = attention.rest(500, 5_000)
    attention.attend()
    expect(await isOver(cut)).toBe(true)
  })
})
