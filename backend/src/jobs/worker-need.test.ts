import { expect, it } from '@jest/globals'
import type { Job } from './types.ts'
import { createWorkerNeed } from './worker-need.ts'

type Known = Pick<Job, 'state' | 'notBefore'>

const neededFrom = (jobs: Known[], tellsFrom = Infinity) =>
  createWorkerNeed({ jobs: async () => jobs, tellsFrom: async () => tellsFrom })()

it('a worker is needed for what waits, when its time has come, for what runs, and for what was cancelled', async () => {
  const idle = (['paused', 'done', 'failed'] as const).map((state) => ({ state, notBefore: 0 }))
  expect(await neededFrom(idle)).toBe(Infinity)
  expect(await neededFrom([...idle, { state: 'waiting', notBefore: 50 }, { state: 'waiting', notBefore: 40 }])).toBe(40)
  expect(await neededFrom([...idle, { state: 'running', notBefore: 50 }])).toBe(0)
  expect(await neededFrom([...idle, { state: 'cancelled', notBefore: 0 }])).toBe(0)
})

it('a worker is needed when people are to be told of something', async () => {
  expect(await neededFrom([])).toBe(Infinity)
  expect(await neededFrom([], 30)).toBe(30)
  expect(await neededFrom([{ state: 'waiting', notBefore: 20 }], 30)).toBe(20)
})
