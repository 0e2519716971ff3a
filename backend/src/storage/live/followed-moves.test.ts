import { describe, expect, it } from '@jest/globals'
import { pendingMove } from '../../../../tests/helpers/pending-move.ts'
import { Catalogue } from '../catalogue/catalogue.ts'
import type { ClosedOperation, JournalState, PendingOperation } from '../journal-state.ts'
import { pathText, placeOfText } from '../paths.ts'
import { FollowedMoves } from './followed-moves.ts'

const BUCKET = 'b'
const op = (over: Partial<PendingOperation> = {}) => pendingMove({ state: 'aliased', ...over })
const state = (...ops: PendingOperation[]): JournalState => ({ rev: 1, floor: 0, ops, closed: [] })
const FACTS = { size: 1, modified: 1, etag: 'd41d8cd98f00b204e9800998ecf8427e' }
const NOTHING = { begun: [], ended: [], told: [] }
const closed = (how: ClosedOperation['how'] = 'removing'): JournalState => ({
  ...state(),
  closed: [{ ...op(), how, closedAt: 1 }],
})
const EVENT = { ...FACTS, key: 'any' }
const OTHER = { ...EVENT, size: 2 }

function given(isSure = () => true, hasHeard = false) {
  const catalogue = new Catalogue(() => undefined)
  catalogue.open(BUCKET)
  catalogue.putFile(BUCKET, 'from/x', FACTS)
  const moves = new FollowedMoves({ catalogue, isSure, hasHeard: () => hasHeard })
  const told = moves.follow(state(op({ state: 'new' })), state(op()))
  return { catalogue, moves, told }
}

const lyingAt = (moves: FollowedMoves, path: string, ...ops: PendingOperation[]) =>
  pathText(moves.lyingAt(state(...ops), placeOfText(path)))

