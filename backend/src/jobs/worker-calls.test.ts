import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { WorkerCalls } from './worker-calls.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function open(neededFrom: () => Promise<number>) {
  const seen = { looks: 0, calls: 0, change: () => undefined as void }
  const calls = new WorkerCalls({
    need: async () => {
      seen.looks += 1
      return neededFrom()
    },
    call: () => {
      seen.calls += 1
    },
    onChange: (listener) => {
      seen.change = listener
    },
    log: { warn: () => undefined },
    now: () => performance.now(),
  })
  return { seen, calls, pass: (ms: number) => jest.advanceTimersByTimeAsync(ms) }
}

it('a worker is called when something has come, once for many changes, and again while it is needed', async () => {
  let neededFrom = Infinity
  const { seen, calls, pass } = open(async () => neededFrom)
  await pass(1_000)
  expect([seen.looks, seen.calls]).toEqual([1, 0])
  neededFrom = 0
  for (let count = 0; count < 5; count += 1) seen.change()
  await pass(1_000)
  expect([seen.looks, seen.calls]).toEqual([2, 1])
  await pass(10_000)
  expect(seen.calls).toBe(2)
  neededFrom = Infinity
  await pass(60_000)
  expect([seen.looks, seen.calls]).toEqual([4, 2])
  calls.stop()
  seen.change()
  await pass(1_000_000)
  expect(seen.looks).toBe(4)
})

it('a worker is called at the time of what waits, and after a database that did not answer', async () => {
  let fails = true
  const { seen, pass } = open(async () => {
    if (fails) throw new Error('no database')
    return 60_000
  })
  await pass(1_000)
  fails = false
  await pass(55_000)
  expect([seen.looks, seen.calls]).toEqual([2, 0])
  await pass(10_000)
  expect([seen.looks, seen.calls]).toEqual([3, 1])
})
