import { describe, expect, it } from '@jest/globals'
import { ACTIVITY_KEPT_DAYS } from '../../../contract/activity-kinds.ts'
import { ACTIVITY_MAX, ACTIVITY_NAMES_MAX, ACTIVITY_OF_PERSON_MAX } from '../../../contract/limits.ts'
import { withMore } from './merging.ts'
import type { KeptActivity } from './model.ts'

const NOW = Date.parse('2026-11-26T18:00:00Z')
const MINUTE_MS = 60_000

let count = 0
const entry = (fields: Partial<KeptActivity> = {}): KeptActivity => {
  count += 1
  return {
    id: `id${count}`,
    at: NOW,
    kind: 'added',
    by: { id: 1, name: 'ann' },
    folder: 'shared/photos',
    names: [`${count}.jpg`],
    count: 1,
    from: null,
    ...fields,
  }
}
const after = (...newer: KeptActivity[]) => withMore([], newer, NOW)

describe('what somebody does in a folder within minutes', () => {
  it('is one entry with some names and the number of all', () => {
    const names = Array.from({ length: 9 }, (_, index) => `${index}.jpg`)
    const [joined, ...others] = after(...names.map((name) => entry({ names: [name] })))
    expect(others).toEqual([])
    expect(joined).toMatchObject({ count: 9, names: names.toReversed().slice(0, ACTIVITY_NAMES_MAX) })
  })

  it('counts a file once that is written again and again', () => {
    expect(after(entry({ names: ['a'] }), entry({ names: ['a'], kind: 'changed' }))).toMatchObject([
      { kind: 'added', names: ['a'], count: 1 },
    ])
    expect(after(entry({ names: ['a'] }), entry({ names: ['b'], kind: 'changed' }))).toHaveLength(2)
  })

  it('is one entry also where another process is late to write it down', () => {
    const [added, changed] = [
      entry({ names: ['a'], at: NOW - 2_000 }),
      entry({ names: ['a'], kind: 'changed', at: NOW - 1_000 }),
    ]
    const other = entry({ folder: 'shared/films', at: NOW - 1_500 })
    const items = withMore(after(changed), [other, added], NOW)
    expect(items).toMatchObject([{ kind: 'added', names: ['a'], count: 1, at: NOW - 1_000 }, { id: other.id }])
  })

  it('is told apart by person, kind, folder, time and new names', () => {
    const others: Partial<KeptActivity>[] = [
      { by: { id: 2, name: 'bob' } },
      { by: null },
      { kind: 'deleted' },
      { folder: 'shared/films' },
      { kind: 'moved', from: { folder: 'shared/old' } },
      { kind: 'moved', from: { folder: 'shared/older' } },
      { kind: 'moved', from: { folder: 'shared/old', name: 'before.jpg' } },
      { kind: 'moved', from: { folder: 'shared/old', name: 'earlier.jpg' } },
    ]
    expect(after(entry(), ...others.map(entry))).toHaveLength(others.length + 1)
    expect(after(entry({ at: NOW - 11 * MINUTE_MS }), entry())).toHaveLength(2)
    expect(after(entry({ at: NOW - 9 * MINUTE_MS }), entry())).toHaveLength(1)
  })

  it('goes to the top with its last part', () => {
    const [first, second] = [entry({ names: ['a'] }), entry({ folder: 'shared/films' })]
    const items = after(first, second, entry({ names: ['b'] }))
    expect(items.map(({ id }) => id)).toEqual([first.id, second.id])
  })
})

describe('what is kept', () => {
  it('ends after some weeks', () => {
    const old = entry({ at: NOW - ACTIVITY_KEPT_DAYS * 24 * 60 * MINUTE_MS })
    expect(withMore([old], [entry()], NOW)).toHaveLength(1)
  })

  it('leaves room for people who do less', () => {
    const busy = Array.from({ length: 400 }, (_, index) => entry({ folder: `shared/${index}` }))
    const other = entry({ by: { id: 2, name: 'bob' } })
    const kept = after(other, ...busy)
    expect(kept).toHaveLength(ACTIVITY_OF_PERSON_MAX + 1)
    expect(kept.at(-1)).toBe(other)
    const many = Array.from({ length: 9 }, (_, id) => busy.map((one) => ({ ...one, by: { id, name: '' } }))).flat()
    expect(after(...many)).toHaveLength(ACTIVITY_MAX)
  })
})
