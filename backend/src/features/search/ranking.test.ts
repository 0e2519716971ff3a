import { describe, expect, it } from '@jest/globals'
import { fold } from '../../../contract/fold.ts'
import { byNaturalOrder } from '../tree/sorting.ts'
import { createRanking } from './ranking.ts'

function ranked(words: string[], names: string[]): string[] {
  const rank = createRanking(words, fold)
  return names.toSorted((a, b) => rank(b) - rank(a) || byNaturalOrder(a, b))
}

describe('the ranking of names', () => {
  it('prefers all words, then words together, at the beginning, and whole', () => {
    const order = [
      'note 12.txt',
      'Note-12 (old).txt',
      'note 120.txt',
      'my note 12.txt',
      'my footnote 123.txt',
      'note of 12 May.txt',
      '12 notes.txt',
      'note 1.txt',
      'note 2.txt',
      'note 10.txt',
      'notes.txt',
      'my notes.txt',
      'page 12.txt',
    ]
    expect(ranked(['note', '12'], order.toReversed())).toEqual(order)
  })

  it('ignores case and accents, and treats punctuation as spaces', () => {
    expect(ranked(['cafe', 'paris'], ['Paris, Café.jpg', 'CAFÉ_PARÍS.jpg', 'cafe.jpg'])).toEqual([
      'CAFÉ_PARÍS.jpg',
      'Paris, Café.jpg',
      'cafe.jpg',
    ])
  })

  it('respects punctuation in the query, and is in natural order otherwise', () => {
    expect(ranked(['+'], ['b.txt', 'a+b.txt'])).toEqual(['a+b.txt', 'b.txt'])
    expect(ranked([], ['b10', 'b9', 'a'])).toEqual(['a', 'b9', 'b10'])
  })
})
