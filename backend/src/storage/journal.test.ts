import { describe, expect, it } from '@jest/globals'
import { pendingMove } from '../../../tests/helpers/pending-move.ts'
import {
  arriving,
  covers,
  type JournalState,
  laterThan,
  leaving,
  type PendingOperation,
  saysOf,
  touches,
} from './journal-state.ts'

const operation = (change: Partial<PendingOperation>) => pendingMove({ since: 5, ...change })
const journal = (...ops: PendingOperation[]): JournalState => ({ rev: 9, floor: 0, ops, closed: [] })

describe('what the journal says of a path', () => {
  it('touches what is equal, above or below', () => {
    for (const path of ['b/from', 'b/from/x', 'b', 'b/to/deep/x']) expect(touches(operation({}), path)).toBe(true)
    for (const path of ['b/fromage', 'b/other', 'c/from']) expect(touches(operation({}), path)).toBe(false)
  })

  it('covers what is below a folder, and a file itself', () => {
    expect(covers('b/from', operation({}), 'b/from/x')).toBe(true)
    expect(covers('b/from', operation({}), 'b/from')).toBe(false)
    expect(covers('b/from', operation({ isFile: true }), 'b/from')).toBe(true)
    expect(covers(null, operation({}), 'b/from/x')).toBe(false)
  })

  it('hides the source from the commit on', () => {
    expect(leaving(journal(operation({})), 'b/from/x')).toBeUndefined()
    expect(leaving(journal(operation({ state: 'removing' })), 'b/from/x')).toBeDefined()
    expect(leaving(journal(operation({ state: 'removing' })), 'b/from2')).toBeUndefined()
  })

  it('holds the copies back until the commit', () => {
    expect(arriving(journal(operation({})), 'b/to/x')).toBeDefined()
    expect(arriving(journal(operation({ state: 'undoing' })), 'b/to')).toBeDefined()
    expect(arriving(journal(operation({ state: 'removing' })), 'b/to/x')).toBeUndefined()
  })

  it('is later than a writer only when it registered or committed after the writer looked', () => {
    expect(laterThan(journal(operation({ since: 5 })), 5, 'b/to/x')).toBeUndefined()
    expect(laterThan(journal(operation({ since: 6 })), 5, 'b/to/x')?.id).toBe('m')
    expect(laterThan(journal(operation({ since: 6 })), 5, 'b/else')).toBeUndefined()
  })

  it('changes as a text when a state does, and not for what lies elsewhere', () => {
    const before = saysOf(journal(operation({})), 'b/to/x')
    expect(saysOf(journal(operation({ state: 'removing' })), 'b/to/x')).not.toBe(before)
    const removing = operation({ state: 'removing' })
    const closed = { ...journal(), closed: [{ ...removing, how: 'removing' as const, closedAt: 0 }] }
    expect(saysOf(closed, 'b/from/x')).not.toBe(saysOf(journal(removing), 'b/from/x'))
    expect(saysOf(journal(operation({}), operation({ id: 'n', src: 'c/1', dst: 'c/2' })), 'b/to/x')).toBe(before)
  })
})
