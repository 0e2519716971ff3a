import { describe, expect, it } from '@jest/globals'
import { EVENT_LAG_MS, HeardWrites } from './heard-writes.ts'

const told = (seq: number, ...places: string[]) => ({ turn: 1, seq, at: 0, places: JSON.stringify(places) })

/** What events have told: all until a time, and some versions. */
const by = (until = -Infinity, ...versions: string[]) => ({ until, has: (one: string) => versions.includes(one) })

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
    const doubtful = (path: string, toldUntil = before) => heard.doubtful(path, by(toldUntil))
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
    expect(heard.doubtful('b', by(later))).toEqual([])
    expect(heard.hear({ one: told(1, 'b/a') })).toBe(false)
    expect(heard.doubtful('b', by())).toEqual([])
    expect(heard.hear({ one: told(2, 'b/a', 'b/a'), two: told(1, 'b/other') })).toBe(true)
    expect(heard.doubtful('b', by())).toEqual(['b/a', 'b/other'])
    // A look that comes late.
    expect(heard.hear({ one: told(1, 'b/a') })).toBe(false)
    // The writer's line may be removed, and comes again.
    expect([heard.hear({}), heard.hear({ one: told(3, 'b/c') })]).toEqual([false, true])
    expect(heard.heardAt('b')).toBe(-Infinity)
  })

  it('is in no doubt any more once a look that began after it was heard has found what is there', () => {
    const heard = hearing()
    const before = performance.now()
    heard.hear({ one: told(1, 'b/a') })
    heard.looked('b/a', before)
    expect([heard.doubtful('b', by()), heard.isInDoubt('b/a')]).toEqual([['b/a'], true])
    const after = performance.now() + 1
    heard.looked('b/other', after)
    heard.looked('b/a', after)
    expect([heard.doubtful('b', by()), heard.isInDoubt('b/a'), heard.isInDoubt('b/other')]).toEqual([[], false, false])
  })

  it('is in no doubt any more once events have told of each version that was written there', () => {
    const heard = hearing()
    const written = (seq: number, places: string[], versions: string[]) => ({
      ...told(seq, ...places),
      versions: JSON.stringify(versions),
    })
    heard.hear({ one: written(2, ['b/a', 'b/c'], ['v1', 'v2']), two: told(1, 'b/unversioned') })
    heard.hear({ two: written(2, ['b/unversioned', 'b/a'], ['', 'v3']) })
    expect(heard.doubtful('b', by(-Infinity, 'v2'))).toEqual(['b/a', 'b/unversioned'])
    expect(heard.doubtful('b', by(-Infinity, 'v3'))).toEqual(['b/a', 'b/unversioned'])
    // Of v3 the events have told before.
    expect(heard.doubtful('b', by(-Infinity, 'v1'))).toEqual(['b/unversioned'])
    const later = performance.now() + EVENT_LAG_MS
    expect(heard.doubtful('b', by(later))).toEqual([])
  })

  it('is news to whoever has looked before, even where events have told of it already', () => {
    const heard = hearing()
    const before = heard.saysOf('b', -Infinity)
    const written = (seq: number) => ({ ...told(seq, 'b/a'), versions: JSON.stringify([`v${seq}`]) })
    heard.hear({ one: written(1) })
    expect(heard.doubtful('b', by(-Infinity, 'v1'))).toEqual([])
    const once = heard.saysOf('b', -Infinity)
    heard.hear({ one: written(2) })
    const says = [before, once, heard.saysOf('b', -Infinity)]
    expect([new Set(says).size, heard.saysOf('b/other', -Infinity)]).toEqual([3, before])
    expect(heard.saysOf('b', performance.now() + EVENT_LAG_MS)).toBe(before)
  })

  it('is in doubt until events are later where one place was written very often', () => {
    const heard = hearing()
    const versions = Array.from({ length: 9 }, (_, index) => `v${index}`)
    const places = JSON.stringify(versions.map(() => 'b/a'))
    heard.hear({ one: { turn: 1, seq: 9, at: 0, places, versions: JSON.stringify(versions) } })
    expect(heard.doubtful('b', by(-Infinity, ...versions))).toEqual(['b/a'])
    expect(heard.doubtful('b', by(performance.now() + EVENT_LAG_MS))).toEqual([])
  })

  it('may be anywhere where some of it was missed', () => {
    const heard = hearing()
    heard.hear({ one: told(3, 'b/1', 'b/2', 'b/3') })
    expect(heard.heardAt('other')).toBe(-Infinity)
    const before = performance.now()
    heard.hear({ one: told(7, 'b/5', 'b/6', 'b/7') })
    expect(heard.heardAt('other')).toBeGreaterThanOrEqual(before)
    expect(heard.doubtful('b', by())).toEqual(['b/1', 'b/2', 'b/3', 'b/5', 'b/6', 'b/7'])
  })

  it('is a folder that stands for many writes, once for each look that finds more of them', () => {
    const heard = hearing()
    const crowded = (seq: number, seqs: number[], dropped: number) => ({
      ...told(seq, 'b/a', 'b/folder'),
      versions: '["v1",""]',
      seqs: JSON.stringify(seqs),
      dropped,
    })
    heard.hear({ one: crowded(60, [3, 60], 0) })
    expect([heard.doubtful('b', by()), heard.doubtful('b/folder/x', by())]).toEqual([['b/a', 'b/folder'], ['b/folder']])
    expect(heard.doubtful('b', by(-Infinity, 'v1'))).toEqual(['b/folder'])
    expect(heard.doubtful('b', by(performance.now() + EVENT_LAG_MS))).toEqual([])
    heard.hear({ one: crowded(99, [3, 99], 60) })
    expect([heard.doubtful('b', by()), heard.heardAt('b')]).toEqual([['b/folder'], -Infinity])
    heard.hear({ one: crowded(300, [250, 300], 100) })
    expect(heard.heardAt('b')).toBeGreaterThan(0)
  })

  it('may be anywhere in a bucket with very many places in doubt', () => {
    const heard = hearing()
    const before = performance.now()
    for (let seq = 1; seq <= 1_001; seq += 1) heard.hear({ one: told(seq, `b/${seq}`) })
    expect(heard.doubtful('b', by())).toEqual([])
    expect(heard.heardAt('b')).toBeGreaterThanOrEqual(before)
    expect(heard.heardAt('c')).toBe(-Infinity)
  })

  it('is no news that stood there at the start', () => {
    const heard = new HeardWrites()
    heard.hear({ one: told(50, 'b/49', 'b/50') })
    expect([heard.doubtful('b', by()), heard.heardAt('b')]).toEqual([[], -Infinity])
    heard.hear({ one: told(51, 'b/49', 'b/50', 'b/51'), two: told(9, 'b/9') })
    expect(heard.doubtful('b', by())).toEqual(['b/51', 'b/9'])
    // Of another one only the last is there.
    expect(heard.heardAt('b')).toBeGreaterThan(0)
  })
})
