import { describe, expect, it } from '@jest/globals'
import { pendingMove } from '../../../tests/helpers/pending-move.ts'
import {
  aliasedAround,
  broughtFrom,
  canFollow,
  committedSources,
  feederOf,
  holds,
  isCommitted,
  leaving,
  lyingAt,
  mayFollow,
  type PendingOperation,
  saysOf,
  takesLate,
} from './journal-state.ts'
import { pathText, placeOfText } from './paths.ts'

const move = pendingMove({ dst: 'b/deep/to', state: 'aliased' })
const journal = (over: Partial<PendingOperation> = {}) => ({
  rev: 1,
  floor: 0,
  ops: [{ ...move, ...over }],
  closed: [],
})

describe('a move that is seen before it is done', () => {
  it('brings what lies where it was, to its destination and below', () => {
    const told = ['b/deep/to', 'b/deep/to/x/y', 'b/deep/tower', 'b/deep', 'b/from/x'].map((path) => {
      return broughtFrom(journal(), path).map(pathText)
    })
    expect(told).toEqual([['b/from'], ['b/from/x/y'], [], [], []])
    expect(pathText(lyingAt(journal(), placeOfText('b/deep/to/x')))).toBe('b/from/x')
    expect(pathText(lyingAt(journal(), placeOfText('b/from/x')))).toBe('b/from/x')
  })

  it('hides where it was, before and after the flip, and brings nothing else then', () => {
    for (const state of ['aliased', 'removing'] as const) {
      expect(isCommitted({ state })).toBe(true)
      expect(leaving(journal({ state }), 'b/from/x')).toMatchObject({ id: 'm' })
    }
    for (const state of ['new', 'copying', 'removing', 'undoing'] as const)
      expect(broughtFrom(journal({ state }), 'b/deep/to/x')).toEqual([])
  })

  it('takes only what has a key that fits into its new place', () => {
    const path = (bytes: number) => `b/from/${'x'.repeat(bytes)}`
    expect([1_000, 1_016, 1_017].map((bytes) => canFollow(move, path(bytes)))).toEqual([true, true, false])
  })
})

describe('a file of a moved folder that is settled', () => {
  const settled = { ...move, settled: ['x', 'inner/y'] }

  it('is looked for under its new name alone, and nobody waits for it there', () => {
    const paths = ['b/deep/to/x', 'b/deep/to/inner/y', 'b/deep/to/other', 'b/deep/to/x/below', 'b/deep/to']
    const state = { ...journal(), ops: [settled] }
    expect(paths.map((path) => broughtFrom(state, path).length)).toEqual([0, 0, 1, 1, 1])
    expect(paths.map((path) => holds(settled, path))).toEqual([false, false, true, true, true])
    expect(['b/from/x', 'b/from'].map((path) => holds(settled, path))).toEqual([true, true])
  })

  it('takes no late file along, and whoever reads it looks again when it is settled', () => {
    expect(['b/from/x', 'b/from/other'].map((path) => takesLate(settled, path))).toEqual([false, true])
    const [before, after] = [
      { ...journal(), ops: [{ ...move, urgent: ['x'] }] },
      { ...journal(), ops: [{ ...move, urgent: [], settled: ['x'] }] },
    ]
    expect(saysOf(before, 'b/deep/to/x')).not.toBe(saysOf(after, 'b/deep/to/x'))
    expect(saysOf(before, 'b/deep/to/other')).toBe(saysOf(after, 'b/deep/to/other'))
  })
})

describe('a folder that is renamed again before that is done', () => {
  const again = (over: Partial<PendingOperation> = {}): PendingOperation => ({
    ...move,
    id: 'n',
    src: 'b/deep/to',
    dst: 'b/third',
    since: 2,
    ...over,
  })
  const both = (...ops: PendingOperation[]) => ({ ...journal(), ops })

  it('is looked for where it was first, and then further, and is seen under its newest name alone', () => {
    const state = both({ ...move }, again())
    expect(broughtFrom(state, 'b/third/x').map(pathText)).toEqual(['b/from/x', 'b/deep/to/x'])
    expect(pathText(lyingAt(state, placeOfText('b/third/x')))).toBe('b/from/x')
    expect(aliasedAround(state, 'b').map(({ id }) => id)).toEqual(['n'])
    expect(leaving(state, 'b/deep/to/x')).toMatchObject({ id: 'n' })
    expect(committedSources(state, 'b/third/x').map(({ at }) => pathText(at))).toEqual(['b/from/x', 'b/deep/to/x'])
    // The first move is over but for what it removes.
    expect(broughtFrom(both({ ...move, state: 'removing' }, again()), 'b/third/x').map(pathText)).toEqual([
      'b/deep/to/x',
    ])
  })

  it('is read anew when the first of its moves goes on', () => {
    const [before, after] = [both({ ...move }, again()), both({ ...move, state: 'removing' }, again())]
    expect(saysOf(before, 'b/third/x')).not.toBe(saysOf(after, 'b/third/x'))
    expect(saysOf(before, 'b')).not.toBe(saysOf(after, 'b'))
    expect(saysOf(before, 'b/other')).toBe(saysOf(after, 'b/other'))
  })

  it('waits where it would not be the same, or a third move', () => {
    const next = (change: Partial<PendingOperation>) => again({ state: 'new', ...change })
    const may = (op: Partial<PendingOperation>, change: Partial<PendingOperation> = {}) =>
      mayFollow(both({ ...move, ...op }), { ...move, ...op }, next(change))
    expect([may({}), may({ state: 'removing' })]).toEqual([true, true])
    const refused = [
      may({ state: 'copying' }),
      may({ cancel: true }),
      may({}, { src: 'b/deep/to/x' }),
      may({}, { src: 'b/deep' }),
      may({}, { dst: 'b/from' }),
      may({}, { dst: 'b/deep/to/x' }),
      may({}, { dst: null }),
      may({}, { isFile: true }),
    ]
    expect(refused).toEqual(refused.map(() => false))
    const third = next({ id: 'o', src: 'b/third', dst: 'b/fourth' })
    expect(mayFollow(both({ ...move }, again()), again(), third)).toBe(false)
    expect(feederOf(both({ ...move }, again()), again())).toMatchObject({ id: 'm' })
  })
})
