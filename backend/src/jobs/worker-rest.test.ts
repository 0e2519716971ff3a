import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { WorkerRest } from './worker-rest.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

it('a worker ends when it was not needed for a minute, and nothing comes soon', async () => {
  let needed = async () => 0
  let ends = 0
  const rest = new WorkerRest({
    need: () => needed(),
    end: () => {
      ends += 1
    },
    log: { warn: () => undefined, info: () => undefined },
    now: () => performance.now(),
  })
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
  await pass(300_000)
  needed = async () => performance.now() + 60_000
  await pass(300_000)
  needed = async () => {
    throw new Error('no database')
  }
  await pass(300_000)
  needed = async () => Infinity
  await pass(50_000)
  expect(ends).toBe(0)
  await pass(600_000)
  expect(ends).toBe(1)
  rest.stop()
})
