import { describe, expect, it } from '@jest/globals'
import { isPlaceWanted, nextJob } from './choosing.ts'
import type { Job } from './types.ts'

const NOW = 1_000_000
const MANY = { running: 10, each: 10 }

let count = 0
const job = (fields: Partial<Job>): Job => {
  count += 1
  return {
    _id: `job${count}`,
    kind: 'test',
    owner: 1,
    state: 'waiting',
    wish: 'run',
    place: count,
    input: null,
    progress: null,
    failure: null,
    fence: 0,
    holder: null,
    until: 0,
    failures: 0,
    notBefore: 0,
    created: 0,
    started: null,
    ended: null,
    ...fields,
  }
}
const held = (owner: number) => job({ owner, state: 'running', until: NOW + 1 })

describe('the next job', () => {
  it('is none where nothing waits', () => {
    const idle = (['paused', 'done', 'failed'] as const).map((state) => job({ state }))
    expect(nextJob([...idle, held(1), job({ notBefore: NOW + 1 })], MANY, NOW)).toBeNull()
  })

  it('is that of the owner who has the fewest running', () => {
    const [first, second] = [job({ owner: 1 }), job({ owner: 2 })]
    expect(nextJob([held(1), first, second], MANY, NOW)).toBe(second)
  })

  it('is the one that a lost worker has left, then the one with the smallest place', () => {
    const [late, early, lost] = [job({ place: 9 }), job({ place: 1 }), job({ state: 'running', until: NOW, place: 99 })]
    expect(nextJob([late, early, lost], MANY, NOW)).toBe(lost)
    expect(nextJob([late, early], MANY, NOW)).toBe(early)
  })

  it('respects how many may run, and how many of one owner', () => {
    const waiting = job({ owner: 2 })
    expect(nextJob([held(1), held(1), waiting], { running: 2, each: 2 }, NOW)).toBeNull()
    expect(nextJob([held(2), waiting], { running: 5, each: 1 }, NOW)).toBeNull()
    expect(nextJob([held(1), waiting], { running: 5, each: 1 }, NOW)).toBe(waiting)
  })

  it('is one with leftovers to remove, however many run', () => {
    const cancelled = job({ state: 'cancelled' })
    expect(nextJob([held(1), job({}), cancelled], { running: 1, each: 1 }, NOW)).toBe(cancelled)
    const isBeingRemoved = job({ state: 'cancelled', until: NOW + 1 })
    expect(nextJob([isBeingRemoved], MANY, NOW)).toBeNull()
  })
})

describe('the place of a job', () => {
  const running = held(1)
  const wanted = (others: Job[], limits = { running: 2, each: 1 }) =>
    isPlaceWanted([running, ...others], { id: running._id, limits, now: NOW })

  it('is wanted by one that would run without it', () => {
    expect(wanted([job({ owner: 1 })])).toBe(true)
    expect(wanted([held(2), job({ owner: 3 })])).toBe(true)
  })

  it('is not wanted by one that runs beside it, has to wait anyway, or is paused', () => {
    expect(wanted([job({ owner: 2 })])).toBe(false)
    expect(wanted([held(2), job({ owner: 2 })])).toBe(false)
    expect(wanted([held(2), job({ owner: 3, notBefore: NOW + 1 }), job({ owner: 3, state: 'paused' })])).toBe(false)
  })
})
