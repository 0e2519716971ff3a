import { describe, expect, it } from '@jest/globals'
import { problem, testRoot } from './test-root.ts'
import { statusOf } from './StatusStore.ts'

const RECORD = { parts: [{ part: 'storage', state: 'ok' }], looked: '2026-01-01T00:00:00Z' }

describe('the status', () => {
  it('stays as it was seen while a later look comes to nothing, and is looked at once at a time', async () => {
    let isBroken = false
    const { root, calls } = testRoot(() => (isBroken ? problem(503, 'unavailable') : Response.json(RECORD)))
    const status = statusOf(root)
    await Promise.all([status.look(), status.look()])
    expect([calls.length, status.record.value, status.record.error]).toEqual([1, RECORD, null])
    isBroken = true
    await status.look()
    expect([status.record.value, status.record.error?.code, status.record.isLoading]).toEqual([
      RECORD,
      'unavailable',
      false,
    ])
  })

  it('of one person is nothing for the next, even where the answer comes late', async () => {
    let answer: (response: Response) => void = () => undefined
    const { root } = testRoot(() => new Promise((resolve) => (answer = resolve)))
    const looking = statusOf(root).look()
    statusOf(root).forget()
    answer(Response.json(RECORD))
    await looking
    expect([statusOf(root).record.value, statusOf(root).record.isLoading]).toEqual([null, false])
  })
})