describe('a move that the index follows', () => {
  it('is told from its commit to its close, and looked at then', () => {
    const { catalogue, moves, told } = given()
    expect(told).toEqual({ begun: ['b/from', 'b/to'], ended: [], told: [] })
    expect(catalogue.hasFile(BUCKET, 'to/x')).toBe(true)
    expect([op(), op({ state: 'removing' }), op({ state: 'new' })].map((one) => moves.tells(one, state(one)))).toEqual([
      true,
      true,
      false,
    ])
    expect(moves.follow(state(op()), state(op({ state: 'removing' })))).toEqual(NOTHING)
    expect(moves.follow(state(op()), state())).toEqual({ ...NOTHING, ended: ['b/from', 'b/to'] })
    expect(moves.tells(op(), state(op()))).toBe(false)
  })

  it('is not followed where anything is uncertain, or it was seen before', () => {
    expect(given(() => false).told.begun).toEqual([])
    const { catalogue } = given(() => false)
    const moves = new FollowedMoves({ catalogue, isSure: () => true, hasHeard: () => true })
    expect(moves.follow(state(op()), state(op())).begun).toEqual([])
    expect(moves.tells(op(), state(op()))).toBe(false)
  })

  it('goes on while copies come and what was copied goes', () => {
    const { moves } = given()
    expect(moves.hear('b/to/x', { kind: 'created', ...OTHER }, [op()])).toBe(true)
    expect(moves.hear('b/from/x', { kind: 'removed', ...EVENT }, [op({ state: 'removing' })])).toBe(true)
    expect(moves.hear('b/other', { kind: 'created', ...EVENT }, [op()])).toBe(false)
    expect(moves.hear('b/from/x', { kind: 'created', ...EVENT }, [op()])).toBe(true)
    expect(moves.hear('b/to', { kind: 'created', ...EVENT, key: 'to/' }, [op()])).toBe(true)
    expect(moves.tells(op(), state(op()))).toBe(true)
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
    expect(moves.tells(op({ state: at }), state(op({ state: at })))).toBe(false)
    expect(moves.saysOf('b')).not.toBe(said)
    expect(lyingAt(moves, 'b/to/x', op({ state: at }))).toBe('b/to/x')
  })

  it('tells a new name in the folder that it brings, until it is over or in doubt', () => {
    const { moves } = given()
    const asked = ['b/to', 'b/to/x', 'b/to/new', 'b/to/inner/new', 'b/from/new', 'b/other']
    const areNew = () => asked.filter((path) => moves.isNew(path))
    expect(areNew()).toEqual(['b/to/new', 'b/to/inner/new'])
    expect(asked.filter((path) => moves.bringsAround(path))).toEqual(['b/to/x', 'b/to/new', 'b/to/inner/new'])
    moves.doubt('b/to/x')
    expect(areNew()).toEqual([])
    const ended = given().moves
    ended.follow(state(op()), closed())
    expect(asked.filter((path) => ended.isNew(path))).toEqual([])
  })

  it('is in doubt with a late writer, and where S3 is looked at', () => {
    const { moves } = given()
    expect(moves.tells(op({ late: 1 }), state(op({ late: 1 })))).toBe(false)
    moves.doubt('b/other')
    expect(moves.tells(op(), state(op()))).toBe(true)
    moves.doubt('b')
    expect(moves.tells(op(), state(op()))).toBe(false)
  })

  it('is told of for its bucket until anything is in doubt, as it is when events may have been missed', () => {
    const { moves } = given()
    expect(['b', 'other'].map((bucket) => moves.isFollowedIn(bucket))).toEqual([true, false])
    moves.doubtAll()
    expect([moves.isFollowedIn('b'), moves.tells(op(), state(op()))]).toEqual([false, false])
  })

  it('need not be looked at when it has ended as it is meant to, and nothing else was heard of it', () => {
    const { moves, catalogue } = given()
    expect(moves.follow(state(op()), closed())).toEqual({ ...NOTHING, told: ['m'] })
    expect(moves.follow(closed(), closed())).toEqual(NOTHING)
    expect([moves.isFollowedIn('b'), catalogue.hasFile(BUCKET, 'to/x')]).toEqual([false, true])
  })

  it.each([
    ['was turned back', 'undoing', () => undefined],
    ['was in doubt', 'removing', (moves: FollowedMoves) => moves.doubt('b/to/x')],
  ] as const)('is looked at when it has ended and %s', (_, how, happens) => {
    const { moves } = given()
    happens(moves)
    expect(moves.follow(state(op()), closed(how))).toEqual({ ...NOTHING, ended: ['b/from', 'b/to'] })
  })

  it('changes nothing by late events of what has left, and nothing else is kept from the index', () => {
    const { moves, catalogue } = given()
    moves.follow(state(op()), closed())
    expect(moves.hear('b/from/x', { kind: 'removed', ...EVENT }, [])).toBe(true)
    expect(moves.hear('b/to/x', { kind: 'created', ...EVENT }, [])).toBe(false)
    expect(moves.hear('b/to/new', { kind: 'created', ...OTHER }, [])).toBe(false)
    catalogue.putFile(BUCKET, 'from/x', FACTS)
    expect(moves.hear('b/from/x', { kind: 'removed', ...EVENT }, [])).toBe(false)
  })

  it('is forgotten when all events until its close have come', () => {
    const { moves } = given(() => true, true)
    moves.follow(state(op()), closed())
    expect(moves.hear('b/from/x', { kind: 'removed', ...EVENT }, [])).toBe(false)
  })

  it('tells the ETags of copies, and leaves what is no copy as it was', () => {
    const { moves, catalogue } = given()
    const etag = '0cc175b9c0f1b6a831c399e269772661-2'
    moves.hear('b/to/x', { kind: 'created', ...OTHER, etag }, [op()])
    expect(catalogue.fileAt(BUCKET, 'to/x')).toMatchObject(FACTS)
    moves.hear('b/to/x', { kind: 'created', ...EVENT, etag }, [op()])
    expect(catalogue.fileAt(BUCKET, 'to/x')).toMatchObject({ ...FACTS, etag })
  })
})

