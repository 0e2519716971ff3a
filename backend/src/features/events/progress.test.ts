import { describe, expect, it } from '@jest/globals'
import type { OperationRecord, OperationState } from '../../../contract/operations.ts'
import { createProgressWatch } from './progress.ts'

const record = (id: string, state: OperationState, itemsDone = 0): OperationRecord => ({
  id,
  kind: 'copy',
  source: '/a',
  destination: '/b',
  isDir: false,
  state,
  itemsDone,
  itemsTotal: 9,
  bytesDone: 0,
  bytesTotal: 0,
  canCancel: false,
  error: null,
  left: 0,
  created: '2026-01-01T00:00:00Z',
})

describe('the watch on long changes', () => {
  let now: { userId: number; record: OperationRecord }[] = []
  const told: string[] = []
  const watch = createProgressWatch(
    { recent: async () => now },
    (userId, { id, state, itemsDone }) => void told.push(`${userId} ${id} ${state} ${itemsDone}`),
  )
  const look = async (...found: typeof now) => {
    now = found
    told.length = 0
    await watch.look()
    return [...told]
  }

  it('tells each owner what is new, once', async () => {
    expect(
      await look({ userId: 1, record: record('old', 'done', 9) }, { userId: 1, record: record('a', 'copying', 1) }),
    ).toEqual(['1 a copying 1'])
    expect(
      await look({ userId: 1, record: record('old', 'done', 9) }, { userId: 1, record: record('a', 'copying', 1) }),
    ).toEqual([])
    expect(
      await look({ userId: 1, record: record('a', 'copying', 4) }, { userId: 2, record: record('b', 'new') }),
    ).toEqual(['1 a copying 4', '2 b new 0'])
    expect(await look({ userId: 1, record: record('a', 'done', 9) })).toEqual(['1 a done 9'])
    // Quick enough to have begun and ended between two looks.
    expect(
      await look({ userId: 1, record: record('a', 'done', 9) }, { userId: 2, record: record('c', 'failed') }),
    ).toEqual(['2 c failed 0'])
  })
  it('begins anew when nobody has listened', async () => {
    watch.forget()
    expect(
      await look({ userId: 1, record: record('a', 'done', 9) }, { userId: 2, record: record('d', 'undoing', 2) }),
    ).toEqual(['2 d undoing 2'])
  })
})
