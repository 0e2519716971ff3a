import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { ClosedOperation, JournalState, PendingOperation } from './journal-state.ts'
import { endedOperations, pendingOperations } from './operation-times.ts'

const newId = () => randomUUIDv7().replaceAll('-', '')
const op = (id: string, owner: string) => ({ id, owner, kind: 'move' }) as PendingOperation
const state = (ops: PendingOperation[], closed: Partial<ClosedOperation>[] = []): JournalState => ({
  rev: 1,
  floor: 0,
  ops,
  closed: closed as ClosedOperation[],
})

describe('the times of operations', () => {
  it('are counted from the time that the id tells', () => {
    const earlier = Date.now()
    const [pending] = pendingOperations(state([op(`${newId()}-note`, 'a')]))
    expect(pending?.kind).toBe('move')
    expect(pending?.begun).toBeGreaterThanOrEqual(earlier)
    expect(pending?.begun).toBeLessThanOrEqual(Date.now())
  })

  it('are told by the process that worked on them, once they are closed', () => {
    const [mine, other, still] = [op(newId(), 'me'), op(newId(), 'other'), op(newId(), 'me')]
    const after = state(
      [still],
      [
        { id: mine.id, how: 'removing' },
        { id: other.id, how: 'removing' },
      ],
    )
    const ended = endedOperations(state([mine, other, still]), after, (owner) => owner === 'me')
    expect(ended).toEqual([{ kind: 'move', outcome: 'removing', seconds: expect.any(Number) }])
    expect(ended[0]?.seconds).toBeLessThan(60)
  })
})
