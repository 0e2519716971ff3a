import { describe, expect, it } from '@jest/globals'
import type { ClosedOperation, JournalState, PendingOperation } from '../journal-state.ts'
import { place } from '../paths.ts'
import { EmptiedPlaces } from './emptied-places.ts'

const op = (more: Partial<PendingOperation> = {}) =>
  ({ id: 'one', kind: 'delete', src: 'b/box', dst: null, isFile: false, state: 'removing', since: 5, ...more }) as const
const state = ({ ops = [], closed = [] }: { ops?: object[]; closed?: object[] } = {}) =>
  ({ rev: 9, floor: 0, ops, closed }) as unknown as JournalState
const end = (more: Partial<ClosedOperation> = {}) => ({ ...op(), how: 'removing', closedAt: 1, ...more })

function deleting(before = state({ ops: [op({ state: 'copying' })] }), after = state({ ops: [op()] })) {
  const emptied = new EmptiedPlaces()
  emptied.follow(before, after)
  return { emptied, has: (...closed: object[]) => emptied.has(place('b', 'box'), state({ closed })) }
}

describe('a place that was just deleted', () => {
  it('is empty once its delete is over, and only where that was', () => {
    const { emptied, has } = deleting()
    expect([has(), has(end()), has(end({ id: 'another' }))]).toEqual([false, true, false])
    const closed = state({ closed: [end()] })
    expect([emptied.has(place('b', 'box/in'), closed), emptied.has(place('b', ''), closed)]).toEqual([false, false])
  })

  it('is not known to be empty if the delete was cancelled, or anything else was done there since', () => {
    const { has } = deleting()
    expect(has(end({ cancel: true }))).toBe(false)
    expect(has(end({ how: 'undoing' }))).toBe(false)
    expect(has(end(), end({ id: 'two', kind: 'copy', src: null, dst: 'b/box/in', since: 6 }))).toBe(false)
    expect(has(end(), end({ id: 'two', kind: 'copy', src: null, dst: 'b/box/in', since: 4 }))).toBe(true)
  })

  it('is not known to be empty if its delete was not seen from the beginning', () => {
    expect(deleting(state({ ops: [op()] }), state({ ops: [op()] })).has(end())).toBe(false)
    expect(deleting(state(), state({ closed: [end()] })).has(end())).toBe(false)
    expect(deleting(state(), state({ ops: [op({ kind: 'move', dst: 'b/there' })] })).has(end())).toBe(false)
  })

  it.each([
    ['a file that was put in it', { kind: 'created', key: 'box/new' }, false],
    ['a file in its place', { kind: 'created', key: 'box' }, false],
    ['its own marker', { kind: 'created', key: 'box/' }, false],
    ['a file elsewhere', { kind: 'created', key: 'boxes/new' }, true],
    ['a version that is gone, so that another may show', { kind: 'removed', key: 'box/old' }, false],
    ['the end of a folder’s marker, which the delete brings', { kind: 'removed', key: 'box/in/' }, true],
    ['a delete marker, which the delete lays', { kind: 'covered', key: 'box/old' }, true],
  ] as const)('hears of something %s', (_, event, isEmpty) => {
    const { emptied, has } = deleting()
    emptied.hearEvent({ bucket: 'b', ...event })
    expect(has(end())).toBe(isEmpty)
  })

  it('is not known to be empty after events may have been missed', () => {
    const { emptied, has } = deleting()
    emptied.forget()
    expect(has(end())).toBe(false)
  })
})
