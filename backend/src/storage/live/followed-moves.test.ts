import { describe, expect, it } from '@jest/globals'
import { pendingMove } from '../../../../tests/helpers/pending-move.ts'
import { Catalogue } from '../catalogue/catalogue.ts'
import type { JournalState, PendingOperation } from '../journal-state.ts'
import { FollowedMoves } from './followed-moves.ts'

const BUCKET = 'b'
const op = (over: Partial<PendingOperation> = {}) => pendingMove({ state: 'aliased', ...over })
const state = (...ops: PendingOperation[]): JournalState => ({ rev: 1, floor: 0, ops, closed: [] })
const FACTS = { size: 1, modified: 1, etag: 'd41d8cd98f00b204e9800998ecf8427e' }
const EVENT = { ...FACTS, key: 'any' }
const OTHER = { ...EVENT, size: 2 }

function given(isSure = () => true) {
  const catalogue = new Catalogue(() => undefined)
  catalogue.open(BUCKET)
  catalogue.putFile(BUCKET, 'from/x', FACTS)
  const moves = new FollowedMoves({ catalogue, isSure })
  const told = moves.follow(state(op({ state: 'new' })), state(op()))
  return { catalogue, moves, told }
}

describe('a move that the index follows', () => {
  it('is told from its commit to its close, and looked at then', () => {
    const { catalogue, moves, told } = given()
    expect(told).toEqual({ begun: ['b/from', 'b/to'], ended: [] })
    expect(catalogue.hasFile(BUCKET, 'to/x')).toBe(true)
    expect([op(), op({ state: 'removing' }), op({ state: 'new' })].map((one) => moves.tells(one))).toEqual([
      true,
      true,
      false,
    ])
    expect(moves.follow(state(op()), state(op({ state: 'removing' })))).toEqual({ begun: [], ended: [] })
    expect(moves.follow(state(op()), state())).toEqual({ begun: [], ended: ['b/from', 'b/to'] })
    expect(moves.tells(op())).toBe(false)
  })

  it('is not followed where anything is uncertain, or it was seen before', () => {
    expect(given(() => false).told.begun).toEqual([])
    const { catalogue } = given(() => false)
    const moves = new FollowedMoves({ catalogue, isSure: () => true })
    expect(moves.follow(state(op()), state(op())).begun).toEqual([])
    expect(moves.tells(op())).toBe(false)
  })

  it('goes on while copies come and what was copied goes', () => {
    const { moves } = given()
    expect(moves.hear('b/to/x', { kind: 'created', ...OTHER }, [op()])).toBe(true)
    expect(moves.hear('b/from/x', { kind: 'removed', ...EVENT }, [op({ state: 'removing' })])).toBe(true)
    expect(moves.hear('b/other', { kind: 'created', ...EVENT }, [op()])).toBe(false)
    expect(moves.hear('b/from/x', { kind: 'created', ...EVENT }, [op()])).toBe(true)
    expect(moves.hear('b/to', { kind: 'created', ...EVENT, key: 'to/' }, [op()])).toBe(true)
    expect(moves.tells(op())).toBe(true)
  })

  it.each([
    ['a file of the name of a folder', 'b/to', 'created', 'aliased'],
    ['a new file under the new name', 'b/to/new', 'created', 'aliased'],
    ['a delete under the new name', 'b/to/x', 'covered', 'aliased'],
    ['a late file under the old name', 'b/from/x', 'created', 'aliased'],
    ['one that comes after the flip', 'b/from/x', 'created', 'removing'],
    ['a delete under the old name', 'b/from/x', 'covered', 'aliased'],
  ] as const)('is in doubt after %s', (_, path, kind, at) => {
    const { moves } = given()
    const said = moves.saysOf('b')
    expect(moves.hear(path, { kind, ...OTHER }, [op({ state: at })])).toBe(true)
    expect(moves.tells(op({ state: at }))).toBe(false)
    expect(moves.saysOf('b')).not.toBe(said)
    expect(moves.hasBrought('b/to/x')).toBe(true)
  })

  it('is in doubt with a late writer, and where S3 is looked at', () => {
    const { moves } = given()
    expect(moves.tells(op({ late: 1 }))).toBe(false)
    moves.doubt('b/other')
    expect(moves.tells(op())).toBe(true)
    moves.doubt('b')
    expect(moves.tells(op())).toBe(false)
  })

  it('is told of for its bucket until anything is in doubt, as it is when events may have been missed', () => {
    const { moves } = given()
    expect(['b', 'other'].map((bucket) => moves.isFollowedIn(bucket))).toEqual([true, false])
    moves.doubtAll()
    expect([moves.isFollowedIn('b'), moves.tells(op())]).toEqual([false, false])
  })
})
