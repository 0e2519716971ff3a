import { describe, expect, it } from '@jest/globals'
import { pendingMove } from '../../../tests/helpers/pending-move.ts'
import type { ClosedOperation, JournalState } from './journal-state.ts'
import { shownOtherwise } from './journal-watch.ts'

const closed = (op: Partial<ClosedOperation>): ClosedOperation => ({
  id: 'm',
  kind: 'move',
  src: 'b/from',
  dst: 'b/to',
  isFile: false,
  since: 1,
  how: 'removing',
  closedAt: 0,
  ...op,
})
const state = (rev: number, parts: Partial<JournalState> = {}): JournalState => ({
  rev,
  floor: 0,
  ops: [],
  closed: [],
  ...parts,
})

describe('what a step of the journal shows otherwise', () => {
  it('is both ends of a move at its commit, and nothing at its close', () => {
    const [copying, removing] = [
      state(1, { ops: [pendingMove({})] }),
      state(2, { ops: [pendingMove({ state: 'removing' })] }),
    ]
    expect(shownOtherwise(state(0), copying)).toEqual([])
    expect(shownOtherwise(copying, removing)).toEqual(['b/from', 'b/to'])
    expect(shownOtherwise(removing, state(3, { closed: [closed({})] }))).toEqual([])
  })

  it('is both ends of a move that is seen before it is done, then only the new one for each late file', () => {
    const states = [
      pendingMove({ state: 'new' }),
      pendingMove({ state: 'aliased', since: 2 }),
      pendingMove({ state: 'aliased', since: 2, late: 1 }),
      pendingMove({ state: 'removing', since: 2, late: 1 }),
    ].map((op, index) => state(index, { ops: [op] }))
    const steps = states.slice(1).map((after, index) => shownOtherwise(states[index] ?? after, after))
    expect(steps).toEqual([['b/from', 'b/to'], ['b/to'], []])
    const turned = state(4, { ops: [pendingMove({ state: 'undoing', since: 4 })] })
    expect(shownOtherwise(state(3, { ops: [pendingMove({ state: 'aliased', since: 2 })] }), turned)).toEqual([
      'b/from',
      'b/to',
    ])
  })

  it('is what a restore brings: when it is checked, when somebody cancels it, and when it closes', () => {
    const restore = pendingMove({ kind: 'restore', src: null })
    const states = [
      state(1, { ops: [restore] }),
      state(2, { ops: [{ ...restore, state: 'shown' }] }),
      state(3, { ops: [{ ...restore, state: 'running', cancel: true }] }),
      state(4, { closed: [closed({ kind: 'restore', src: null, how: 'stopped' })] }),
    ]
    const steps = states.map((after, index) => shownOtherwise(states[index - 1] ?? state(0), after))
    expect(steps).toEqual([[], ['b/to'], ['b/to'], ['b/to']])
  })

  it('is all of an operation that came and went between two looks', () => {
    expect(shownOtherwise(state(0), state(3, { closed: [closed({})] }))).toEqual(['b/from', 'b/to'])
    expect(shownOtherwise(state(0), state(3, { closed: [closed({ kind: 'delete', dst: null })] }))).toEqual(['b/from'])
    expect(shownOtherwise(state(0), state(3, { closed: [closed({ kind: 'copy', src: null, how: 'done' })] }))).toEqual([
      'b/to',
    ])
    expect(
      shownOtherwise(state(0), state(3, { closed: [closed({ kind: 'restore', src: null, how: 'running' })] })),
    ).toEqual(['b/to'])
  })

  it('is nothing of what was refused, undone or removed for good', () => {
    const over = [
      closed({ how: 'refused' }),
      closed({ id: 'u', how: 'undoing' }),
      closed({ id: 'p', kind: 'purge', dst: null, how: 'running' }),
    ]
    expect(shownOtherwise(state(0), state(3, { closed: over }))).toEqual([])
  })

  it('is not known where the journal dropped what was closed meanwhile', () => {
    expect(shownOtherwise(state(5), state(90, { floor: 6 }))).toBeNull()
    expect(shownOtherwise(state(6), state(90, { floor: 6 }))).toEqual([])
    expect(shownOtherwise(state(6, { ops: [pendingMove({})] }), state(90, { floor: 1 }))).toBeNull()
  })
})