describe('a file whose move the index follows', () => {
  const film = op({ src: 'b/from/film', dst: 'b/to/seen', isFile: true })
  const givenFilm = () => {
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    catalogue.putFile(BUCKET, 'from/film', FACTS)
    const moves = new FollowedMoves({ catalogue, isSure: () => true, hasHeard: () => false })
    return { catalogue, moves, told: moves.follow(state(), state(film)) }
  }

  it('is under its new name, and the folder that it left stays', () => {
    const { catalogue, moves, told } = givenFilm()
    expect(told).toEqual({ begun: ['b/from/film', 'b/to/seen'], ended: [], told: [] })
    expect(catalogue.fileAt(BUCKET, 'to/seen')).toMatchObject(FACTS)
    expect([catalogue.hasFile(BUCKET, 'from/film'), catalogue.hasFolder(BUCKET, 'from')]).toEqual([false, true])
    expect([moves.tells(film, state(film)), lyingAt(moves, 'b/to/seen', film)]).toEqual([true, 'b/to/seen'])
  })

  it('changes nothing as its copy comes and it leaves its old name, even late', () => {
    const { catalogue, moves } = givenFilm()
    const etag = '0cc175b9c0f1b6a831c399e269772661-2'
    expect(moves.hear('b/to/seen', { ...EVENT, kind: 'created', etag, key: 'to/seen' }, [film])).toBe(true)
    expect(catalogue.fileAt(BUCKET, 'to/seen')).toMatchObject({ ...FACTS, etag })
    const removing = op({ ...film, state: 'removing' })
    expect(moves.hear('b/from/film', { ...EVENT, kind: 'removed', key: 'from/film' }, [removing])).toBe(true)
    expect(moves.tells(removing, state(removing))).toBe(true)
    moves.follow(state(removing), { ...state(), closed: [{ ...film, how: 'removing', closedAt: 1 }] })
    expect(moves.hear('b/from/film', { ...EVENT, kind: 'removed', key: 'from/film' }, [])).toBe(true)
    expect(moves.hear('b/to/seen', { ...EVENT, kind: 'removed', key: 'to/seen' }, [])).toBe(false)
  })

  it('is in doubt when another file comes to either name', () => {
    for (const path of ['b/from/film', 'b/to/seen/in it']) {
      const { moves } = givenFilm()
      expect(moves.hear(path, { ...OTHER, kind: 'created', key: path.slice(2) }, [film])).toBe(true)
      expect(moves.tells(film, state(film))).toBe(false)
    }
  })

  it('is not followed where its new name is known', () => {
    const { catalogue, moves } = givenFilm()
    catalogue.putFile(BUCKET, 'from/film', FACTS)
    moves.follow(state(), state())
    expect(moves.follow(state(), state(op({ ...film, id: 'other' }))).begun).toEqual([])
  })
})

describe('a file of a followed move that is settled before the others', () => {
  const asked = op({ urgent: ['x'] })
  const settled = op({ urgent: [], settled: ['x'] })

  it('leaves the old name before the flip, and is changed after that, with nothing in doubt', () => {
    const { moves } = given()
    moves.follow(state(op()), state(asked))
    expect(moves.hear('b/from/x', { kind: 'removed', ...EVENT }, [asked])).toBe(true)
    moves.follow(state(asked), state(settled))
    // It is nothing of the move any more.
    expect(moves.hear('b/to/x', { kind: 'created', ...OTHER }, [settled])).toBe(false)
    moves.doubt('b/to/x')
    expect(moves.tells(settled, state(settled))).toBe(true)
    expect(moves.hear('b/to/other', { kind: 'created', ...OTHER }, [settled])).toBe(true)
    expect(moves.tells(settled, state(settled))).toBe(false)
  })

  it('is in doubt where one leaves that nobody asked for', () => {
    const { moves } = given()
    moves.hear('b/from/x', { kind: 'removed', ...EVENT }, [op({ urgent: ['y'] })])
    expect(moves.tells(op(), state(op()))).toBe(false)
  })
})

