import { describe, expect, it } from '@jest/globals'
import { pendingMove } from '../../../tests/helpers/pending-move.ts'
import { broughtFrom, canFollow, isCommitted, leaving, lyingAt, type PendingOperation } from './journal-state.ts'
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
      const from = broughtFrom(journal(), path)
      return from && pathText(from)
    })
    expect(told).toEqual(['b/from', 'b/from/x/y', null, null, null])
    expect(pathText(lyingAt(journal(), placeOfText('b/deep/to/x')))).toBe('b/from/x')
    expect(pathText(lyingAt(journal(), placeOfText('b/from/x')))).toBe('b/from/x')
  })

  it('hides where it was, before and after the flip, and brings nothing else then', () => {
    for (const state of ['aliased', 'removing'] as const) {
      expect(isCommitted({ state })).toBe(true)
      expect(leaving(journal({ state }), 'b/from/x')).toMatchObject({ id: 'm' })
    }
    for (const state of ['new', 'copying', 'removing', 'undoing'] as const)
      expect(broughtFrom(journal({ state }), 'b/deep/to/x')).toBeNull()
  })

  it('takes only what has a key that fits into its new place', () => {
    const path = (bytes: number) => `b/from/${'x'.repeat(bytes)}`
    expect([1_000, 1_016, 1_017].map((bytes) => canFollow(move, path(bytes)))).toEqual([true, true, false])
  })
})
