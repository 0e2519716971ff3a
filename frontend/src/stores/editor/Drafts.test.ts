import { describe, expect, it } from '@jest/globals'
import { type Draft, DRAFTS_MAX, surplusOf } from './Drafts.ts'

const draft = (written: number, over: Partial<Draft> = {}): Draft => ({
  id: String(written),
  owner: 7,
  path: `/${written}.txt`,
  tag: '"a"',
  text: 'text',
  written,
  ...over,
})

describe('drafts beyond the limits', () => {
  it('are the oldest ones of each person', () => {
    const mine = Array.from({ length: DRAFTS_MAX + 2 }, (_, index) => draft(index))
    const theirs = draft(0, { id: 'theirs', owner: 8 })
    expect(surplusOf([...mine, theirs]).map(({ id }) => id)).toEqual(['1', '0'])
  })

  it('are those that take too much space together', () => {
    const large = 'x'.repeat(4_000_000)
    const all = Array.from({ length: 6 }, (_, index) => draft(index, { text: large }))
    expect(surplusOf(all).map(({ id }) => id)).toEqual(['0'])
  })

  it('do not exist at first', () => expect(surplusOf([])).toEqual([]))
})