describe('what was renamed again', () => {
  const again = (over: Partial<PendingOperation> = {}) =>
    op({ id: 'n', src: 'b/to', dst: 'b/third', since: 2, ...over })

  function renamedAgain() {
    const { catalogue, moves } = given()
    const told = moves.follow(state(op()), state(op(), again()))
    return { catalogue, moves, told }
  }

  it('is under its newest name at once, and its copies under the middle name change nothing', () => {
    const { catalogue, moves, told } = renamedAgain()
    expect(told).toEqual({ begun: ['b/to', 'b/third'], ended: [], told: [] })
    expect([catalogue.hasFile(BUCKET, 'third/x'), catalogue.hasFolder(BUCKET, 'to')]).toEqual([true, false])
    const etag = '0cc175b9c0f1b6a831c399e269772661-2'
    moves.hear('b/to/x', { ...EVENT, kind: 'created', etag, key: 'to/x' }, [op(), again()])
    expect(catalogue.fileAt(BUCKET, 'third/x')).toMatchObject({ ...FACTS, etag })
    const removing = op({ state: 'removing' })
    moves.hear('b/from/x', { ...EVENT, kind: 'removed', key: 'from/x' }, [removing, again()])
    const [first, second] = [removing, again()].map((one) => moves.tells(one, state(removing, again())))
    expect([first, second]).toEqual([true, true])
    expect(lyingAt(moves, 'b/third/x', op(), again())).toBe('b/third/x')
  })

  it('is told to its end, one move after the other', () => {
    const { moves } = renamedAgain()
    const one: ClosedOperation = { ...op(), how: 'removing', closedAt: 1 }
    expect(moves.follow(state(op(), again()), { ...state(again()), closed: [one] }).told).toEqual(['m'])
    // Somebody makes a new folder of the first name.
    moves.doubt('b/from/new')
    expect(moves.tells(again(), state(again()))).toBe(true)
    moves.hear('b/third/x', { ...EVENT, kind: 'created', key: 'third/x' }, [again()])
    moves.hear('b/to/x', { ...EVENT, kind: 'removed', key: 'to/x' }, [again({ state: 'removing' })])
    const other: ClosedOperation = { ...again(), how: 'removing', closedAt: 2 }
    expect(moves.follow(state(again()), { ...state(), closed: [one, other] }).told).toEqual(['n'])
  })

  it.each([
    ['late file under the first name', [op({ late: 1 }), again()]],
    ['late file under the middle name', [op(), again({ late: 1 })]],
  ] as const)('is in doubt under all its names with a %s', (_, ops) => {
    const { moves } = renamedAgain()
    expect(ops.map((one) => moves.tells(one, state(...ops)))).toEqual([false, false])
  })

  it('is in doubt where the index hears of something else under one of its names', () => {
    for (const path of ['b/from/late', 'b/to/late', 'b/third/x/other']) {
      const { moves } = renamedAgain()
      expect(moves.hear(path, { ...OTHER, kind: 'created', key: path.slice(2) }, [op(), again()])).toBe(true)
      expect(moves.tells(again(), state(op(), again()))).toBe(false)
      expect(moves.isNew('b/third/new')).toBe(false)
    }
  })

  it('may get something new under its newest name alone', () => {
    const { moves } = renamedAgain()
    expect(['b/third/new', 'b/to/new', 'b/from/new'].map((path) => moves.isNew(path))).toEqual([true, false, false])
  })

  it('is not followed where the index is in doubt of what still brings it', () => {
    const { moves } = given()
    moves.doubt('b/from/x')
    expect(moves.follow(state(op()), state(op(), again())).begun).toEqual([])
    const { catalogue } = given()
    const late = new FollowedMoves({ catalogue, isSure: () => true, hasHeard: () => true })
    expect(late.follow(state(op()), state(op(), again())).begun).toEqual([])
    expect(lyingAt(late, 'b/third/x', op(), again())).toBe('b/from/x')
  })
})
