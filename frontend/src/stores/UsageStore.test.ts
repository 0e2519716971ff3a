import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { problem, testRoot } from './test-root.ts'

const COUNTED = { used: 1, total: 9, history: 3, historyLimit: 5 }

describe('how full the storage is', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('is asked again while older versions are being counted, and after a failure that passes', async () => {
    const answers = [Response.json({ used: 1, total: 9, historyLimit: 5 }), problem(503, 'unavailable')]
    const { root, calls } = testRoot(() => answers.shift() ?? Response.json(COUNTED))
    await root.usage.refresh()
    expect(root.usage.usage?.history).toBeUndefined()
    await jest.advanceTimersByTimeAsync(5_000)
    expect([calls.length, root.usage.usage?.used, root.toasts.toasts.length]).toEqual([2, 1, 0])
    await jest.advanceTimersByTimeAsync(5_000)
    expect(root.usage.usage).toEqual(COUNTED)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(calls.length).toBe(3)
  })

  it('is not asked again for somebody who has left, nor where nothing can come of it', async () => {
    const { root, calls } = testRoot(() =>
      calls.length === 1 ? problem(503, 'unavailable') : problem(403, 'forbidden'),
    )
    await root.usage.refresh()
    root.usage.forget()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(calls.length).toBe(1)
    await root.usage.refresh()
    await jest.advanceTimersByTimeAsync(60_000)
    expect([calls.length, root.toasts.toasts.length]).toEqual([2, 1])
  })
})
