import { describe, expect, it } from '@jest/globals'
import { EVENT_LAG_MS, HeardWrites } from './heard-writes.ts'

const told = (seq: number, ...places: string[]) => ({ turn: 1, seq, at: 0, places: JSON.stringify(places) })

function hearing() {
  const heard = new HeardWrites()
  heard.hear({})
  return heard
}

describe('what other replicas have written', () => {
  it('is in doubt where they say, until events have come that are somewhat later', () => {
    const heard = hearing()
    const before = performance.now()
    expect(heard.hear({ one: told(2, 'b/folder/a', 'c/x') })).toBe(true)
    const after = performance.now()
    const doubtful = (path: string, toldUntil = before) => heard.doubtful(path, toldUntil)
    expect([doubtful('b'), doubtful('b/folder'), doubtful('b/folder/a/below')]).toEqual(
      Array.from({ length: 3 }, () => ['b/folder/a']),
    )
    expect([doubtful('b/folder/b'), doubtful('b/fold'), doubtful('d'), doubtful('c')]).toEqual([[], [], [], ['c/x']])
    expect(doubtful('b', before + EVENT_LAG_MS - 1)).toEqual(['b/folder/a'])
    expect(doubtful('b', after + EVENT_LAG_MS)).toEqual([])
    expect([heard.heardAt('b'), heard.heardAt('c')]).toEqual([-Infinity, -Infinity])
  })

  it('is in doubt once more with each later write, and not for what was heard before', () => {
    const heard = hearing()
    heard.hear({ one: told(1, 'b/a') })
    const later = performance.now() + EVENT_LAG_MS
    expect(heard.doubtful('b', later)).toEqual([])
    expect(heard.hear({ one: told(1, 'b/a') })).toBe(false)
    expect(heard.doubtful('b', -Infinity)).toEqual([])
    expect(heard.hear({ one: told(2, 'b/a', 'b/a'), two: told(1, 'b/other') })).toBe(true)
    expect(heard.doubtful('b', -Infinity)).toEqual(['b/a', 'b/other'])
    // A look that comes late.
    expect(heard.hear({ one: told(1, 'b/a') })).toBe(false)
    // The writer's line may be removed, and comes again.
    expect([heard.hear({}), heard.hear({ one: told(3, 'b/c') })]).toEqual([false, true])
    expect(heard.heardAt('b')).toBe(-Infinity)
  })

  it('may be anywhere where some of it was missed', () => {
    const heard = hearing()
    heard.hear({ one: told(3, 'b/1', 'b/2', 'b/3') })
    expect(heard.heardAt('other')).toBe(-Infinity)
    const before = performance.now()
    heard.hear({ one: told(7, 'b/5', 'b/6', 'b/7') })
    expect(heard.heardAt('other')).toBeGreaterThanOrEqual(before)
    expect(heard.doubtful('b', -Infinity)).toEqual(['b/1', 'b/2', 'b/3', 'b/5', 'b/6', 'b/7'])
  })

  it('may be anywhere in a bucket with very many places in doubt', () => {
    const heard = hearing()
    const before = performance.now()
    for (let seq = 1; seq <= 1_001; seq += 1) heard.hear({ one: told(seq, `b/${seq}`) })
    expect(heard.doubtful('b', -Infinity)).toEqual([])
    expect(heard.heardAt('b')).toBeGreaterThanOrEqual(before)
    expect(heard.heardAt('c')).toBe(-Infinity)
  })

  it('is no news that stood there at the start', () => {
    const heard = new HeardWrites()
    heard.hear({ one: told(50, 'b/49', 'b/50') })
    expect([heard.doubtful('b', -Infinity), heard.heardAt('b')]).toEqual([[], -Infinity])
    heard.hear({ one: told(51, 'b/49', 'b/50', 'b/51'), two: told(9, 'b/9') })
    expect(heard.doubtful('b', -Infinity)).toEqual(['b/51', 'b/9'])
    // Of another one only the last is there.
    expect(heard.heardAt('b')).toBeGreaterThan(0)
  })
})
