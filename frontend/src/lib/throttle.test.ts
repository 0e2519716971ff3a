import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { Throttle } from './throttle.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('throttled work', () => {
  it('is done once for many asks, and with a pause in between', async () => {
    const at: number[] = []
    const began = performance.now()
    const throttle = new Throttle(
      async () => at.push(performance.now() - began),
      () => 500,
    )
    throttle.ask(100)
    throttle.ask(300)
    throttle.ask(100)
    await jest.advanceTimersByTimeAsync(100)
    expect(at).toEqual([100])
    throttle.ask(10)
    await jest.advanceTimersByTimeAsync(499)
    expect(at).toEqual([100])
    await jest.advanceTimersByTimeAsync(2000)
    expect(at).toEqual([100, 600])
  })

  it('is never done twice at a time; what is asked for meanwhile comes afterwards', async () => {
    let running = 0
    let runs = 0
    const throttle = new Throttle(
      async () => {
        running += 1
        expect(running).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 1000))
        running -= 1
        runs += 1
      },
      () => 0,
    )
    throttle.ask(0)
    await jest.advanceTimersByTimeAsync(500)
    for (let count = 0; count < 5; count++) throttle.ask(0)
    await jest.advanceTimersByTimeAsync(5000)
    expect(runs).toBe(2)
  })

  it('is forgotten when it is stopped', async () => {
    let runs = 0
    const throttle = new Throttle(
      async () => void (runs += 1),
      () => 0,
    )
    throttle.ask(10)
    throttle.stop()
    await jest.advanceTimersByTimeAsync(1000)
    expect(runs).toBe(0)
  })
})
