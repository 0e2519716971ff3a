import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { ReadBuffers } from './read-buffers.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Reads something into a buffer, which somebody is done with at once. */
function used(buffers: ReadBuffers): Buffer {
  const buffer = buffers.take()
  buffers.lend(buffer, 1).giveBack()
  return buffer
}

it('buffers are used again, and none is used by two', () => {
  const buffers = new ReadBuffers(16)
  const first = used(buffers)
  const [again, other] = [buffers.take(), buffers.take()]
  expect([again === first, other === first, other.length]).toEqual([true, false, 16])
  const lent = buffers.lend(again, 4)
  expect(lent.piece).toHaveLength(4)
  expect(buffers.take()).not.toBe(first)
  lent.giveBack()
  lent.giveBack()
  expect([buffers.take() === first, buffers.take() === first]).toEqual([true, false])
})

it('buffers are let go of once nothing was read for a while', () => {
  const buffers = new ReadBuffers(16)
  const first = used(buffers)
  for (let second = 0; second < 30; second += 1) {
    jest.advanceTimersByTime(1_000)
    expect(used(buffers)).toBe(first)
  }
  jest.advanceTimersByTime(10_000)
  const later = used(buffers)
  expect(later).not.toBe(first)
  // And again, after a second time of rest.
  expect(used(buffers)).toBe(later)
  jest.advanceTimersByTime(10_000)
  expect(used(buffers)).not.toBe(later)
})
