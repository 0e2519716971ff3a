import { describe, expect, it } from '@jest/globals'
import type { JournalState } from '../journal-state.ts'
import { overlap, pathText, placeOfText } from '../paths.ts'
import { IndexDoubts } from './index-doubts.ts'

const JOURNAL: JournalState = { rev: 1, floor: 0, ops: [], closed: [] }

function doubting() {
  const world = {
    behind: 0,
    places: [] as string[],
    moves: [] as string[][],
    until: 0,
    reached: 10,
    hasTold: () => false,
    builtAt: 5,
    connectedAt: 1,
  }
  const doubts = new IndexDoubts({
    marks: {
      isBehind: (_, toldUntil) => world.behind > toldUntil,
      doubtful: (path, { until }) => (world.until > until ? world.places.filter((own) => overlap(own, path)) : []),
      saysOf: (path, until) => String(world.until > until && world.places.filter((own) => overlap(own, path))),
    },
    known: { has: () => true, builtAt: () => world.builtAt, discover: async () => undefined },
    stalePaths: { covering: () => [] },
    feed: world,
    moves: { tells: () => true, saysOf: () => '', namesOn: () => world.moves },
    connectedAt: () => world.connectedAt,
  })
  const exceptions = (path: string) => doubts.exceptions(placeOfText(path), JOURNAL)?.map(pathText) ?? null
  return { world, exceptions, says: (path: string, isRead = false) => doubts.saysOf(placeOfText(path), isRead) }
}

describe('what the index is asked of', () => {
  it('is told but for the places where others have just written', () => {
    const { world, exceptions, says } = doubting()
    const before = says('b/folder')
    const read = says('b/folder', true)
    Object.assign(world, { until: 20, places: ['b/folder/a', 'b/folder/sub', 'b/folder/sub/c'] })
    expect(exceptions('b/folder')).toEqual(['b/folder/a', 'b/folder/sub'])
    expect(says('b/folder')).not.toBe(before)
    // Whoever has read the journal before knows of all that had to show.
    expect(says('b/folder', true)).toBe(read)
    expect(exceptions('b/folder/a')).toBeNull()
    world.reached = 20
    expect([exceptions('b/folder'), says('b/folder')]).toEqual([[], before])
  })

  it('is asked of S3 as a whole where they have written to many places, or nobody knows where', () => {
    const { world, exceptions } = doubting()
    world.until = 20
    world.places = Array.from({ length: 32 }, (_, index) => `b/${index}`)
    expect(exceptions('b')).toHaveLength(32)
    world.places.push('b/32')
    expect(exceptions('b')).toBeNull()
    world.until = 0
    world.behind = 11
    expect(exceptions('b')).toBeNull()
    world.builtAt = 11
    expect(exceptions('b')).toEqual([])
  })

  it('is asked of S3 at both names of a move where others have just written at one of them', () => {
    const { world, exceptions, says } = doubting()
    world.moves = [['b/from', 'b/to']]
    const before = says('b/to')
    Object.assign(world, { until: 20, places: ['b/from/a'] })
    expect([exceptions('b/to'), exceptions('b/to/deep'), says('b/to') === before]).toEqual([null, null, false])
    expect(exceptions('b')).toEqual(['b/from', 'b/to'])
    world.places = ['b/other']
    expect([exceptions('b/to'), exceptions('b')]).toEqual([[], ['b/other']])
  })

  it('is not told by events that may have been missed before they began to come', () => {
    const { world, exceptions } = doubting()
    Object.assign(world, { until: 9, places: ['b/a'], connectedAt: 7 })
    expect(exceptions('b')).toEqual(['b/a'])
    world.builtAt = 8
    expect(exceptions('b')).toEqual([])
  })
})
