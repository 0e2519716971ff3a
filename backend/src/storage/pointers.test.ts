import { describe, expect, it } from '@jest/globals'
import type { ClosedOperation, PendingOperation } from './journal-state.ts'
import { whereNow } from './pointers.ts'

const base = { id: 'x', kind: 'move', src: 'b/from', dst: 'b/to', isFile: false, since: 5 } as const
const pending = (over: Partial<PendingOperation> = {}): PendingOperation => ({
  ...base,
  merge: false,
  state: 'removing',
  owner: 'o',
  late: 0,
  cancel: false,
  userId: 1,
  ...over,
})
const closed = (over: Partial<ClosedOperation> = {}): ClosedOperation => ({
  ...base,
  how: 'removing',
  closedAt: 0,
  ...over,
})

describe('where a pointer leads', () => {
  it('is where it was while nothing has been committed', () => {
    for (const state of ['new', 'copying', 'undoing', 'running'] as const)
      expect(whereNow({ ops: [pending({ state })], closed: [] }, 'b/from/a', 1)).toBe('b/from/a')
    for (const how of ['undoing', 'refused', 'done', 'running'] as const)
      expect(whereNow({ ops: [], closed: [closed({ how })] }, 'b/from/a', 1)).toBe('b/from/a')
  })

  it('follows what was committed, closed or not, and only what came after it', () => {
    for (const journal of [
      { ops: [pending()], closed: [] },
      { ops: [pending({ state: 'aliased' })], closed: [] },
      { ops: [], closed: [closed()] },
    ]) {
      expect([
        whereNow(journal, 'b/from/deep/a', 4),
        whereNow(journal, 'b/from', 4),
        whereNow(journal, 'b/from/a', 5),
        whereNow(journal, 'b/fromage', 4),
      ]).toEqual(['b/to/deep/a', 'b/to', 'b/from/a', 'b/fromage'])
    }
  })

  it('follows one commit after the other, in their order', () => {
    const journal = {
      ops: [pending({ src: 'b/to', dst: 'c/end', since: 9 })],
      closed: [closed({ src: 'b/one', dst: 'b/from', since: 3 }), closed({ since: 5 })],
    }
    expect([whereNow(journal, 'b/one/a', 1), whereNow(journal, 'b/from/a', 1), whereNow(journal, 'b/to/a', 6)]).toEqual(
      ['c/end/a', 'c/end/a', 'c/end/a'],
    )
    expect(whereNow(journal, 'b/one/a', 4)).toBe('b/one/a')
  })

  it('is nowhere once it was deleted, whatever comes to the place later', () => {
    const gone = closed({ kind: 'delete', dst: null })
    expect(whereNow({ ops: [pending({ src: 'b/from', since: 8 })], closed: [gone] }, 'b/from/a', 1)).toBeNull()
  })

  it('is not moved by a file that has the name of its folder', () =>
    expect(whereNow({ ops: [], closed: [closed({ isFile: true })] }, 'b/from/a', 1)).toBe('b/from/a'))
})
